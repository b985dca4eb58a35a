import CairnInterface
import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import Synchronization
import TestSupport
import Testing

/// Files in a folder of their own, by name.
private final class Folder: NamedFiles {
  private let files = Mutex<[String: [UInt8]]>([:])
  let asked = Mutex(0)

  func put(_ bytes: [UInt8], in name: String) { files.withLock { $0[name] = bytes } }
  func remove(_ name: String) { files.withLock { $0[name] = nil } }

  func completion(of path: String, among known: [String]) -> TextPrompt.Completion {
    let names = files.withLock { $0.keys.filter { $0.hasPrefix(path) }.sorted() } + known
    return names.count == 1
      ? TextPrompt.Completion(text: names[0])
      : TextPrompt.Completion(text: path, candidates: names)
  }

  func look(
    at path: String, atMost limit: Int?
  ) throws(FileRefusal) -> (size: Int, start: [UInt8]) {
    let bytes = try read(path, atMost: limit).content
    return (bytes.count, bytes)
  }

  func read(
    _ path: String, atMost limit: Int?
  ) throws(FileRefusal) -> (content: [UInt8], name: String) {
    asked.withLock { $0 += 1 }
    guard let bytes = files.withLock({ $0[path] }) else { throw FileRefusal("isn't there") }
    return (bytes, path.split(separator: "/").last.map(String.init) ?? path)
  }

  func obstacle(toOpening path: String) -> String? {
    path.hasSuffix(".sh") ? "is a program, so it is not opened" : nil
  }
}

@Suite struct `A field that takes the content of a file` {
  static let picture: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 7, count: 4092)

  private let kitchen: Kitchen
  private let folder = Folder()
  private let soup: ObjectID

  init() throws {
    kitchen = try Kitchen()
    try kitchen.changeModel(
      Kitchen.modelText.replacing(
        "%attribute: Tags tags", with: "%attribute: Photo data\n%attribute: Scan file"))
    soup = try kitchen.add(
      "Recipe",
      ["Name": .text("Soup"), "Photo": .data(Self.picture), "Scan": .text("scans/soup.pdf")])
    folder.put([1, 2, 3], in: "short.bin")
    kitchen.client.files = folder
  }

  /// The form of a record, with the focus on a field.
  private func form(on field: String, of id: ObjectID? = nil) throws -> FormScreen {
    let form = FormScreen(try RecordFormSource(editing: id ?? soup, client: kitchen.client))
    form.layOut(in: Size(columns: 80, rows: 24))
    while form.focusedField != field { _ = form.perform(.nextField) }
    return form
  }

  private func drawn(_ form: FormScreen) -> String {
    var canvas = Canvas(Size(columns: 80, rows: 24))
    form.draw(on: &canvas, theme: .standard)
    return canvas.lines(in: Region(canvas.size)).joined(separator: "\n")
  }

  @discardableResult
  private func carryOut(_ effects: [Effect]?) -> [String] {
    var log = EffectLog()
    log.carryOut(effects ?? [])
    return log.messages
  }

  private func photo(of id: ObjectID? = nil) -> Value? {
    kitchen.store.snapshot.row(id ?? soup)?["Photo"]
  }

  @Test func `shows what is there by its size and form, never its bytes`() throws {
    let form = try form(on: "Photo")
    expectTrue(drawn(form).contains("[4.1 kB, PNG"))
    expectTrue(!form.isDraft)
    let context = kitchen.store.newContext()
    try context.existingObject(with: soup)["Photo"] = .data([1, 171])
    try context.save(title: "shorten")
    _ = form.refresh(Surroundings())
    expectTrue(drawn(form).contains("[01 AB"))
  }

  @Test func `keeps a content that wasn't edited, without reading anything`() throws {
    let form = try form(on: "Name")
    _ = form.insert("y")
    carryOut(form.perform(.save))
    expectEqual(kitchen.store.snapshot.row(soup)?["Name"], .text("Soupy"))
    expectEqual(photo(), .data(Self.picture))
    expectEqual(folder.asked.withLock { $0 }, 0)
  }

  @Test func `takes the content of a file, whose path takes the place of the words`() throws {
    let form = try form(on: "Photo")
    _ = form.insert("short.bin")
    expectTrue(drawn(form).contains("[short.bin "))
    carryOut(form.perform(.save))
    expectEqual(photo(), .data([1, 2, 3]))
  }

  @Test func `clears with an empty field`() throws {
    let form = try form(on: "Photo")
    _ = form.perform(.textDeleteLeft)
    expectTrue(drawn(form).contains("[    "))
    carryOut(form.perform(.save))
    expectEqual(photo(), nil)
  }

  @Test func `says what a file is once the field is left, and lets anyone leave`() throws {
    let form = try form(on: "Photo")
    _ = form.insert("nowhere")
    expectTrue(!drawn(form).contains("isn't there"))
    carryOut(form.perform(.nextField))
    expectEqual(form.focusedField, "Scan")
    expectTrue(drawn(form).contains("isn't there"))
    carryOut(form.perform(.previousField))
    _ = form.perform(.textCutToStart)
    _ = form.insert("short.bin")
    carryOut(form.perform(.nextField))
    expectTrue(drawn(form).contains("= 3 bytes"))
  }

  @Test func `refuses a file that isn't there when it is saved, and takes it once it is`() throws {
    let form = try form(on: "Photo")
    _ = form.insert("late")
    expectEqual(carryOut(form.perform(.save)), ["isn't there"])
    expectEqual(photo(), .data(Self.picture))
    folder.put([9], in: "late")
    carryOut(form.perform(.save))
    expectEqual(photo(), .data([9]))
  }

  @Test func `has its path completed by Tab, which goes on where nothing is left to add`() throws {
    let form = try form(on: "Photo")
    expectEqual(form.contexts.first, .path)
    _ = form.insert("sho")
    carryOut(form.perform(.complete))
    expectTrue(drawn(form).contains("[short.bin "))
    carryOut(form.perform(.complete))
    expectEqual(form.focusedField, "Scan")
  }

  @Test func `completes the path of a file with what other records have`() throws {
    let bread = try kitchen.add("Recipe", ["Name": .text("Bread")])
    let form = try form(on: "Scan", of: bread)
    _ = form.insert("s")
    carryOut(form.perform(.complete))
    expectTrue(drawn(form).contains("short.bin  scans/soup.pdf"))
    _ = form.insert("ca")
    carryOut(form.perform(.complete))
    carryOut(form.perform(.save))
    expectEqual(kitchen.store.snapshot.row(bread)?["Scan"], .text("scans/soup.pdf"))
  }

  @Test func `gives a new record the content`() throws {
    let entity = try #require(kitchen.store.snapshot.model["Recipe"])
    let form = FormScreen(RecordFormSource(new: entity, filledWith: [], client: kitchen.client))
    form.layOut(in: Size(columns: 80, rows: 24))
    _ = form.insert("Bread")
    form.focusedField = "Photo"
    _ = form.insert("short.bin")
    carryOut(form.perform(.save))
    let bread = ObjectID(entity: "Recipe", key: try #require(RecordKey("p2")))
    expectEqual(photo(of: bread), .data([1, 2, 3]))
  }

  @Test func `is left out where no files can be named`() throws {
    kitchen.client.files = nil
    let fields = try RecordFormSource(editing: soup, client: kitchen.client).fields
    expectTrue(!fields.contains { $0.name == "Photo" })
  }

  @Test func `has a path of a file that the store keeps a copy of`() throws {
    let bread = try kitchen.add("Recipe", ["Name": .text("Bread")])
    let form = try form(on: "Scan", of: bread)
    _ = form.insert("short.bin")
    carryOut(form.perform(.nextField))
    _ = form.perform(.previousField)
    expectTrue(drawn(form).contains("will be kept: "))
    carryOut(form.perform(.save))
    let kept = "files/039058c6f2c0cb492c533b0a4d14ef77/short.bin"
    expectEqual(kitchen.store.snapshot.row(bread)?["Scan"], .text(kept))
    let page = try RecordDetailSource(bread, client: kitchen.client)
    let field = try #require(page.fields.first { $0.label == "Scan" })
    expectEqual(field.text, "short.bin")
    expectEqual(field.files.map { $0.hasSuffix(kept) }, [true])
  }

  @Test func `keeps the form open if a promised file is gone at the save`() throws {
    let bread = try kitchen.add("Recipe", ["Name": .text("Bread")])
    let form = try form(on: "Scan", of: bread)
    _ = form.insert("short.bin")
    carryOut(form.perform(.nextField))
    folder.remove("short.bin")
    let words = carryOut(form.perform(.save)).joined()
    expectTrue(words.contains("short.bin isn't there, so it can't be kept any more"), words)
    expectEqual(kitchen.store.snapshot.row(bread)?["Scan"], nil)
    folder.put([1, 2, 3], in: "short.bin")
    carryOut(form.perform(.save))
    expectTrue(kitchen.store.snapshot.row(bread)?["Scan"].flatMap(KeptFile.init(of:)) != nil)
  }

  @Test func `says after the save that only a path was saved`() throws {
    let bread = try kitchen.add("Recipe", ["Name": .text("Bread")])
    let form = try form(on: "Scan", of: bread)
    _ = form.insert("nowhere.bin")
    let words = carryOut(form.perform(.save)).joined()
    expectTrue(words.contains("only the path is saved in Scan"), words)
  }

  @Test func `has the name of a kept file, in a narrow form, too`() throws {
    let kept = "files/039058c6f2c0cb492c533b0a4d14ef77/short.bin"
    let bread = try kitchen.add("Recipe", ["Name": .text("Bread"), "Scan": .text(kept)])
    let form = try form(on: "Photo", of: bread)
    form.layOut(in: Size(columns: 40, rows: 24))
    expectTrue(drawn(form).contains("[short.bin "))
    expectTrue(!drawn(form).contains("039058c6"))
  }

  @Test func `takes several files, each with completion and a finding`() throws {
    try kitchen.changeModel(
      kitchen.store.modelText.replacing(
        "%attribute: Scan file", with: "%attribute: Scan file\n%attribute: Papers file multiple"))
    folder.put([4], in: "a, b.bin")
    let bread = try kitchen.add("Recipe", ["Name": .text("Bread")])
    let form = try form(on: "Papers", of: bread)
    _ = form.insert("sho")
    carryOut(form.perform(.complete))
    _ = form.insert(", a")
    carryOut(form.perform(.complete))
    expectTrue(drawn(form).contains("[short.bin, \"a, b.bin\" "))
    carryOut(form.perform(.nextField))
    expectTrue(drawn(form).contains("short.bin will be kept: "))
    carryOut(form.perform(.save))
    let papers = kitchen.store.snapshot.row(bread)?["Papers"]?.elements ?? []
    expectEqual(papers.compactMap(KeptFile.init(of:)).map(\.name), ["short.bin", "a, b.bin"])
  }

  @Test func `keeps no file that the person didn't type`() throws {
    // A default of the model, a filter and an earlier record may come from another machine.
    try kitchen.changeModel(
      kitchen.store.modelText.replacing(
        "%attribute: Scan file",
        with: "%attribute: Scan file\n%default: Scan short.bin\n%attribute: Papers file multiple"))
    let entity = try #require(kitchen.store.snapshot.model["Recipe"])
    folder.put([4], in: "other.bin")
    let form = FormScreen(
      RecordFormSource(
        new: entity, filledWith: [QueryItem("Papers", "other.bin")], client: kitchen.client))
    form.layOut(in: Size(columns: 80, rows: 30))
    while form.focusedField != "Name" { _ = form.perform(.nextField) }
    _ = form.insert("Bread")
    carryOut(form.perform(.save))
    let bread = try #require(
      kitchen.store.snapshot.onlyRecord(called: "Bread", in: "Recipe"))
    let id = ObjectID(entity: "Recipe", key: bread)
    expectEqual(kitchen.store.snapshot.row(id)?["Scan"], .text("short.bin"))
    expectEqual(kitchen.store.snapshot.row(id)?["Papers"], .list([.text("other.bin")]))
    // Another value of the field is typed.
    let again = try self.form(on: "Papers", of: id)
    _ = again.perform(.textEnd)
    _ = again.insert(",short.bin")
    carryOut(again.perform(.save))
    let papers = kitchen.store.snapshot.row(id)?["Papers"]?.elements ?? []
    expectEqual(papers.count, 2)
    expectEqual(papers.first, .text("other.bin"))
    expectTrue(papers.last.flatMap(KeptFile.init(of:)) != nil)
  }

  @Test func `has a file that is opened after a question for its type, and no program`() throws {
    let page = try RecordDetailSource(soup, client: kitchen.client)
    func menu(_ path: String) throws -> Menu? {
      var menu: Menu?
      for case .run(let job) in page.open(file: path) {
        for case .present(let overlay) in job.completion(job.work()) { menu = overlay as? Menu }
      }
      return menu
    }
    expectTrue(try menu("/store/files/x/run.sh") == nil)
    expectEqual(
      carryOut(page.open(file: "/store/files/x/run.sh")),
      ["run.sh is a program, so it is not opened"])
    expectTrue(try menu("/store/files/x/a.pdf") != nil)
    _ = try menu("/store/files/x/a.pdf")?.insert("o")
    expectTrue(try menu("/store/files/x/b.PDF") == nil)
    expectTrue(try menu("/store/files/x/c.png") != nil)
  }
}
