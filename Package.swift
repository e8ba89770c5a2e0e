// swift-tools-version: 6.2
import PackageDescription

// What every Swift target is held to.
let fences: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// A room: a Swift target of this package.
func room(
  _ name: String, path: String? = nil, _ dependencies: [Target.Dependency] = [],
  resources: [Resource] = [], exclude: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, exclude: exclude, resources: resources,
    swiftSettings: fences)
}

/// A program: an executable target of this package.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: fences)
}

/// The tests of a room.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude,
    swiftSettings: fences.dropLast(2) + [.treatAllWarnings(as: .error)])
}

/// A C door: a system library under a module map of ours.
func door(_ name: String, pkgConfig: String? = nil, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
  name: "cardstock",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Cardstock", targets: ["Cardstock"]),
    .library(name: "CardSnapshots", targets: ["CardSnapshots"]),
    .executable(name: "cardstock", targets: ["CardTool"]),
  ],
  traits: [
    .trait(name: "Barcodes", description: "QR and other codes, through zint."),
    .trait(name: "SVG", description: "SVG pictures, through librsvg."),
    .default(enabledTraits: ["Barcodes", "SVG"]),
  ],
  targets: [
    // C doors
    door("CGraphics", pkgConfig: "pangocairo pangoft2 fontconfig", apt: "libpango1.0-dev"),
    door("CHarfBuzz", pkgConfig: "harfbuzz-subset", apt: "libharfbuzz-dev"),
    door("CDeflate", apt: "libdeflate-dev"),
    door("CNettle", apt: "nettle-dev"),
    door("CXXHash", apt: "libxxhash-dev"),
    door("CBarcode", apt: "libzint-dev"),
    door("CSVG", pkgConfig: "librsvg-2.0", apt: "librsvg2-dev"),
    // Doors to what few runs need.
    .target(name: "CLate"),
    .target(name: "CQPDF", dependencies: ["CLate"]),
    .target(name: "CArchive", dependencies: ["CLate"]),
    .target(name: "CXML", dependencies: ["CLate"]),
    .target(name: "CSQLite", dependencies: ["CLate"]),
    .target(
      name: "CPNG", linkerSettings: ["png", "deflate"].map { .linkedLibrary($0) }),
    .target(
      name: "CPicture",
      linkerSettings: ["png", "jpeg", "webp", "webpdemux", "lcms2"].map { .linkedLibrary($0) }),

    // Rooms
    room("CardModel"),
    room("CardLayout", ["CardModel"]),
    room(
      "CardRender",
      [
        "CardModel", "CardLayout", "CGraphics", "CHarfBuzz", "CDeflate", "CNettle", "CQPDF",
        "CPNG", "CPicture",
        .target(name: "CBarcode", condition: .when(traits: ["Barcodes"])),
      ]),
    room("CardFiles", ["CardModel", "CXXHash"]),
    room("CardRecords", ["CardModel", "CArchive", "CXML", "CSQLite"]),
    room("CardFonts", path: "Fonts", exclude: ["Poppins", "NotoSans"]),
    room(
      "Cardstock", ["CardModel", "CardLayout", "CardRender", "CardFiles", "CardFonts"],
      exclude: ["Schemas", "Stocks", "Templates"]),
    room(
      "CardCommands",
      [
        "CardModel", "CardRender", "Cardstock", "CardFiles", "CardRecords", "CardDiff",
        "CardComparison",
      ]),
    room("CardDiff", ["CardModel", "CardLayout"]),
    room(
      "CardComparison", ["CardModel", "CardLayout", "CardRender", "CardFiles", "CardDiff"]),
    room(
      "CardSnapshots",
      [
        "CardModel", "CardLayout", "CardRender", "CardFiles", "CardDiff", "CardComparison",
        "Cardstock",
      ]),
    room("CardFixtures", path: "Fixtures", exclude: ["people", "readme", "examples", "bench"]),

    // Programs
    program("CardTool", ["CardCommands"]),
    program(
      "cardstock-bench",
      [
        "CardModel", "CardLayout", "CardRender", "CardFiles", "CardFonts", "CardFixtures",
        "Cardstock", "CardDiff", "CardComparison",
      ]),
    .executableTarget(
      name: "cardstock-svg",
      dependencies: [
        "CGraphics", .target(name: "CSVG", condition: .when(traits: ["SVG"])),
      ],
      cSettings: [.define("CARDSTOCK_SVG", .when(traits: ["SVG"]))]),

    // Tests
    tests("CardModelTests", ["CardModel"]),
    tests("CardLayoutTests", ["CardLayout", "CardModel"]),
    tests(
      "CardRenderTests",
      [
        "CardRender", "CardLayout", "CardModel", "CardFonts", "CardFixtures", "CardDiff",
        "CGraphics", .target(name: "cardstock-svg", condition: .when(traits: ["SVG"])),
      ]),
    tests("CardFilesTests", ["CardFiles", "CardModel"]),
    tests("CardRecordsTests", ["CardRecords", "CardModel", "CardFixtures"]),
    tests("CardstockTests", ["Cardstock", "CardRecords", "CardFixtures"]),
    tests("CardDiffTests", ["CardDiff", "CardLayout", "CardModel"]),
    tests(
      "CardComparisonTests",
      ["CardComparison", "CardDiff", "CardRender", "CardModel", "Cardstock", "CardFixtures"]),
    tests(
      "CardSnapshotsTests",
      [
        "CardSnapshots", "CardComparison", "CardDiff", "CardRender", "CardModel", "Cardstock",
        "CardFixtures",
      ],
      exclude: ["__Snapshots__"]),
    tests("CardCommandsTests", ["CardCommands", "CardModel", "CardRender"]),
    tests("CardEndToEndTests", ["CardFixtures", "CardTool"]),
  ],
  swiftLanguageModes: [.v6]
)
