import CairnInterface
import CairnNavigation
import CairnStore
import TestSupport
import Testing

@testable internal import CairnApp
@testable internal import CairnRecords
@testable internal import CairnScreens

@Suite struct `The current column of a list` {
  private func app(_ keys: String = "") throws -> AppDriver {
    try AppDriver("recipes", "recipes", size: (120, 30), keys)
  }

  @Test func `is none at first, so that actions ask for a column`() throws {
    let app = try app()
    try expectTrue(app.list.currentColumn == nil)
    app.press("s")
    expectTrue(app.lines.contains { $0.contains("Sort by") })
  }

  @Test func `is chosen with the keys, named, and left at the left end`() throws {
    let app = try app("> >")
    try expectEqual(app.list.currentColumn?.name, "Rating")
    expectTrue(app.lines.contains { $0.contains("column Rating") })
    app.press("< < <")
    try expectTrue(app.list.currentColumn == nil)
    expectEqual(app.message, "no column is chosen")
    app.press("<")
    expectEqual(app.message, "no more columns on the left")
  }

  @Test func `is what is sorted, grouped, counted and filtered by`() throws {
    let app = try app("> >")
    app.press("s")
    expectTrue(app.url.contains("sort=Rating"), app.url)
    app.press("s")
    expectTrue(app.url.contains("sort=-Rating"), app.url)
    app.press("z g")
    expectTrue(app.url.contains("group=Rating"), app.url)
    app.press("z g")
    expectTrue(!app.url.contains("group="), app.url)
    app.press("F")
    expectTrue(app.url.contains("view=frequency:Rating"), app.url)
    let other = try self.app(">")
    let kind = try other.list.source.row(at: 0).cells[1]
    other.press("=")
    try expectTrue(other.list.source.query.filter.lowercased().hasPrefix("kind"))
    try expectTrue(
      (0..<other.list.source.count).allSatisfy {
        try other.list.source.row(at: $0).cells[1] == kind
      })
  }

  @Test func `is left by Esc, and is no place for a new record's form`() throws {
    let app = try app("> > Escape")
    try expectTrue(app.list.currentColumn == nil)
    app.press("> > a")
    try expectEqual(app.form.focusedField, "Name")
  }

  @Test func `is underlined, and chosen with a click on a cell`() throws {
    let app = try app("> >")
    let head = app.lines[1]
    let before = head.prefix(while: { $0 != "R" })
    expectTrue(head.dropFirst(before.count).hasPrefix("RATING"), head)
    let place = GlyphWidth.columns(of: String(before))
    expectTrue(try app.style(atColumn: place, row: 1).attributes.contains(.underline))
    app.press("Escape")
    app.click(column: place, row: 3)
    try expectEqual(app.list.currentColumn?.name, "Rating")
  }

  @Test func `is what c changes`() throws {
    let app = try app("> >")
    app.press("c")
    expectTrue(app.lines.contains { $0.contains("Rating of ") })
    app.press("2 Enter")
    try expectEqual(app.list.source.row(at: 0).cells[2], "2")
  }

  @Test func `is kept with the list's state, and starts its form`() throws {
    let app = try app("> >")
    expectEqual(app.saved.decode("column"), "Rating")
    app.press("e")
    try expectEqual(app.form.focusedField, "Rating")
  }
}

@Suite struct `The current field of a page` {
  private func app(_ keys: String) throws -> AppDriver {
    try AppDriver("recipes", "recipes/p1", size: (100, 40), keys)
  }

  @Test func `is what c changes and e starts with`() throws {
    let app = try app("j j j")
    try expectEqual(app.detail.currentField, "Cuisine")
    app.press("c")
    expectTrue(app.lines.contains { $0.contains("Cuisine of ") })
    app.press("Escape e")
    try expectEqual(app.form.focusedField, "Cuisine")
  }

  @Test func `is counted by F`() throws {
    let app = try app("j j j F")
    expectTrue(app.url.contains("view=frequency:Cuisine"), app.url)
    let text = try self.app("}")
    text.press("F")
    expectEqual(text.message, "values of this field are not counted")
  }

  @Test func `may be a link, whose records c asks for`() throws {
    let app = try app("")
    while try app.detail.currentField != "Author" {
      let before = try app.detail.window.cursor
      app.press("j")
      try #require(app.detail.window.cursor != before)
    }
    app.press("c")
    expectTrue(app.lines.contains { $0.contains("Author of ") })
  }
}

@Suite struct `A record's page` {
  @Test func `reads like a recipe`() throws {
    let app = try AppDriver("recipes", "recipes/salade-lyonnaise")
    app.resize(100, 45)
    let text = app.lines.joined(separator: "\n")
    expectTrue(text.contains("★★★★☆"), text)
    expectTrue(text.contains("       Quantity  Unit   Item              Note"), text)
    expectTrue(text.contains("    1         1  head   frisée            pale heart only"), text)
    expectTrue(text.contains("    3  Soften the shallot in the pan"), text)
    // The line under the cursor alone says that it leads somewhere.
    expectEqual(app.lines.dropFirst(2).dropLast(2).count { $0.hasSuffix("›") }, 0)
    app.press("}")
    while try app.detail.selection == nil { app.press("j") }
    expectEqual(app.lines.dropFirst(2).dropLast(2).count { $0.hasSuffix("›") }, 1)
  }

  @Test(arguments: [40, 60, 80, 200])
  func `shows every word of owned records at each width`(columns: Int) throws {
    let app = try AppDriver("recipes", "recipes/salade-lyonnaise")
    app.resize(columns, 200)
    let words = app.lines.joined(separator: " ").split(separator: " ")
    for word in ["croutons,", "Poach", "frisée", "mustard."] {
      expectTrue(words.contains(Substring(word)), "\(word) at \(columns)")
    }
  }
}

@Suite struct `The total of the current column` {
  @Test func `is in the status line, of all rows or of the marked ones`() throws {
    let app = try AppDriver("recipes", "recipes?where=kind=salad&sort=name", "> > >")
    app.resize(120, 30)
    expectTrue(app.lines.contains { $0.contains("column Minutes, sum 55") }, app.hints)
    app.press("Space")
    let first = try app.list.source.row(at: 0).cells[3]
    expectTrue(
      app.lines.contains { $0.contains("column Minutes, sum \(first) of the marked") },
      "\(app.lines)")
    app.press("<")
    expectTrue(app.lines.contains { $0.contains("column Rating, average ") }, "\(app.lines)")
    app.press("<")
    expectTrue(!app.lines.contains { $0.contains("column Kind,") })
  }
}

@Suite struct `A copy from a list` {
  @Test func `is of the current column, or asks what to copy`() throws {
    let app = try AppDriver("recipes", "recipes", "> y")
    expectEqual(app.message, "copying Kind")
    // Without a column, with marked rows, or in an empty cell, the key asks.
    for keys in ["y", "> Space y", "> < < y"] {
      let app = try AppDriver("recipes", "recipes", keys)
      expectTrue(app.lines.joined(separator: "\n").contains("The list's URL"), keys)
    }
  }
}

@Suite struct `A new record of a list` {
  /// What the form of a new record begins with.
  private func values(_ url: String, _ keys: String = "") throws -> [String: String] {
    let app = try AppDriver("tasks", url, "\(keys) a")
    return try app.form.editors.reduce(into: [:]) { values, editor in
      if !editor.field.value.isEmpty { values[editor.field.name] = editor.field.value }
    }
  }

  /// The default of the status is todo.
  @Test(arguments: [
    ("status=waiting", ["Status": "waiting"]),
    ("status:waiting priority=high", ["Status": "waiting", "Priority": "high"]),
    ("project:house", ["Status": "todo", "Project": "p1"]),
    ("tags:phone minutes=15", ["Status": "todo", "Tags": "phone", "Minutes": "15"]),
    ("due:tomorrow", ["Status": "todo", "Due": "tomorrow"]),
    ("name:roof minutes>3 due<today -status=done no:tags", ["Status": "todo"]),
    ("status=todo,doing OR priority=high", ["Status": "todo"]),
    ("project:o", ["Status": "todo"]), ("due:2026", ["Status": "todo"]),
    ("tags:phone tags:money", ["Status": "todo", "Tags": "phone, money"]),
    ("minutes=5 minutes=6", ["Status": "todo"]),
    ("project=p3", ["Status": "todo", "Project": "p3"]),
    ("project=choir", ["Status": "todo", "Project": "p3"]),
  ])
  func `begins with what the filter asks for, and with nothing else`(
    filter: String, expected: [String: String]
  ) throws {
    let url = try ScreenURL(parsing: "cairn://tasks").setting("where", to: filter)
    try expectEqual(values(url.text), expected, filter)
  }

  private static let conditions = [
    "status=todo", "status:doing", "-status=done", "priority=high", "priority:low", "no:priority",
    "minutes=15", "minutes>20", "minutes<60", "-minutes=15", "due:today", "due=2026-12-01",
    "due<2026-12-05", "no:due", "tags:phone", "tags=money", "-tags:phone", "no:tags",
    "project:house", "project=p3", "no:project", "name=roof", "name:call", "every=\"1 month\"",
  ]

  /// A record with the values of the form satisfies each condition on these fields.
  @Test(arguments: TestSupport.SeededGenerator.seeds(40)) func `never contradicts the filter`(
    seed: UInt64
  ) throws {
    var random = TestSupport.SeededGenerator(seed: seed)
    let chosen = Self.conditions.shuffled(using: &random).prefix(random.number(1...4))
    let url = try ScreenURL(parsing: "cairn://tasks")
      .setting("where", to: chosen.joined(separator: " "))
    let app = try AppDriver("tasks", url.text)
    let client = try #require(app.list.source as? RecordListSource).client
    let known = try Set(client.snapshot.load("Task").rows.map(\.key))
    app.press("a")
    let filled = try app.form.editors.filter { !$0.field.value.isEmpty }.map(\.field.name)
    if !filled.contains("Name") { app.press("n e w") }
    app.press("C-s")
    let new = try #require(client.snapshot.load("Task").rows.first { !known.contains($0.key) })
    // The default of the status is no value that the filter asks for.
    let asked = filled.filter { $0 != "Status" || chosen.contains { $0.hasPrefix("status") } }
    for condition in chosen {
      let field = asked.first { name in
        condition.lowercased().hasPrefix(name.lowercased())
          && !condition.dropFirst(name.count).prefix(1).allSatisfy(\.isLetter)
      }
      guard field != nil else { continue }
      let model = client.snapshot.model
      let query = try RecordQuery(
        [("where", condition)], for: try #require(model["Task"]), in: model)
      let found = try client.snapshot.fetch(query.request, at: client.clock())
      expectTrue(
        (0..<found.count).contains { found[$0].key == new.key },
        "\(condition) of \(chosen.joined(separator: " "))")
    }
  }

  @Test func `has the value of its section`() throws {
    try expectEqual(values("tasks?group=priority&where=priority=low")["Priority"], "low")
    try expectEqual(values("tasks?group=project&where=project:choir")["Project"], "p3")
    let agenda = "tasks?view=agenda:Due&where=due:today"
    try expectEqual(values(agenda)["Due"], "today")
    try expectEqual(values("tasks?view=agenda:Due&where=due<today")["Due"], nil)
    try expectEqual(values("tasks?group=due&where=no:due")["Due"], nil)
  }
}
