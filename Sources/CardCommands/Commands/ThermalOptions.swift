import CardModel
import CardRender
import Cardstock

extension OptionSpec {
  private static let thermalSection = "Thermal printer options"

  /// What makes black and white.
  static let thermal: [OptionSpec] = [
    OptionSpec(
      name: "dither", value: ValueSpec("kind", .choice(Dithering.allCases.map(\.rawValue))),
      abstract: "How pictures and greys become black and white in png-1bit and zpl; "
        + "floyd-steinberg unless given. Texts and codes are never dithered.",
      section: thermalSection),
    OptionSpec(
      name: "zpl-encoding",
      value: ValueSpec("kind", .choice(ZPLLabel.Encoding.allCases.map(\.rawValue))),
      abstract: "How ZPL writes its picture: hex, which every printer reads, or z64, smaller.",
      section: thermalSection),
  ]
}

/// What `render` was asked for about black and white.
struct ThermalOptions: Sendable, Equatable {
  let dithering: Dithering?
  let encoding: ZPLLabel.Encoding?

  /// The resolutions of the printers, in dots per inch.
  static let resolutions = [203, 300]

  init(_ arguments: ParsedArguments) {
    dithering = arguments.choice("dither")
    encoding = arguments.choice("zpl-encoding")
  }

  /// Refuses what has no meaning for a format.
  func check(_ format: BatchExport.Format, _ options: RenderOptions) throws(CommandFailure) {
    if dithering != nil, format != .bilevelPNG, format != .zpl {
      throw CommandFailure(
        "'--dither' has no meaning for \(format.rawValue), which has colours.",
        hint: "Add '--format png-1bit' or '--format zpl'.")
    }
    if encoding != nil, format != .zpl {
      throw CommandFailure(
        "'--zpl-encoding' has no meaning for \(format.rawValue).", hint: "Add '--format zpl'.")
    }
    guard format == .zpl else { return }
    if let resolution = options.resolution, !Self.resolutions.contains(resolution) {
      throw CommandFailure(
        "Label printers have no \(resolution) dpi.", hint: "Give '--dpi 203' or '--dpi 300'.")
    }
    if options.sheets.sheet != nil {
      throw CommandFailure(
        "'--sheet' has no meaning for ZPL: each label comes off the roll by itself.",
        hint: "Leave it out, or make a .pdf file.")
    }
  }

  /// Takes what was asked for into a run's options.
  func apply(
    to settings: inout BatchExport.Options, _ format: BatchExport.Format, _ options: RenderOptions
  ) throws(CommandFailure) {
    settings.dotsPerInch = Double(options.resolution ?? (format == .zpl ? 203 : 300))
    if let dithering { settings.dithering = dithering }
    if let encoding { settings.labelEncoding = encoding }
    if format == .zpl { settings.labelCopies = try SheetChoice.copies(options.sheets) }
  }
}
