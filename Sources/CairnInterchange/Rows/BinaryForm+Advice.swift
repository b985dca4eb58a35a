internal import CairnStore

extension BinaryForm {
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
    case .pdf: "is a PDF document without records"
    case .png, .jpeg, .gif: "is an image without records"
    case .elf: "is a program without records"
    }
  }

  private static let saveAsCSV = "save it as CSV and import that file"

  private static func advice(_ unpacking: String) -> String {
    "\(unpacking) FILE | cairn import - --into NAME imports its content"
  }

  /// Whether a zip archive is what a spreadsheet program saved.
  private static func isSpreadsheet(_ name: String) -> Bool {
    [".xlsx", ".xlsm", ".ods", ".numbers"].contains { name.lowercased().hasSuffix($0) }
  }
}
