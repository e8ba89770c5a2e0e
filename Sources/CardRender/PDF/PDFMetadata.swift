internal import CPicture
internal import Foundation

/// What a document says of itself: the catalogue's entries, the information and the same as XMP.
struct PDFMetadata {
  let title: String
  let author: String?
  let language: String
  let secondsSince1970: Int
  let kind: PDFKind
  let duplex: PDFDuplex?

  private static let producer = "Cardstock"

  /// The information dictionary.
  var information: PDFContent {
    var content = PDFContent()
    content.add("<</Producer")
    content.string(Self.producer)
    content.add("/Title")
    content.string(title)
    if let author {
      content.add("/Author")
      content.string(author)
    }
    content.add("/CreationDate(D:")
    content.add(text: utcText(secondsSince1970).filter(\.isNumber))
    content.add("Z)>>")
    return content
  }

  /// Adds what belongs in the catalogue, and writes the objects that it refers to.
  func addCatalogue(to content: inout PDFContent, file: PDFFile) throws(RenderError) {
    content.add("/Lang")
    content.string(language)
    // A card is printed in its own size, and a window is named by what it shows.
    content.add("/ViewerPreferences<</DisplayDocTitle true/PrintScaling/None")
    switch duplex {
    case .longEdge: content.add("/Duplex/DuplexFlipLongEdge")
    case .shortEdge: content.add("/Duplex/DuplexFlipShortEdge")
    case nil: break
    }
    content.add(">>/Metadata ")
    var entries = PDFContent()
    entries.add("/Type/Metadata/Subtype/XML")
    // As plain text, so that every reader of metadata finds it.
    content.reference(file.addPlainStream(entries, Array(packet.utf8)))
    content.add("/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1")
    content.add("/OutputConditionIdentifier(sRGB IEC61966-2.1)/Info(sRGB IEC61966-2.1)")
    content.add("/RegistryName(http://www.color.org)/DestOutputProfile ")
    var profile = PDFContent()
    profile.add("/N 3")
    content.reference(file.addStream(profile, try Self.profile()))
    content.add(">>]")
  }

  /// The profile of sRGB; its date is that of the epoch, so that its bytes are always the same.
  private static func profile() throws(RenderError) -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    var length = 0
    guard unsafe cpicture_srgb_profile(&bytes, &length) == 0, let start = unsafe bytes else {
      throw RenderError("There is no memory for the colour profile of the PDF.")
    }
    defer { unsafe free(start) }
    return unsafe [UInt8](UnsafeBufferPointer(start: start, count: length))
  }

  /// The information as XMP (ISO 16684-1).
  private var packet: String {
    func escaped(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
    var parts = [
      "<dc:format>application/pdf</dc:format>",
      "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">\(escaped(title))</rdf:li></rdf:Alt></dc:title>",
    ]
    if let author {
      parts.append(
        "<dc:creator><rdf:Seq><rdf:li>\(escaped(author))</rdf:li></rdf:Seq></dc:creator>")
    }
    parts += [
      "<xmp:CreateDate>\(utcText(secondsSince1970))</xmp:CreateDate>",
      "<pdf:Producer>\(Self.producer)</pdf:Producer>",
    ]
    switch kind {
    case .pdfA2b:
      parts += ["<pdfaid:part>2</pdfaid:part>", "<pdfaid:conformance>B</pdfaid:conformance>"]
    case .pdfUA1: parts.append("<pdfuaid:part>1</pdfuaid:part>")
    case .plain, .tagged: break
    }
    return """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" \
      xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
      \(parts.joined(separator: "\n"))
      </rdf:Description>
      </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="r"?>
      """
  }
}

/// A moment as `2026-01-02T03:04:05Z`.
func utcText(_ secondsSince1970: Int) -> String {
  Date(timeIntervalSince1970: Double(secondsSince1970)).ISO8601Format()
}
