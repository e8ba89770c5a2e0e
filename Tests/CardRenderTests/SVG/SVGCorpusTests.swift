#if SVG
  import CardLayout
  import CardModel
  import Foundation
  import Testing

  @testable import CardRender

  /// Real and hostile SVGs, through the library, the painter and both outputs.
  struct SVGCorpusTests {
    /// A file with its right result.
    struct Case: Sendable, CustomTestStringConvertible {
      let file: String
      let expected: String
      let reference: String

      var testDescription: String { file }
      /// Whether it is drawn and nothing else will do.
      var mustBeDrawn: Bool {
        ["drawn", "text drawn"].contains { expected.hasPrefix($0) }
          && !["refused", "left out", "or without it"].contains { expected.contains($0) }
      }
      var mustBeRefused: Bool {
        expected.hasPrefix("refused") && !expected.contains("drawn")
      }
      /// Whether leaving something out is right where a finding tells of it.
      var maySay: Bool { expected.contains("warning") || expected.contains("left out") }
      /// The mean on white as librsvg draws it, where no text is in it.
      var mean: [Double]? {
        guard mustBeDrawn, !expected.contains("text"), !expected.contains("without the picture"),
          // The blur that is as large as the library can is smaller at a larger scale.
          !file.contains("huge-stdDeviation"),
          let range = reference.range(of: "mean on white ")
        else { return nil }
        let numbers = reference[range.upperBound...].prefix { $0.isNumber || $0 == "," }
          .split(separator: ",").compactMap { Double($0) }
        return numbers.count == 3 ? numbers : nil
      }
    }

    static let cases: [Case] = {
      let table = try? String(
        contentsOfFile: PictureCase.folder + "/SOURCES.tsv", encoding: .utf8)
      return (table ?? "").split(separator: "\n").compactMap { line in
        let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
          .map(String.init)
        guard columns.count >= 12, columns[2] == "svg" || columns[2] == "hostile-svg",
          !columns[0].hasSuffix(".txt")
        else { return nil }
        return Case(file: columns[0], expected: columns[10], reference: columns[11])
      }
    }()

    private static let loader = SVGLoader(fontFiles: SVGPictureTests.fonts)

    @Test(arguments: cases)
    func `a real SVG gives its right result on a card`(_ item: Case) throws {
      let start = ContinuousClock.now
      let library = PictureLibrary(assetsFolder: PictureCase.folder, svg: Self.loader)
      do {
        let size = try library.pixelSize(of: item.file)
        let scale = 200 / Double(max(size.width, size.height))
        let area = Rect(
          x: 0, y: 0, width: max(1, Double(size.width) * scale),
          height: max(1, Double(size.height) * scale))
        let card = frame(
          area.size.width, area.size.height,
          (
            area,
            .picture(
              FramePicture(
                source: item.file, fit: .stretch, focus: .center,
                outline: .rectangle(radius: 0), border: nil, pixels: size, alternative: nil))
          ))
        let rasterizer = try Rasterizer(faces: FileFaces(), pictures: library)
        let drawn = try Pixels(
          rasterizer.draw(card, background: .color(.white), dotsPerInch: 72))
        let document = try PDFEncoder(
          PDFEncoder.Options(title: "Test"), faces: FileFaces(), pictures: library)
        try document.add(card, background: nil)
        #expect(try document.finish().count > 500)
        #expect(!item.mustBeRefused, "\(item.expected)")
        if let mean = item.mean {
          let got = [16, 8, 0].map { shift in
            drawn.values.reduce(0) { $0 + Double($1 >> UInt32(shift) & 255) }
              / Double(drawn.values.count)
          }
          let far = zip(got, mean).map { abs($0 - $1) }.max() ?? 0
          #expect(far <= 4, "\(got), not \(mean): \(item.expected)")
        }
      } catch let error as any Diagnostic {
        #expect(!item.mustBeDrawn, "\(error.message): \(item.expected)")
        #expect(error.message.contains(item.file))
        #expect(!error.message.contains("\n"))
      }
      #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test(arguments: cases.filter { $0.expected.contains("without the picture") })
    func `a picture outside the file is left out with a finding`(_ item: Case) throws {
      let library = PictureLibrary(assetsFolder: PictureCase.folder, svg: Self.loader)
      try library.check(item.file)
      #expect(library.findings(of: item.file).contains { $0.code == .pictureContent })
    }
  }
#endif
