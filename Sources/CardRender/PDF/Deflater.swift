internal import CDeflate

/// Compresses bytes into zlib's format (libdeflate); one writer's own.
@safe final class Deflater {
  private let compressor: OpaquePointer
  private var buffer: [UInt8] = []

  /// Makes a compressor of libdeflate's level 6: the smallest that still costs little.
  init() throws(RenderError) {
    guard let made = unsafe libdeflate_alloc_compressor(6) else {
      throw RenderError("There is no memory to compress the PDF.")
    }
    unsafe compressor = made
  }

  deinit { unsafe libdeflate_free_compressor(compressor) }

  /// The bytes compressed; the result is good until the next call.
  func compress(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let bound = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
    if buffer.count < bound { buffer = [UInt8](repeating: 0, count: bound * 3 / 2) }
    let count = unsafe bytes.withUnsafeBytes { input in
      unsafe buffer.withUnsafeMutableBytes { output in
        unsafe libdeflate_zlib_compress(
          compressor, input.baseAddress, input.count, output.baseAddress, output.count)
      }
    }
    return buffer[..<count]
  }
}
