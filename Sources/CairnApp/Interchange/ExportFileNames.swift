internal import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// Names for the files of an export, each once in its folder.
struct ExportFileNames {
  private let format: InterchangeFormat
  // Some file systems take names for the same that differ in capitals.
  private var taken: Set<String> = []

  /// - Parameters:
  ///   - format: the format, whose ending the names get.
  ///   - other: the name of another file in the folder.
  init(_ format: InterchangeFormat, besides other: String? = nil) {
    self.format = format
    taken = other.map { [$0] } ?? []
  }

  /// The next file's name: `words` in letters that every file system has, then the format's ending;
  /// before that `-2` and so on where another file has the name.
  mutating func next(_ words: String) -> String {
    let stem = Self.stem(words)
    var name = "\(stem).\(format.fileExtension)"
    var number = 2
    while !taken.insert(name.lowercased()).inserted {
      name = "\(stem)-\(number).\(format.fileExtension)"
      number += 1
    }
    return name
  }

  private static func stem(_ words: String) -> Substring {
    let legal = words.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" }
    // A file that begins with a point is hidden.
    let stem = String(legal).drop { $0 == "." }
    return stem.isEmpty ? "-" : stem
  }
}

extension Snapshot {
  /// What a record's file is called: its handle, else its key.
  func fileWords(of id: ObjectID) -> String {
    // Only of a record that was read its readable address has the handle.
    guard row(id) != nil else { return "\(id.key)" }
    return readable(url(of: id)).segments.last ?? "\(id.key)"
  }
}
