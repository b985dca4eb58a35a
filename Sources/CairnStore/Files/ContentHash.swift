internal import CPlatform
package import CairnFiles

/// The hash that names a kept file: the first half of the SHA-256 of its content.
///
/// The content comes in parts, so that a large file needs no memory.
package struct ContentHash {
  /// The number of hexadecimal digits of the hash.
  static let length = 32

  private var state = platform_sha256_begin()

  /// Creates the hash of an empty content.
  package init() {}

  /// Adds the next part of the content.
  package mutating func add(_ part: [UInt8]) {
    unsafe part.withUnsafeBufferPointer { bytes in
      unsafe platform_sha256_add(&state, bytes.baseAddress, bytes.count)
    }
  }

  /// The hexadecimal digits of the hash of the parts so far.
  package var digits: String {
    var (state, digest) = (state, [UInt8](repeating: 0, count: 32))
    unsafe digest.withUnsafeMutableBufferPointer { bytes in
      unsafe platform_sha256_end(&state, bytes.baseAddress)
    }
    let digits = Array("0123456789abcdef")
    return String(
      digest.prefix(Self.length / 2).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// Returns the digits of the hash of a file.
  ///
  /// Cost: the file is read in parts.
  package static func digits(of file: any OpenFile) throws(FileError) -> String {
    let source = OpenFileSource(file)
    var hash = ContentHash()
    while case let part = try source.next(), !part.isEmpty { hash.add(part) }
    return hash.digits
  }
}
