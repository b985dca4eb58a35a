import CairnStore
import TestSupport

/// The same records in a store and in a database of SQLite: places, and owners that they link to.
final class StoreSample {
  /// What a place has, and how SQLite calls a column of that kind.
  static let fields: [(name: String, type: AttributeType, column: String)] = [
    ("Code", .string, "TEXT UNIQUE"), ("Name", .string, "TEXT"), ("Town", .string, "TEXT"),
    ("Country", .string, "TEXT"), ("Kind", .string, "TEXT"), ("Opened", .date, "TEXT"),
    ("Seats", .integer, "INTEGER"), ("Rating", .decimal, "REAL"), ("Active", .boolean, "INTEGER"),
    ("Site", .url, "TEXT"), ("Remarks", .text, "TEXT"),
  ]
  /// How many places an owner has, on the average.
  static let placesOfOwner = 10

  let rows: Int
  let folder: TemporaryFolder
  let store: ObjectStore
  /// `nil` where SQLite isn't installed.
  let database: SQLiteDatabase?

  var owners: Int { rows / Self.placesOfOwner }
  var path: String { folder.path("store") }

  /// Makes `rows` places, each saved in one transaction on either side.
  init(rows: Int) throws {
    self.rows = rows
    folder = try TemporaryFolder()
    store = try ObjectStore.create(
      Self.options(folder.path("store")), modelText: Self.model)
    database = try SQLiteDatabase(folder.path("places.db"))
    try fillStore()
    try fillDatabase()
  }

  /// The store once more, as another process would see it: nothing is read yet.
  func reopened() throws -> ObjectStore {
    var options = Self.options(path)
    options.isReadOnly = true
    return try ObjectStore.open(options)
  }

  /// Any date that places have, of `year`.
  static func days(of year: Int) -> (first: String, last: String) {
    ("\(year)-01-01", "\(year)-12-31")
  }

  private static func options(_ folder: String) -> ObjectStore.Options {
    ObjectStore.Options(folder: folder) { Timestamp(microseconds: 0) }
  }

  private static var model: String {
    let attributes = fields.map { "%attribute: \($0.name) \($0.type.rawValue)\n" }.joined()
    return """
      %rec: Owner
      %attribute: Name string
      %relationship: Places to-many Place inverse=Owner

      %rec: Place
      \(attributes)%singular: Code
      %relationship: Owner to-one Owner inverse=Places

      """
  }
}

// The records, as each side takes them.
extension StoreSample {
  /// A place as it goes into the store: a value for each stored property.
  func values(_ cells: [String], owner: Int) -> [Value?] {
    zip(cells, Self.fields).map { cell, field in
      cell.isEmpty ? nil : Value(storedText: cell, as: field.type)
    } + [.link(RecordKey(sequence: UInt64(owner)))]
  }

  /// The number of the owner of a place, spread over all of them.
  func owner(of place: Int) -> Int { place &* 7919 % owners + 1 }

  private func fillStore() throws {
    try store.commit(title: "make places") { draft throws(StoreError) in
      for number in 1...owners { try draft.insert([.text("Owner \(number)")], into: "Owner") }
      let result = Result {
        try Places.forEach(in: 1...rows) { number, cells in
          try draft.insert(values(cells, owner: owner(of: number)), into: "Place")
        }
      }
      if case .failure(let error) = result { throw error }
    }
    try store.fold()
  }

  private func fillDatabase() throws {
    guard let database else { return }
    let columns = Self.fields.map { ", \($0.name) \($0.column)" }.joined()
    try database.run("CREATE TABLE Owners (id INTEGER PRIMARY KEY, Name TEXT)")
    try database.run(
      "CREATE TABLE Places (id INTEGER PRIMARY KEY\(columns), Owner INTEGER REFERENCES Owners)")
    try database.run("CREATE INDEX PlacesOpened ON Places (Opened)")
    try database.run("CREATE INDEX PlacesOwner ON Places (Owner)")
    try database.run("BEGIN")
    let insertOwner = try database.prepare("INSERT INTO Owners (Name) VALUES (?)")
    for number in 1...owners {
      insertOwner.bind("Owner \(number)", at: 1)
      try insertOwner.run()
    }
    let insert = try PlaceStatement(database)
    try Places.forEach(in: 1...rows) { try insert.run($1, owner: owner(of: $0)) }
    try database.run("COMMIT")
    try database.run("ANALYZE")
  }
}

/// SQLite's statement that inserts a place.
struct PlaceStatement {
  private let statement: SQLiteStatement

  init(_ database: SQLiteDatabase) throws {
    let names = StoreSample.fields.map(\.name).joined(separator: ", ")
    let marks = StoreSample.fields.map { _ in "?, " }.joined()
    statement = try database.prepare("INSERT INTO Places (\(names), Owner) VALUES (\(marks)?)")
  }

  func run(_ cells: [String], owner: Int) throws {
    for (index, cell) in cells.enumerated() {
      switch StoreSample.fields[index].type {
      case .integer: statement.bind(Int(cell) ?? 0, at: index + 1)
      case .boolean: statement.bind(cell == "true" ? 1 : 0, at: index + 1)
      case .decimal where !cell.isEmpty: statement.bind(Double(cell) ?? 0, at: index + 1)
      default: statement.bind(cell.isEmpty ? nil : cell, at: index + 1)
      }
    }
    statement.bind(owner, at: cells.count + 1)
    try statement.run()
  }
}
