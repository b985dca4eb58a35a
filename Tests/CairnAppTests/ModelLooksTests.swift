internal import CairnFiles
internal import CairnInterface
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
import ScreenTestSupport
import TestSupport
import Testing

@testable internal import CairnApp

/// Colors, stars, the due date and the repetition, as a person sets them on the model screen.
@Suite struct `The look of values on the model screen` {
  private let workspace: Workspace
  private let client: StoreClient

  init() throws {
    workspace = try Workspace.fixture(
      """
      %rec: Task
      %title: Name
      %attribute: Name string
      %choices: Status todo | doing | done
      %attribute: Due date
      %attribute: Start date
      %attribute: Every string
      %attribute: Paid boolean
      %choices: Mood good | bad
      %attribute: Tags tags
      %attribute: Labels tags
      %type: Rank range 1 5
      %type: Pages range 1 400
      """)
    client = StoreClient(workspace.store, clock: { [workspace] in workspace.environment.wallClock })
    let context = workspace.store.newContext()
    let task = try context.create("Task")
    task["Name"] = .text("Water")
    task["Every"] = .text("weekly")
    task["Tags"] = Value(list: [.text("home"), .text("green")])
    try context.save(title: "add")
  }

  private var entity: Entity {
    get throws { try #require(workspace.store.snapshot.model["Task"]) }
  }

  private func attribute(_ name: String) throws -> Attribute {
    try #require(entity.attribute(name))
  }

  /// Opens the action sheet of a field, and chooses by letters; the last choice changes the model.
  private func choose(_ letters: String, of field: String) throws -> [String] {
    settle(try effects(letters, of: field))
  }

  private func effects(_ letters: String, of field: String) throws -> [Effect] {
    let property = try #require(entity[field])
    var effects = try ModelChanges(client: client).sheet(of: property, of: entity)
    for letter in letters { effects = try presented(effects).insert(String(letter)) ?? [] }
    return effects
  }

  private func menu(_ letters: String, of field: String) throws -> Menu {
    try #require(try presented(effects(letters, of: field)) as? Menu)
  }

  private func picture(_ overlay: any Overlay, theme: Theme = .dark) -> Canvas {
    let size = Size(columns: 70, rows: 10)
    overlay.layOut(in: size)
    var canvas = Canvas(size)
    overlay.draw(on: &canvas, theme: theme)
    return canvas
  }

  // MARK: Colors

  @Test func `is the color of a word, which is set, changed and removed`() throws {
    let before = workspace.store.modelText
    try expectEqual(
      choose("ctb", of: "Status"), ["todo of Status now has the color bad · u undoes it"])
    try expectEqual(attribute("Status").role(of: "todo"), .bad)
    try expectEqual(
      choose("ctw", of: "Status"), ["todo of Status now has the color warning · u undoes it"])
    try expectEqual(attribute("Status").colors, [ValueColor("todo", .warning)])
    try expectEqual(
      choose("ctn", of: "Status"), ["todo of Status has no color of its own · u undoes it"])
    expectEqual(workspace.store.modelText.split(separator: "\n"), before.split(separator: "\n"))
    _ = settle(client.undo())
    try expectEqual(attribute("Status").colors, [ValueColor("todo", .warning)])
  }

  @Test func `is shown on the values themselves while a person chooses`() throws {
    let values = picture(try menu("c", of: "Status"))
    expectTrue(values.text.contains("doing  accent  by its name"), "\(values.text)")
    let roles = try menu("ct", of: "Status")
    let canvas = picture(roles)
    let lines = canvas.text.split(separator: "\n")
    for (row, role) in [Role.accent, .good, .warning, .bad, .dim].enumerated() {
      let column = try #require(lines[row].firstRange(of: "todo"))
      let place = lines[row].distance(from: lines[row].startIndex, to: column.lowerBound)
      expectEqual(
        canvas[Position(column: place, row: row)]?.style.foreground,
        Theme.dark.style(for: role).foreground, "\(role)")
    }
    expectTrue(lines[5].contains("no color"))
    expectTrue(picture(try menu("cd", of: "Status")).text.contains("as its name says"))
  }

  @Test func `is the color of a tag or a boolean`() throws {
    try expectEqual(
      choose("chg", of: "Tags"), ["home of Tags now has the color good · u undoes it"])
    try expectEqual(attribute("Tags").role(of: "home"), .good)
    try expectEqual(choose("cnb", of: "Paid"), ["no of Paid now has the color bad · u undoes it"])
    try expectEqual(attribute("Paid").colors, [ValueColor("no", .bad)])
  }

  @Test func `is no color where there is no value, or no field for one`() throws {
    try expectEqual(choose("c", of: "Labels"), ["no record has a value in Labels yet"])
    try expectEqual(
      choose("c", of: "Name"), ["nothing here has the letter c"])
    for value in ["a|b", " a", ""] {
      #expect(throws: StoreError.self) {
        try workspace.store.snapshot.model.coloring(value, .good, of: "Tags", of: "Task")
      }
    }
    #expect(throws: StoreError.self) {
      try workspace.store.snapshot.model.coloring("later", .good, of: "Status", of: "Task")
    }
  }

  // MARK: Stars and the due date

  @Test func `is a number of stars, or the number`() throws {
    let sheet = picture(try menu("", of: "Rank"))
    expectTrue(sheet.text.contains("Show it as stars"), "\(sheet.text)")
    expectTrue(sheet.text.contains("★★★★☆"), "\(sheet.text)")
    var ascii = Theme.dark
    ascii.glyphs = .ascii
    expectTrue(picture(try menu("", of: "Rank"), theme: ascii).text.contains("4/5"))
    try expectEqual(choose("s", of: "Rank"), ["Rank now shows stars · u undoes it"])
    try expectEqual(attribute("Rank").starCount, 5)
    try expectEqual(choose("s", of: "Rank"), ["Rank now shows numbers · u undoes it"])
    try expectEqual(attribute("Rank").starCount, nil)
    try expectEqual(
      choose("s", of: "Pages"),
      ["stars need a whole number whose range ends between 1 and 10; Pages has none"])
  }

  @Test func `is that of a due date, with days as they will look`() throws {
    let looks = try menu("u", of: "Due")
    let canvas = picture(looks)
    let lines = canvas.text.split(separator: "\n")
    let today = client.clock().today
    expectTrue(lines[1].contains("has passed"), "\(canvas.text)")
    expectTrue(lines[1].contains(CalendarDate(days: today.days - 1).description))
    // The days only show how it looks: the cursor passes them, and nothing chooses them.
    for movement in [ActionName.rowDown, .rowLast] { _ = looks.perform(movement) }
    expectEqual(
      settle(looks.perform(.accept) ?? []), ["Due is now the due date of tasks · u undoes it"])
    try expectEqual(entity.due, "Due")
    try expectEqual(
      choose("uu", of: "Start"), ["Start is now the due date of tasks · u undoes it"])
    try expectEqual(choose("u", of: "Start"), ["tasks have no due date · u undoes it"])
    try expectEqual(entity.due, nil)
  }

  // MARK: Repetition

  @Test func `comes back after a fixed time, which is shown while it is typed`() throws {
    _ = try choose("uu", of: "Due")
    let prompt = try presented(effects("ra", of: "Status"))
    expectTrue(picture(prompt).text.contains("such as 3 months, weekly or every year"))
    _ = prompt.insert("2 weeks")
    let next = CalendarDate(days: client.clock().today.days + 14)
    expectTrue(picture(prompt).text.contains("due today, then on \(next)"))
    expectEqual(
      settle(prompt.perform(.accept) ?? []),
      ["done tasks come back after 2 weeks · u undoes it"])
    try expectEqual(
      entity.repetition, Repetition(after: "Status", .every(try #require(.init("2 weeks")))))
    expectTrue(picture(try menu("", of: "Status")).text.contains("now after 2 weeks"))
    try expectEqual(choose("rn", of: "Status"), ["done tasks no longer come back · u undoes it"])
    try expectEqual(entity.repetition, nil)
  }

  @Test func `comes back after the time of each record, with one as an example`() throws {
    _ = try choose("uu", of: "Due")
    let next = CalendarDate(days: client.clock().today.days + 7)
    let fields = picture(try menu("r", of: "Paid"))
    expectTrue(fields.text.contains("weekly: due today, then on \(next)"), "\(fields.text)")
    try expectEqual(
      choose("re", of: "Paid"), ["done tasks come back after the time in Every · u undoes it"])
    try expectEqual(entity.repetition, Repetition(after: "Paid", .field("Every")))
    expectTrue(picture(try menu("", of: "Status")).text.contains("now by Paid"))
  }

  @Test func `says which field it replaces`() throws {
    _ = try choose("uu", of: "Due")
    _ = try choose("re", of: "Status")
    expectTrue(try menu("r", of: "Paid").title.contains("When Paid, not Status, says done"))
    try expectEqual(
      choose("re", of: "Paid"),
      [
        "done tasks come back after the time in Every"
          + " · Paid says done now, no longer Status · u undoes it"
      ])
  }

  @Test func `is refused with the reason if records could not come back`() throws {
    try expectEqual(
      choose("r", of: "Status"),
      ["tasks need a due date first: choose Use it as the due date on a date"])
    _ = try choose("uu", of: "Due")
    // The due date of the next record can't tell that this one is done.
    expectTrue(!picture(try menu("", of: "Due")).text.contains("Repeat"))
    expectTrue(picture(try menu("", of: "Start")).text.contains("Repeat"))
    try expectEqual(
      choose("r", of: "Mood"), ["Mood has no word such as done, which ends a record"])
    let prompt = try presented(effects("ra", of: "Status"))
    _ = prompt.insert("1 weekx")
    _ = prompt.perform(.accept)
    expectTrue(picture(prompt).text.contains("1 weekx is no time such as 3 months"))
    _ = try choose("re", of: "Status")
    try expectEqual(
      choose("u", of: "Due"), ["the next record needs a due date of its own (%due)"])
  }
}

/// What a change of a field takes away with it.
@Suite struct `What the model screen says of dropped statements` {
  private let workspace: Workspace
  private let client: StoreClient

  init() throws {
    workspace = try Workspace.fixture(
      """
      %rec: Person
      %title: Name
      %attribute: Name string

      %rec: Task
      %title: Name
      %attribute: Name string
      %choices: Status todo | doing | done
      %attribute: Due date
      %choices: Every weekly | monthly
      %type: Rank range 1 5
      %show: Rank = stars
      %color: Status todo = warning | doing = good
      %due: Due
      %repeat: Status Every
      """)
    client = StoreClient(workspace.store, clock: { [workspace] in workspace.environment.wallClock })
  }

  private func field(_ name: String) throws -> (Property, Entity) {
    let entity = try #require(workspace.store.snapshot.model["Task"])
    return (try #require(entity[name]), entity)
  }

  private func retype(_ name: String, as type: AttributeType) throws -> [String] {
    let (field, entity) = try field(name)
    let menu = try presented(ModelChanges(client: client).retype(field, of: entity))
    let item = try #require(ColumnTypes.items.first { $0.detail.contains("(\(type.rawValue))") })
    return settle(menu.insert(String(try #require(item.letter))) ?? [])
  }

  private func remove(_ name: String) throws -> [String] {
    let (field, entity) = try field(name)
    return settle(ModelChanges(client: client).askToRemove(field, of: entity), choosing: "d")
  }

  @Test func `names them when a field gets another type`() throws {
    let before = workspace.store.modelText
    try expectEqual(
      retype("Due", as: .string),
      [
        "the type of Due is now text · tasks have no due date now"
          + " · done tasks no longer come back · u undoes it"
      ])
    _ = settle(client.undo())
    expectEqual(workspace.store.modelText, before)
    try expectEqual(
      retype("Every", as: .integer),
      ["the type of Every is now whole number · done tasks no longer come back · u undoes it"])
    _ = settle(client.undo())
    try expectEqual(
      retype("Rank", as: .string),
      ["the type of Rank is now text · no stars any more · u undoes it"])
    try expectEqual(
      retype("Status", as: .boolean),
      ["the type of Status is now yes or no · 2 colors of values gone · u undoes it"])
  }

  @Test(arguments: [
    ("Due", "deleted Due of tasks · tasks have no due date now · done tasks no longer come back"),
    ("Every", "deleted Every of tasks · done tasks no longer come back"),
    ("Status", "deleted Status of tasks · done tasks no longer come back"),
    ("Rank", "deleted Rank of tasks"),
  ])
  func `names them when a field is deleted`(name: String, words: String) throws {
    try expectEqual(remove(name), ["\(words) · u undoes it"])
  }

  @Test func `names them when a field becomes a link`() throws {
    let (_, entity) = try field("Due")
    let attribute = try #require(entity.attribute("Due"))
    let menu = try presented(ModelChanges(client: client).makeLink(of: attribute, of: entity))
    let said = settle(menu.insert("p") ?? [], choosing: "c")
    expectTrue(
      said.first?.contains("tasks have no due date now · done tasks no longer come back") == true,
      "\(said)")
  }

  @Test func `names them when a choice gets other words`() throws {
    let (field, entity) = try field("Status")
    let sheet = try presented(ModelChanges(client: client).sheet(of: field, of: entity))
    let prompt = try presented(sheet.insert("w"))
    _ = prompt.perform(.textCutToStart)
    _ = prompt.insert("todo, done")
    expectEqual(
      settle(prompt.perform(.accept) ?? []),
      ["changed the words of Status · 1 color of values gone · u undoes it"])
  }
}
