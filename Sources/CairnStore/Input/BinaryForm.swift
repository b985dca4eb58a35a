/// A format of binary files, recognized by the first bytes.
public enum BinaryForm: CaseIterable, Sendable {
  /// A file that `gzip` compressed.
  case gzip
  /// A file that `bzip2` compressed.
  case bzip2
  /// A file that `xz` compressed.
  case xz
  /// A file that `zstd` compressed.
  case zstandard
  /// An archive of files, also a modern office document.
  case zip
  /// A document of an office program from before 2007.
  case oldOffice
  /// A database in one file.
  case sqlite
  /// A document with pages.
  case pdf
  /// A picture without loss.
  case png
  /// A photo.
  case jpeg
  /// A picture with few colors, possibly moving.
  case gif
  /// A program or library of Linux.
  case elf

  /// Returns the format of the bytes, if it is one of these.
  ///
  /// - Parameter sample: the first bytes, a few dozen at most.
  public init?(_ sample: [UInt8]) {
    guard let form = Self.allCases.first(where: { sample.starts(with: $0.mark) }) else {
      return nil
    }
    self = form
  }

  /// The first bytes of every file of the format.
  private var mark: [UInt8] {
    switch self {
    case .gzip: [0x1F, 0x8B]
    case .bzip2: Array("BZh".utf8) + [0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
    case .zstandard: [0x28, 0xB5, 0x2F, 0xFD]
    case .zip: [0x50, 0x4B, 0x03, 0x04]
    case .oldOffice: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    case .sqlite: Array("SQLite format 3\0".utf8)
    case .pdf: Array("%PDF-".utf8)
    case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    case .jpeg: [0xFF, 0xD8, 0xFF]
    case .gif: Array("GIF89a".utf8)
    case .elf: [0x7F, 0x45, 0x4C, 0x46]
    }
  }

  /// The name of the format for people, in a word or two.
  public var name: String {
    switch self {
    case .gzip: "gzip"
    case .bzip2: "bzip2"
    case .xz: "xz"
    case .zstandard: "Zstandard"
    case .zip: "zip"
    case .oldOffice: "office document"
    case .sqlite: "SQLite"
    case .pdf: "PDF"
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .gif: "GIF"
    case .elf: "program"
    }
  }
}
