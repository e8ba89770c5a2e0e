public import CardLayout
public import CardModel

#if Barcodes
  internal import CBarcode
#endif

/// Makes the modules of codes through zint.
///
/// Text beyond ASCII is UTF-8 and says so in the code (ECI 26) wherever the symbology can, so that
/// no reader has to guess. One encoder serves any number of threads; it keeps what all QR codes of
/// a size have in common.
public struct ZintEncoder: CodeEncoding, Sendable {
  private let masks = QRMasks()

  /// Makes an encoder.
  public init() {}

  /// The modules of a code.
  ///
  /// - Throws: `CodeError` where the symbology cannot hold the content, or where codes were left
  ///   out of this build.
  public func encode(_ barcode: Barcode) throws(CodeError) -> CodeSymbol {
    let content = barcode.content.text
    try CodeChecks.check(content, for: barcode)
    #if Barcodes
      return try symbol(of: barcode, content)
    #else
      throw CodeError(
        "Codes were left out of this build, so a \(barcode.symbology.facts.name) cannot be made.",
        hint: "Build with the trait 'Barcodes'.")
    #endif
  }
}

#if Barcodes
  extension ZintEncoder {
    private func symbol(of barcode: Barcode, _ content: String) throws(CodeError) -> CodeSymbol {
      guard content.utf8.count <= Int(ZINT_MAX_DATA_LEN) else {
        throw CodeCapacity.tooLong(content, for: barcode)
      }
      guard barcode.symbology == .qr else { return try made(barcode, content) }
      let first = try made(barcode, content, mask: 0)
      guard first.columns <= QRMask.widest else { return try made(barcode, content) }
      let masks = try masks.masks(of: first.columns) { (number) throws(CodeError) in
        number == 0 ? first.lines : try made(barcode, content, mask: number).lines
      }
      return CodeSymbol(first, lines: masks.best(first.lines))
    }

    /// A QR code under the mask that zint finds by itself.
    func asZintMasks(_ barcode: Barcode) throws(CodeError) -> CodeSymbol {
      try made(barcode, barcode.content.text)
    }

    /// The code as zint makes it: a QR code under one of its masks, where one is given.
    private func made(
      _ barcode: Barcode, _ content: String, mask: Int? = nil
    ) throws(CodeError) -> CodeSymbol {
      guard let symbol = unsafe ZBarcode_Create() else {
        throw CodeError("There is no memory for a code.")
      }
      defer { unsafe ZBarcode_Delete(symbol) }
      unsafe prepare(symbol, for: barcode, content)
      if let mask { unsafe symbol.pointee.option_3 = Int32(mask + 1) << 8 }

      var bytes = Array(content.utf8)
      let length = Int32(bytes.count)
      let result = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        unsafe ZBarcode_Encode(symbol, buffer.baseAddress, length)
      }
      guard result < ZINT_ERROR else {
        throw failure(result, of: barcode, content, reason: unsafe text(of: symbol))
      }
      return unsafe read(symbol, barcode)
    }

    private func prepare(
      _ symbol: UnsafeMutablePointer<zint_symbol>, for barcode: Barcode, _ content: String
    ) {
      unsafe symbol.pointee.symbology = barcode.symbology.zintNumber
      unsafe symbol.pointee.input_mode = UNICODE_MODE
      unsafe symbol.pointee.show_hrt = 0
      switch barcode.symbology {
      case .qr, .microQR: unsafe symbol.pointee.option_1 = barcode.errorCorrection.zintNumber
      case .dataMatrix:
        // Many readers know the square symbols only.
        unsafe symbol.pointee.option_3 = DM_SQUARE
      default: break
      }
      let isASCII = content.utf8.allSatisfy { $0 < 0x80 }
      switch barcode.symbology {
      case .qr, .dataMatrix, .aztec, .pdf417: unsafe symbol.pointee.eci = isASCII ? 0 : 26
      default: break
      }
    }

    private func read(
      _ symbol: UnsafeMutablePointer<zint_symbol>, _ barcode: Barcode
    ) -> CodeSymbol {
      let columns = Int(unsafe symbol.pointee.width)
      let rows = Int(unsafe symbol.pointee.rows)
      var modules: [Bool] = []
      modules.reserveCapacity(columns * rows)
      for row in 0..<rows {
        guard let line = unsafe card_zint_row(symbol, Int32(row)) else { break }
        for column in 0..<columns {
          modules.append(unsafe line[column / 8] & (1 << UInt8(column % 8)) != 0)
        }
      }
      let facts = barcode.symbology.facts
      return CodeSymbol(
        columns: columns, rows: rows, modules: modules,
        rowHeight: barcode.symbology.rowHeight(columns: columns),
        quietZone: facts.quietZone, minimumModule: facts.minimumModule * 72 / 25.4)
    }

    private func failure(
      _ result: Int32, of barcode: Barcode, _ content: String, reason: String
    ) -> CodeError {
      let facts = barcode.symbology.facts
      if result == ZINT_ERROR_TOO_LONG { return CodeCapacity.tooLong(content, for: barcode) }
      if result == ZINT_ERROR_INVALID_DATA,
        let scalar = content.unicodeScalars.first(where: { !holds($0, barcode) })
      {
        return CodeError(
          "\(CodeChecks.capitalised(facts.article)) \(facts.name) cannot hold "
            + "\(CodeChecks.named(scalar)), which is in \(CodeChecks.quoted(content)).",
          hint: "Leave it out, or use a QR code, which holds any text.")
      }
      return CodeError(
        "\(CodeChecks.capitalised(facts.article)) \(facts.name) cannot be made of "
          + "\(CodeChecks.quoted(content)): \(reason).")
    }

    /// Whether a code of this one character can be made.
    private func holds(_ scalar: Unicode.Scalar, _ barcode: Barcode) -> Bool {
      guard let symbol = unsafe ZBarcode_Create() else { return true }
      defer { unsafe ZBarcode_Delete(symbol) }
      let content = String(scalar)
      unsafe prepare(symbol, for: barcode, content)
      var bytes = Array(content.utf8)
      let length = Int32(bytes.count)
      return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        unsafe ZBarcode_Encode(symbol, buffer.baseAddress, length)
      } < ZINT_ERROR
    }

    /// What zint says, without its number.
    private func text(of symbol: UnsafeMutablePointer<zint_symbol>) -> String {
      let text = unsafe withUnsafeBytes(of: &symbol.pointee.errtxt) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let colon = text.firstIndex(of: ":") else { return text }
      return String(text[text.index(after: colon)...].drop { $0 == " " })
    }
  }

  extension Symbology {
    fileprivate var zintNumber: Int32 {
      switch self {
      case .qr: BARCODE_QRCODE
      case .microQR: BARCODE_MICROQR
      case .dataMatrix: BARCODE_DATAMATRIX
      case .aztec: BARCODE_AZTEC
      case .pdf417: BARCODE_PDF417
      case .code128: BARCODE_CODE128
      case .code39: BARCODE_CODE39
      case .ean13: BARCODE_EANX
      case .itf: BARCODE_C25INTER
      }
    }
  }

  extension ErrorCorrection {
    fileprivate var zintNumber: Int32 {
      switch self {
      case .low: 1
      case .medium: 2
      case .quartile: 3
      case .high: 4
      }
    }
  }
#endif
