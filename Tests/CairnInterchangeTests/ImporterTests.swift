import CairnFiles
import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `An import of a table` {
  @Test func `makes a collection with typed fields and its records in order`() throws {
    let store = try makeStore()
    let report = try store.take(
      "AlbumId,Title,Price,Released\n2,Zebra,9.90,2020-05-01\n1,Ant,,\n", as: "/data/albums.csv")
    let entity = try #require(store.snapshot.model["Album"])
    expectEqual(entity.plural, "albums")
    expectTrue(entity.isInferred)
    expectEqual(entity.title, "Title")
    expectEqual(entity.attributes.map(\.name), ["AlbumId", "Title", "Price", "Released"])
    expectEqual(entity.attributes.map(\.type), [.integer, .string, .decimal, .date])
    expectEqual(entity.attributes.filter(\.isInferred).count, 4)
    try expectEqual(store.texts("Title", of: "Album"), ["Zebra", "Ant"])
    try expectEqual(store.texts("Price", of: "Album"), ["9.90", "-"])
    expectEqual(report.collections.map(\.inserted), [2])
    expectEqual(report.collections.map(\.isNew), [true])
    expectEqual(report.badRowCount, 0)
    expectTrue(report.transaction != nil)
  }

  @Test(arguments: [
    ("Name,City\n\"two\nlines\",Bern\n", "Name"), ("Item,City\n\"two\nlines\",Bern\n", "City"),
    ("Summary,City\n\"two\nlines\",Bern\n", "City"),
  ])
  func `lets records be called by their names, whatever stands in them`(
    text: String, title: String
  ) throws {
    let store = try makeStore()
    _ = try store.take(text, as: "/data/albums.csv")
    let entity = try #require(store.snapshot.model["Album"])
    expectEqual(entity.title, title)
    expectEqual(entity.attributes.first?.type, .text)
  }

  @Test func `refuses a second record with the same handle, as a form does`() throws {
    var entity = Entity(
      name: "Album",
      properties: ["Title", "Slug"].map { .attribute(Attribute(name: $0, type: .string)) })
    (entity.title, entity.handle) = ("Title", "Slug")
    let store = try makeStore([entity])
    try store.take("Title,Slug\nZebra,zebra\n", as: "albums.csv")
    let report = try store.take("Title,Slug\nOther,zebra\nAnt,ant\nAnt,ant\n", as: "albums.csv")
    expectEqual(report.badRows.map(\.line), [2, 4])
    try expectEqual(store.texts("Title", of: "Album"), ["Zebra", "Ant"])
  }

  @Test func `is one change of the store`() throws {
    let store = try makeStore()
    let before = store.snapshot.version
    try store.take("a\n1\n2\n3\n")
    expectEqual(store.snapshot.version, before + 1)
  }

  @Test func `finds a collection and its fields ignoring case`() throws {
    let store = try makeStore()
    try store.take("Name,Age\nAnn,30\n", as: "people.csv")
    try store.take("NAME,age\nBob,40\n") { $0.collection = "peoples" }
    expectEqual(store.snapshot.model.entities.map(\.name), ["Person"])
    try expectEqual(store.texts("Name", of: "Person"), ["Ann", "Bob"])
    try expectEqual(store.texts("Age", of: "Person"), ["30", "40"])
  }

  @Test func `adds fields that the collection lacks`() throws {
    let store = try makeStore()
    try store.take("Name\nAnn\n")
    try store.take("Name,City\nBob,Lyon\n")
    try expectEqual(store.texts("City", of: "Thing"), ["-", "Lyon"])
  }

  @Test func `keeps columns apart whose names become the same`() throws {
    let store = try makeStore()
    try store.take("a b,a-b,a_b,Id,,\n1,2,3,4,,\n5,6,7,8,9,\n")
    let names = store.snapshot.model["Thing"]?.attributes.map(\.name)
    expectEqual(names, ["a_b_2", "a_b_3", "a_b", "id", "column_5"])
    try expectEqual(store.texts("a_b", of: "Thing"), ["3", "7"])
  }

  @Test func `keeps a name for the column that has it, and says what others became`() throws {
    let store = try makeStore()
    let text = "a,a,A,,a_2,,column_4,Id\n1,2,3,4,5,6,7,8\n"
    let report = try store.take(text)
    expectEqual(
      store.snapshot.model["Thing"]?.attributes.map(\.name),
      [
        "a", "a_3", "A", "column_4_2", "a_2", "column_6", "column_4", "id",
      ])
    expectEqual(
      report.notices,
      [
        "things.csv: each field needs its own name, so a became a_3, column 4 became "
          + "column_4_2, column 6 became column_6"
      ])
    // The columns find their fields again.
    try expectEqual(store.take(text.replacing("5", with: "50")).notices, [])
    expectEqual(store.snapshot.model["Thing"]?.attributes.count, 8)
    try expectEqual(store.texts("a_2", of: "Thing"), ["5", "50"])
    try expectEqual(store.texts("a_3", of: "Thing"), ["2", "2"])
  }

  @Test func `leaves nothing where each row is refused`() throws {
    let store = try makeStore()
    for isDryRun in [true, false] {
      let report = try store.take("größe,Name\n1,A\n2,B\n", as: "q.csv") {
        ($0.types, $0.isDryRun) = (["Name": .integer], isDryRun)
      }
      expectEqual(report.badRowCount, 2)
      expectTrue(!report.hasRecords && report.collections.isEmpty)
      expectEqual(report.notices, [])
      expectEqual(report.transaction, nil)
    }
    expectEqual(store.snapshot.model.entities, [])
    expectEqual(store.snapshot.version, 0)
    try store.take("Name\n1\n", as: "q.csv")
    // Nor a field that only rows have that are refused.
    let report = try store.take("Name,New\n1,2,3\n2,3,4\n", as: "q.csv")
    expectEqual(report.collections.map(\.description), ["qs: 0 new"])
    expectEqual(store.snapshot.version, 1)
    expectEqual(store.snapshot.model["Q"]?.attributes.map(\.name), ["Name"])
  }

  @Test func `says of bytes that its encoding has no character for where they are`() throws {
    let store = try makeStore()
    let bytes = Array("n,m\nok,1\nM".utf8) + [0x81] + Array("ller,2\n".utf8)
    var input = ImportInput(source(bytes: bytes))
    input.dialect.encoding = .windows1252
    let report = try Importer(store).run([input])
    expectEqual(
      report.notices,
      [
        "things.csv was read with encoding Windows-1252 (given), delimiter ,, quote \", header 1"
      ])
    expectEqual(
      report.badRows.map(\.description),
      [
        "things.csv, line 3: the cell n has bytes that are not Windows-1252"
      ])
  }

  @Test func `puts a column into the field that a person maps it to`() throws {
    let store = try makeStore()
    try store.take("Name\nAnn\n")
    try store.take("who\nBob\n") { $0.mapping = ["who": "Name"] }
    try expectEqual(store.texts("Name", of: "Thing"), ["Ann", "Bob"])
    #expect(throws: InterchangeError.self) {
      try store.take("who\nEve\n") { $0.mapping = ["whom": "Name"] }
    }
  }

  @Test func `reports bad rows by line and imports the rest`() throws {
    let store = try makeStore()
    let report = try store.take("a,b\n1,x\n2,2,2\n3,y\n\"4\n\",z\n5,6,7\n8,w\n")
    expectEqual(report.badRows.map(\.line), [3, 7])
    expectEqual(report.badRows.first?.description.hasPrefix("things.csv, line 3: "), true)
    try expectEqual(store.texts("b", of: "Thing"), ["x", "y", "z", "w"])
  }

  @Test func `refuses all rows for one bad row if it is strict`() throws {
    let store = try makeStore()
    #expect(throws: InterchangeError.self) {
      try store.take("a,b\n1,x\n2,2,2\n") { $0.isStrict = true }
    }
    expectTrue(store.snapshot.model.entities.isEmpty)
    try store.take("a,b\n1,x\n2,y\n") { $0.isStrict = true }
    try expectEqual(store.texts("b", of: "Thing"), ["x", "y"])
  }

  @Test func `changes nothing in a dry run and reports the same`() throws {
    let store = try makeStore()
    let text = "a,b\n1,x\n2,2,2\n3,y\n"
    let rehearsal = try store.take(text) { $0.isDryRun = true }
    expectTrue(store.snapshot.model.entities.isEmpty)
    expectEqual(store.snapshot.version, 0)
    let report = try store.take(text)
    expectEqual(rehearsal.badRows, report.badRows)
    expectEqual(rehearsal.collections.map(\.inserted), report.collections.map(\.inserted))
    expectEqual(rehearsal.transaction, nil)
  }

  @Test(arguments: [1, 2])
  func `stops without a change when it is canceled`(answers: Int) throws {
    let store = try makeStore()
    let rows = (1...(2 * ImportProgress.interval)).map(String.init).joined(separator: "\n")
    var calls = 0
    #expect(throws: InterchangeError.self) {
      try Importer(store).run([ImportInput(source("a\n" + rows, blockSize: 5000))]) { progress in
        calls += 1
        let stop: ImportProgress.Phase = answers == 1 ? .inspecting : .converting
        return progress.phase == stop ? .cancel : .proceed
      }
    }
    expectEqual(calls, (answers == 1 ? 1 : 3))
    expectEqual(store.snapshot.model, ObjectModel())
  }

  @Test func `takes an empty cell for no value and a JSON text of no length for text`() throws {
    let store = try makeStore()
    try store.take("a,b\nz,\"\"\nx,y\n")
    try expectEqual(store.values("b", of: "Thing").first, .some(nil))
    try store.take("{\"a\":\"\",\"b\":null}\n", as: "things.jsonl")
    try expectEqual(store.values("a", of: "Thing").last, .some(.text("")))
  }
}

@Suite struct `An import over known records` {
  private func servers() throws -> ObjectStore {
    var host = Attribute(name: "Host", type: .string)
    host.isUnique = true
    host.isRequired = true
    var cores = Attribute(name: "Cores", type: .integer)
    cores.range = 1...64
    var state = Attribute(name: "State", type: .choice)
    state.choices = ["up", "down"]
    state.defaultText = "up"
    return try makeStore([
      Entity(
        name: "Server", properties: [.attribute(host), .attribute(cores), .attribute(state)])
    ])
  }

  @Test func `updates the one whose field is equal`() throws {
    let store = try servers()
    try store.take("Host,Cores,State\nweb,4,up\ndb,8,down\n", as: "servers.csv")
    let report = try store.take("host,cores\ndb,16\nmail,2\nweb,4\nmail,3\n", as: "servers.csv") {
      $0.match = "host"
    }
    try expectEqual(store.texts("Host", of: "Server"), ["web", "db", "mail"])
    try expectEqual(store.texts("Cores", of: "Server"), ["4", "16", "3"])
    try expectEqual(store.texts("State", of: "Server"), ["up", "down", "up"])
    let collection = try #require(report.collections.first)
    expectEqual([collection.inserted, collection.updated, collection.unchanged], [1, 2, 1])
    expectTrue(!collection.isNew)
  }

  @Test(arguments: [
    (",4,up", "Host must have a value"),
    ("web,four,up", "Cores: \"four\" is not a whole number from 1 to 64"),
    ("web,65,up", "Cores: \"65\" is not a whole number from 1 to 64"),
    ("web,4,sideways", "State: \"sideways\" is not one of up, down"),
    ("db,4,up", "Host: another record already has \"db\""),
  ])
  func `refuses a row that the model forbids`(row: String, problem: String) throws {
    let store = try servers()
    try store.take("Host\ndb\n", as: "servers.csv")
    let report = try store.take("Host,Cores,State\n\(row)\nok,1,DOWN\n", as: "servers.csv")
    expectEqual(report.badRows.map(\.problem.description), [problem])
    try expectEqual(store.texts("Host", of: "Server"), ["db", "ok"])
    try expectEqual(store.texts("State", of: "Server"), ["up", "down"])
    try expectEqual(store.attribute("Cores", of: "Server").type, .integer)
  }

  @Test func `refuses a row that several records match`() throws {
    let store = try makeStore()
    try store.take("Name\nAnn\nAnn\nBob\n")
    let report = try store.take("Name,Age\nAnn,1\nBob,2\n") { $0.match = "Name" }
    expectEqual(report.badRows.map(\.line), [2])
    try expectEqual(store.texts("Age", of: "Thing"), ["-", "-", "2"])
  }

  @Test func `names an option that asks for what is not there`() throws {
    let store = try servers()
    #expect(throws: InterchangeError.self) {
      try store.take("Host\nx\n", as: "servers.csv") { $0.match = "Name" }
    }
    let link = ImportOptions.Link(column: "Host", collection: "owners", field: "Name")
    #expect(throws: InterchangeError.self) {
      try store.take("Host\nx\n", as: "servers.csv") { $0.links = [link] }
    }
  }

  @Test func `adds the fields that nested records bring`() throws {
    let store = try makeStore(Kitchen.model())
    let report = try store.take(
      """
      {"Name":"Soup","Ingredients":[{"Text":"water","Grams":500},{"Text":"salt","Grams":2}]}
      {"Name":"Rice","Ingredients":["cairn://ingredients/p1",{"Text":"rice","Grams":null}]}
      """, as: "recipes.jsonl")
    // The address is one of no import before.
    expectEqual(
      report.lostValues.map(\.description),
      [
        "recipes.jsonl, line 2: Ingredients \"cairn://ingredients/p1\": "
          + "no record of ingredients is called so"
      ])
    try expectEqual(store.texts("Text", of: "Ingredient"), ["water", "salt", "rice"])
    try expectEqual(store.texts("Grams", of: "Ingredient"), ["500", "2", "-"])
  }

  @Test func `says which members of nested dictionaries stayed out`() throws {
    let store = try makeStore(Kitchen.model())
    let days = (1...150).map { "\"d\($0)\":1" }.joined(separator: ",")
    let report = try store.take(
      """
      {"Name":"Soup","Ingredients":[{"Text":"water",\(days)}]}
      {"Name":"Rice","Ingredients":[{"Text":"rice","d7":2}]}
      """, as: "recipes.jsonl")
    expectEqual(report.notices.count, 150)
    expectTrue(
      report.notices.contains(
        "ingredients.d7: no such field; 2 values of nested records omitted, "
          + "the first at recipes.jsonl, line 1"))
    try expectEqual(store.texts("Text", of: "Ingredient"), ["water", "rice"])
  }

  @Test func `refuses a first line that can be no header`() throws {
    let store = try makeStore()
    let error = #expect(throws: InterchangeError.self) {
      try store.take(String(repeating: "x", count: 5_000), as: "things.csv")
    }
    expectEqual(
      error?.description,
      "things.csv, line 1, column 1: a column's name has 5000 bytes; "
        + "is the first line a header?")
    expectEqual(store.snapshot.version, 0)
  }

  // What an import finds is planned on the model as it is when it saves.
  @Test func `that is canceled or fails changes neither records nor model`() throws {
    let store = try makeStore()
    let rows = "a\n" + String(repeating: "1\n", count: 10_000)
    let inputs = [ImportInput(source(rows, name: "things.csv", blockSize: 1000))]
    #expect(throws: InterchangeError.self) {
      try Importer(store).run(inputs) { $0.phase == .converting ? .cancel : .proceed }
    }
    expectEqual(store.snapshot.model.entities, [])
    expectEqual(store.snapshot.version, 0)
  }

  @Test func `is one change of model and records, which undo and redo carry`() throws {
    let store = try makeStore()
    try store.take("a,b\n1,x\n", as: "things.csv")
    try store.take("a,b\n1.5,y\n", as: "things.csv")
    expectEqual(store.snapshot.version, 2)
    try expectEqual(store.attribute("a", of: "Thing").type, .decimal)
    try store.undo()
    try expectEqual(store.attribute("a", of: "Thing").type, .integer)
    try expectEqual(store.texts("a", of: "Thing"), ["1"])
    try store.undo()
    expectEqual(store.snapshot.model.entities, [])
    try store.redo()
    try store.redo()
    try expectEqual(store.texts("a", of: "Thing"), ["1", "1.5"])
  }

  @Test func `adds nothing where it cannot read what is there`() throws {
    let files = LockedAwayFileSystem(MemoryFileSystem())
    let store = try makeStore(on: files)
    try store.take("Name,Age\nAnn,1\n")
    try store.close()
    let again = try ObjectStore.open(storeOptions(files))
    files.lockAway("/store/data/Thing")
    #expect(throws: InterchangeError.self) {
      try again.take("Name,Age\nAnn,2\n") { $0.match = "Name" }
    }
    files.lockAway(nil)
    try again.take("Name,Age\nAnn,2\n") { $0.match = "Name" }
    try expectEqual(again.texts("Age", of: "Thing"), ["2"])
  }

  @Test func `gives a new field the type that was asked for, which no later value widens`() throws {
    let store = try makeStore()
    try store.take("Name,Zip\nAnn,69001\nBob,75002\n", as: "guests.csv") {
      $0.types = ["Zip": .string]
    }
    try expectEqual(store.attribute("Zip", of: "Guest").type, .string)
    try expectEqual(store.attribute("Zip", of: "Guest").isInferred, false)
    let report = try store.take("Name,Age\nAnn,7\nBob,old\n", as: "pets.csv") {
      $0.types = ["Age": .integer]
    }
    expectEqual(report.badRows.map(\.line), [3])
    try expectEqual(store.attribute("Age", of: "Pet").type, .integer)
    #expect(throws: InterchangeError.self) {
      try store.take("Name\nAnn\n", as: "cats.csv") { $0.types = ["Zip": .string] }
    }
  }

  @Test func `keeps what came so far where it is asked to, and can be undone as a whole`() throws {
    let store = try makeStore()
    let rows = (1...10_000).map { "\($0)\n" }.joined()
    let input = ImportInput(source("Number\n" + rows, name: "numbers.csv", blockSize: 1 << 16))
    let report = try Importer(store).run([input]) { progress in
      progress.phase == .converting && progress.rows > 5000 ? .keep : .proceed
    }
    expectEqual(report.stoppedAfter, 8192)
    expectEqual(report.collections.map(\.inserted), [8192])
    try expectEqual(store.values("Number", of: "Number").count, 8192)
    try store.undo(nil)
    expectEqual(store.snapshot.model["Number"], nil)
  }
}
