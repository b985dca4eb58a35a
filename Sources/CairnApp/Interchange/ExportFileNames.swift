internal import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// Names for the files of an export, each once in its folder.
struct ExportFileNames {
  private let ending: String
  // Some file systems take names for the same that differ in capitals.
  private var taken: Set<String> = []

  /// - Parameters:
  ///   - format: the format, whose ending the names get.
  ///   - ending: another ending.
  ///   - other: the name of another file in the folder.
  init(_ format: InterchangeFormat, ending: String? = nil, besides other: String? = nil) {
    self.ending = ending ?? format.fileExtension
    taken = other.map { [$0] } ?? []
  }

  /// The next file's name: `words` in letters that every file system has, then the format's ending;
  /// before that `-2` and so on where another file has the name.
  mutating func next(_ words: String) -> String {
    let stem = Self.stem(words)
    var name = "\(stem).\(ending)"
    var number = 2
    while !taken.insert(name.lowercased()).inserted {
      name = "\(stem)-\(number).\(ending)"
      number += 1
    }
    return name
  }

  /// A name of a file has room for 255 bytes, and a number and an ending follow.
  private static let longestStem = 180

  static func stem(_ words: String) -> Substring {
    var legal = ""
    for character in words {
      let isLegal = character.isLetter || character.isNumber || "-_.".contains(character)
      let next: Character = isLegal ? character : "-"
      guard legal.utf8.count + next.utf8.count <= longestStem else { break }
      legal.append(next)
    }
    // A file that begins with a point is hidden.
    let stem = legal.drop { $0 == "." }
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

  /// The folder and the name for the file of a note; `nil` for a record that is no note.
  ///
  /// An import of a folder of notes keeps both, so an export makes the same files. The folder ends in
  /// a slash, unless it is empty.
  func notePlace(of id: ObjectID) -> (folder: String, words: String)? {
    guard let row = row(id), let entity = model[id.entity], let title = entity.title,
      entity.attribute(NoteFields.folder)?.type == .string,
      entity.attribute(NoteFields.body) != nil,
      case .text(let words)? = row[title]
    else { return nil }
    let folder = if case .text(let folder)? = row[NoteFields.folder] { folder } else { "" }
    let parts = folder.split(separator: "/").map { String(ExportFileNames.stem(String($0))) }
    return (parts.map { "\($0)/" }.joined(), words)
  }
}
