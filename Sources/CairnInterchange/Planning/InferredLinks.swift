public import CairnStore

/// The links between tables of one import that are inferred from names and values of columns.
///
/// A column links to another table if it is named after that table's key, for example `ArtistId`
/// for artists. The other table must have a key with the same name, or called `id`: a unique value
/// in each row.
struct InferredLinks {
  private let tables: [InspectedTable]
  private let names: [String]

  /// Creates the links among `tables`, whose records go to the entities called `names`.
  init(_ tables: [InspectedTable], _ names: [String]) {
    (self.tables, self.names) = (tables, names)
  }

  /// The positions of a table and its key column.
  struct Key {
    let table: Int
    let column: Int
  }

  /// Returns the key that a column of the table at `index` is named after.
  func key(for column: String, of index: Int) -> Key? {
    guard let target = KeyColumn.target(of: column) else { return nil }
    let entity = Naming.collection(for: target).lowercased()
    for (other, name) in names.enumerated() where other != index && name.lowercased() == entity {
      if let key = tables[other].key(called: column) ?? tables[other].key(called: "id") {
        return Key(table: other, column: key)
      }
    }
    return nil
  }
}

/// The links in columns that hold only addresses of records, as in exports.
///
/// `cairn://authors/p1` links to the record with this address in a table of the import, else in the
/// store. If each of two collections has exactly one such column for the other, the columns are the
/// two sides of one link.
struct AddressLinks {
  /// A column with links from one collection to another.
  struct Side: Hashable {
    /// The entity with the column.
    let entity: String
    /// The name of the column and of the link.
    let name: String
    let destination: String
    let isToMany: Bool
    let isOrdered: Bool
    /// Whether the records are nested in the column.
    let isFollowed: Bool
    /// The linked pairs of records; empty if the records have no addresses of their own.
    let pairs: LinkPairs

    /// The link, without its other side.
    var relationship: Relationship {
      var link = Relationship(name: name, destination: destination, isToMany: isToMany)
      link.isOrdered = isOrdered
      if isFollowed { link.exportRule = .follow }
      return link
    }
  }

  /// The sides in the order of the columns, each with the name of its other side, if that is a
  /// column.
  let sides: [(side: Side, back: String?)]

  /// Finds the pairs among `sides`.
  init(_ sides: [Side]) {
    // Equal pairs of values prove it, unless some records are missing.
    func sureBacks(of side: Side) -> [Side] {
      sides.filter { Self.mayBeBack($0, of: side) && $0.pairs.areBack(of: side.pairs) }
    }
    func backs(of side: Side) -> [Side] {
      let sure = sureBacks(of: side)
      if !sure.isEmpty { return sure }
      return sides.filter {
        Self.mayBeBack($0, of: side) && Self.isLikely($0, side) && sureBacks(of: $0).isEmpty
      }
    }
    self.sides = sides.map { side in
      // Among several candidates, the right pair is unknown.
      let others = backs(of: side)
      let isSure = others.count == 1 && backs(of: others[0]).count == 1
      return (side, isSure ? others[0].name : nil)
    }
  }

  private static func mayBeBack(_ other: Side, of side: Side) -> Bool {
    other != side && other.entity == side.destination && other.destination == side.entity
  }

  /// Returns whether two columns may be the sides of one link.
  ///
  /// Within one collection, one side links to one record and the other side to several: a person
  /// has one manager, and a manager has several people.
  private static func isLikely(_ other: Side, _ side: Side) -> Bool {
    side.entity != side.destination || side.isToMany != other.isToMany
  }
}

/// The URL of a record as every output prints it: `cairn://recipes/p3`.
///
/// The output of another app has the scheme of that app. The scheme says nothing about the record,
/// so a reader takes any scheme except the schemes of the web and of files.
///
/// A plural is a plain word, and a key has only letters, digits and `-`, so no escapes are
/// necessary.
public struct RecordAddress: Hashable, Sendable, LosslessStringConvertible {
  /// The collection's plural name.
  public let collection: String
  /// The record's key.
  public let key: RecordKey

  /// The scheme of the output of Cairn itself.
  public static let usualScheme = "cairn"

  /// The schemes whose URLs are never addresses of records, such as `https://host/p3`.
  private static let otherSchemes: Set<String> = ["http", "https", "ftp", "sftp", "ssh", "file"]

  /// Creates the address of a record.
  ///
  /// - Parameters:
  ///   - key: The record's key.
  ///   - entity: The record's entity.
  public init(_ key: RecordKey, of entity: Entity) {
    collection = entity.plural
    self.key = key
  }

  /// Creates the address of a record in the collection with the plural name `collection`.
  init(_ key: RecordKey, in collection: String) { (self.collection, self.key) = (collection, key) }

  /// Parses `cairn://recipes/p3`, or the same with another scheme; `nil` for any other text.
  public init?(_ description: String) {
    self.init(Array(description.utf8)[...])
  }

  /// Returns the address in a text with the usual scheme, or the same text if it is no address.
  static func standard(_ text: String) -> String { RecordAddress(text)?.description ?? text }

  /// Finds the record's own address in the start of an exported file.
  ///
  /// - Parameters:
  ///   - head: the first bytes of the file.
  ///   - format: the format.
  /// - Returns: the address of the first record; `nil` if no address comes first.
  package static func own(in head: [UInt8], of format: InterchangeFormat) -> RecordAddress? {
    let lines = String(decoding: head, as: UTF8.self)
      .split(whereSeparator: \.isNewline).prefix(200)
    switch format {
    case .markdown: return inFrontMatter(lines)
    case .csv, .tsv:
      let mark: Character = format == .csv ? "," : "\t"
      let names = lines.first?.split(separator: mark).map { $0.trimming("\"\u{FEFF}") } ?? []
      let values = lines.dropFirst().first?.split(separator: mark) ?? []
      guard let name = names.first, RecordJSON.identityKeys.contains(name) else { return nil }
      return values.first.flatMap { RecordAddress($0.trimming("\"")) }
    case .json, .jsonl:
      let text = lines.joined(separator: " ").drop { "[{ ".contains($0) }
      let parts = text.split(separator: "\"", maxSplits: 4, omittingEmptySubsequences: false)
      guard parts.count > 3, RecordJSON.identityKeys.contains(String(parts[1])) else { return nil }
      return RecordAddress(String(parts[3]))
    case .rec, .vcard, .bibtex, .bookmarks, .icalendar, .spreadsheet: return nil
    }
  }

  /// The address in the front matter, on a line of its own that is not part of another value.
  private static func inFrontMatter(_ lines: ArraySlice<Substring>) -> RecordAddress? {
    guard let mark = lines.first, mark == "---" || mark == "+++" else { return nil }
    for line in lines.dropFirst() {
      if line == mark { return nil }
      let words = line.split(maxSplits: 1) { ":=".contains($0) }
      guard words.count == 2, line.first?.isWhitespace == false,
        RecordJSON.identityKeys.contains(words[0].trimming("\"' "))
      else { continue }
      if let address = RecordAddress(words[1].trimming("\"' ")) { return address }
    }
    return nil
  }

  init?(_ bytes: ArraySlice<UInt8>) {
    guard let colon = bytes.prefix(Self.longestScheme).firstIndex(of: Byte.colon),
      bytes[colon...].starts(with: "://".utf8),
      let first = bytes.first, Byte.isLetter(first),
      bytes[..<colon].allSatisfy({
        Byte.isLetter($0) || Byte.isDigit($0) || "+-.".utf8.contains($0)
      })
    else { return nil }
    let parts = bytes[(colon + 3)...].split(
      separator: Byte.slash, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty,
      let key = RecordKey(String(decoding: parts[1], as: UTF8.self)),
      !Self.otherSchemes.contains(String(decoding: bytes[..<colon], as: UTF8.self).lowercased())
    else { return nil }
    collection = String(decoding: parts[0], as: UTF8.self)
    self.key = key
  }

  /// No app has a longer scheme than this, in bytes.
  private static let longestScheme = 64

  /// Returns the part of an entity's addresses before the key.
  static func start(of entity: Entity, scheme: String) -> String { "\(scheme)://\(entity.plural)/" }

  /// The address with the usual scheme.
  public var description: String { text(scheme: Self.usualScheme) }

  /// Returns the address as an app prints it, with the scheme of its URLs.
  func text(scheme: String) -> String { "\(scheme)://\(collection)/\(key)" }
}

extension Substring {
  /// The text without these characters at both ends.
  fileprivate func trimming(_ characters: String) -> String {
    let start = drop { characters.contains($0) }
    let end = start.lastIndex { !characters.contains($0) }.map(start.index(after:))
    return String(start[..<(end ?? start.startIndex)])
  }
}
