internal import CairnStore

/// A link whose other end may come later than its row.
struct WaitingLink {
  /// One end of a link.
  enum End {
    case record(ObjectID)
    case address(String)
    case value(field: String, text: String)
  }

  /// Where the row of a link stands.
  struct Origin: Equatable {
    /// The table's place among those of all inputs.
    var table: Int
    /// The row's place in the table, from 0.
    var row: Int
    var line: RowLine
    var input: String
  }

  var record: ObjectID
  var relationship: Relationship
  var ends: [End]
  var origin: Origin
  /// Whether the data or a person says that it is a link.
  var isSure = true
}

/// Links that wait for their other end, in the order of their rows.
///
/// What a later row says of a record's link takes the place of what an earlier one said.
struct WaitingLinks {
  /// A link of a record.
  struct Name: Hashable {
    var record: ObjectID
    var relationship: String
  }

  private var links: [WaitingLink?] = []
  private var places: [Name: Int] = [:]

  /// Lets a link wait.
  mutating func add(_ link: WaitingLink) {
    remove(link.relationship.name, of: link.record)
    places[Name(record: link.record, relationship: link.relationship.name)] = links.count
    links.append(link)
  }

  /// Lets one more end of a to-many link wait, which begins with `ends` if none of it does.
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

  /// Forgets what waits to become the link called `relationship` of a record, if anything does.
  mutating func remove(_ relationship: String, of record: ObjectID) {
    let name = Name(record: record, relationship: relationship)
    if let place = places.removeValue(forKey: name) { links[place] = nil }
  }

  /// Returns what waits, and forgets it.
  mutating func take() -> [WaitingLink] {
    defer { self = WaitingLinks() }
    return links.compactMap { $0 }
  }
}
