internal import Foundation

/// Whether two lists of bytes are the same.
public func hasSameBytes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return unsafe left.withUnsafeBytes { one in
    unsafe right.withUnsafeBytes { other in
      guard let one = one.baseAddress, let other = other.baseAddress else { return true }
      return unsafe memcmp(one, other, left.count) == 0
    }
  }
}
