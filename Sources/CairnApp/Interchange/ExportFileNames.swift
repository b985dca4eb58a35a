internal import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// Creates unique names for the files of an export.
struct ExportFileNames {
  private let ending: String
  // Some file systems treat names as equal if they differ only in case.
  private var taken: Set<String> = []
  /// The last number after each name: ten thousand notes may be called "Untitled".
  private var numbers: [String: Int] = [:]

  /// - Parameters:
  ///   - format: the format, which determines the extension.
  ///   - ending: a different extension.
  ///   - other: the name of another file in the folder.
  init(_ format: InterchangeFormat, ending: String? = nil, besides other: String? = nil) {
    self.ending = ending ?? format.fileExtension
    taken = other.map { [$0] } ?? []
  }

  /// Returns the next file's name: `words` in letters that every file system supports, then the
  /// extension.
  ///
  /// If another file has the name, `-2` and so on precedes the extension.
  mutating func next(_ words: String) -> String {
    let stem = Self.stem(words)
    var name = "\(stem).\(ending)"
    var number = numbers[stem.lowercased()] ?? 1
    while !taken.insert(name.lowercased()).inserted {
      number += 1
      name = "\(stem)-\(number).\(ending)"
    }
    numbers[stem.lowercased()] = number
    return name
  }

  /// A file's name has at most 255 bytes, and a number and an extension follow the stem.
  private static let longestStem = 180

  static func stem(_ words: String) -> Substring {
    var legal = ""
    for character in words {
      let isLegal = character.isLetter || character.isNumber || "-_.".contains(character)
      let next: Character = isLegal ? character : "-"
      guard legal.utf8.count + next.utf8.count <= longestStem else { break }
      legal.append(next)
    }
    // A file whose name begins with a point would be hidden.
    let stem = legal.drop { $0 == "." }
    return stem.isEmpty ? "-" : stem
  }
}

extension Snapshot {
  /// Returns the words of a record's file name: its handle, else its key.
  func fileWords(of id: ObjectID) -> String {
    // The readable address has the handle only if the record can be read.
    guard row(id) != nil else { return "\(id.key)" }
    return readable(url(of: id)).segments.last ?? "\(id.key)"
  }

  /// Returns the folder and the name for the file of a note; `nil` for a record that is not a note.
  ///
  /// An import of a folder of notes keeps both, so an export creates the same files. The folder's
  /// path ends in a slash, unless it is empty.
  func notePlace(of id: ObjectID) -> (folder: String, words: String)? {
    guard let row = row(id), let entity = model[id.entity],
      entity.attribute(NoteFields.folder)?.type == .string,
      entity.attribute(NoteFields.body) != nil,
      case .text(let words)? = row[NoteFields.name] ?? entity.title.flatMap({ row[$0] })
    else { return nil }
    let folder = if case .text(let folder)? = row[NoteFields.folder] { folder } else { "" }
    let parts = folder.split(separator: "/").map { String(ExportFileNames.stem(String($0))) }
    return (parts.map { "\($0)/" }.joined(), words)
  }
}
