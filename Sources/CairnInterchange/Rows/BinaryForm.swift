/// A form of files that are no text, told by their first bytes.
public enum BinaryForm: CaseIterable, Sendable {
  case gzip, bzip2, xz, zstandard, zip
  case oldOffice, sqlite, pdf, png, jpeg, gif, elf

  /// The form that a file begins as, if it is one of these.
  init?(_ sample: [UInt8]) {
    guard let form = Self.allCases.first(where: { sample.starts(with: $0.mark) }) else {
      return nil
    }
    self = form
  }

  /// What its files begin with.
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

  /// What a file called `name` is, and what to do about it.
  func sentence(of name: String) -> String {
    switch self {
    case .gzip: "is compressed with gzip; \(Self.advice("gunzip -c"))"
    case .bzip2: "is compressed with bzip2; \(Self.advice("bunzip2 -c"))"
    case .xz: "is compressed with xz; \(Self.advice("xz -dc"))"
    case .zstandard: "is compressed with Zstandard; \(Self.advice("zstd -dc"))"
    case .zip where Self.isSpreadsheet(name): "is a spreadsheet; \(Self.saveAsCSV)"
    case .zip: "is a zip archive; \(Self.advice("unzip -p"))"
    case .oldOffice: "is a document of an old office program; \(Self.saveAsCSV)"
    case .sqlite:
      "is a database of SQLite; sqlite3 -csv -header FILE 'SELECT * FROM NAME' "
        + "| cairn import - --into NAME imports a table"
    case .pdf: "is a PDF document, which has no records"
    case .png, .jpeg, .gif: "is an image, which has no records"
    case .elf: "is a program, which has no records"
    }
  }

  private static let saveAsCSV = "save it as CSV there, and import that"

  private static func advice(_ unpacking: String) -> String {
    "\(unpacking) FILE | cairn import - --into NAME imports what is in it"
  }

  /// Whether a zip archive is what a spreadsheet program saved.
  private static func isSpreadsheet(_ name: String) -> Bool {
    [".xlsx", ".xlsm", ".ods", ".numbers"].contains { name.lowercased().hasSuffix($0) }
  }
}
