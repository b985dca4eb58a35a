internal import CairnJSON
internal import CairnStore

/// A link whose other end may be in a later row.
struct WaitingLink {
  /// One end of a link.
  enum End {
    case record(ObjectID)
    case address(String)
    /// A name, or names that are separated by commas.
    case names(String)
    case value(field: String, text: String)
    /// The name of a record, which is made if it is missing.
    case title(RecordName)
  }

  /// The row of a link.
  struct Origin: Hashable {
    /// The position of the table among the tables of all inputs.
    var table: Int
    /// The position of the row in the table, from 0.
    var row: Int
    var line: RowLine
    var input: String
  }

  var record: ObjectID
  var relationship: Relationship
  var ends: [End]
  var origin: Origin
  /// Whether the data or a person declares the value to be a link.
  var isSure = true
  /// What the file said before about the link of a merged record.
  var merged: NotedLink?
}

/// Links that wait for their other end, in the order of their rows.
///
/// A later row's link replaces an earlier row's link with the same name and record.
struct WaitingLinks {
  /// A link of a record.
  struct Name: Hashable {
    var record: ObjectID
    var relationship: String
  }

  private var links: [WaitingLink?] = []
  private var places: [Name: Int] = [:]

  mutating func add(_ link: WaitingLink) {
    remove(link.relationship.name, of: link.record)
    places[Name(record: link.record, relationship: link.relationship.name)] = links.count
    links.append(link)
  }

  /// Adds one more end to a to-many link.
  ///
  /// If the link is new, it begins with `ends`.
  mutating func append(_ link: WaitingLink, after ends: [WaitingLink.End]) {
    let name = Name(record: link.record, relationship: link.relationship.name)
    if let place = places[name] {
      links[place]?.ends += link.ends
    } else {
      var link = link
      link.ends = ends + link.ends
      add(link)
    }
  }

  /// Removes the waiting link called `relationship` of a record, if there is one.
  mutating func remove(_ relationship: String, of record: ObjectID) {
    let name = Name(record: record, relationship: relationship)
    if let place = places.removeValue(forKey: name) { links[place] = nil }
  }

  /// Returns all waiting links, and removes them.
  mutating func take() -> [WaitingLink] {
    defer { self = WaitingLinks() }
    return links.compactMap { $0 }
  }
}

/// Reads the links in a cell: addresses of records, or whole records.
enum LinkCell {
  /// Returns the links in the cell; `nil` if the cell has no value.
  ///
  /// The links are empty if the data says that there are none, for example by `null`.
  ///
  /// A record is named as a person names it when setting a link. Several names are a JSON array, or
  /// separated by commas; a name may contain a comma, too.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - column: The cell's column.
  ///   - relationship: The relationship to read.
  ///   - plans: The plans for members of whole records, by name.
  ///   - context: Further context for reading the row.
  /// - Returns: The links; whole records become drafts.
  /// - Throws: `RowProblem.value` for a number, a truth value or a list of other values, and the
  ///   problems of a whole record.
  static func reference(
    of row: borrowing RawRow, _ column: Int, _ relationship: Relationship,
    _ plans: [String: ColumnPlan], in context: RowContext
  ) throws(RowProblem) -> RecordDraft.Reference? {
    let bytes = row.bytes(at: column)
    switch row.kind(at: column) {
    case .missing where !context.clearsLinks: return nil
    case .missing, .empty:
      return RecordDraft.Reference(relationship: relationship, target: .members([]))
    case .plain where !isJSON(bytes), .text:
      let text = String(decoding: bytes, as: UTF8.self)
      let name: RecordDraft.Reference.Member =
        relationship.isToMany ? .names(text) : .address(RecordAddress.standard(text))
      return RecordDraft.Reference(relationship: relationship, target: .members([name]))
    case .plain, .list, .plainList, .nested:
      return RecordDraft.Reference(
        relationship: relationship,
        target: .members(try members(bytes, relationship, plans, in: context)))
    case .number, .boolean: throw misfit(bytes, relationship)
    }
  }

  private static func isJSON(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == Byte.openBracket else { return false }
    var reader = JSONReader(bytes)
    return (try? reader.only()) != nil
  }

  private static func members(
    _ bytes: ArraySlice<UInt8>, _ relationship: Relationship, _ plans: [String: ColumnPlan],
    in context: RowContext
  ) throws(RowProblem) -> [RecordDraft.Reference.Member] {
    guard let entity = context.model[relationship.destination] else {
      throw misfit(bytes, relationship)
    }
    let nested = NestedRecord(entity: entity, members: plans, context: context)
    var reader = JSONReader(bytes)
    guard let value = try? reader.only() else { throw misfit(bytes, relationship) }
    var members: [RecordDraft.Reference.Member] = []
    for element in value.array ?? [value] {
      switch element {
      case .string(let address): members.append(.address(RecordAddress.standard(address)))
      case .object(let object):
        // An object with only an address is a link to a record, which stays unchanged.
        if object.members.count == 1, let address = RecordJSON.address(in: object) {
          members.append(.address("\(address)"))
        } else {
          members.append(.record(try nested.draft(of: object), object))
        }
      case .null, .boolean, .number, .array: throw misfit(bytes, relationship)
      }
    }
    return members
  }

  private static func misfit(
    _ bytes: ArraySlice<UInt8>, _ relationship: Relationship
  ) -> RowProblem {
    .value(
      field: relationship.name, text: String(decoding: bytes, as: UTF8.self),
      expected: "the URL of a record")
  }
}
