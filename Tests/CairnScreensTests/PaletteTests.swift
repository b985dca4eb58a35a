import CairnInterface
import CairnNavigation
import TestSupport
import Testing

@testable import CairnScreens

/// Places that are found by another thread when the test says so.
private final class Places: PlaceSource {
  var records: [String] = []
  var sought: [[String]] = []
  var ways = ["recipes/soup", "recipes/cake"]

  var places: [Place] {
    [Place("Recipes", kind: "collection", url: ScreenURL(["recipes"]), weight: 10)]
  }

  func search(_ pattern: FuzzyPattern, limit: Int) -> @Sendable () -> [Place] {
    sought.append(pattern.words)
    return { [records] in
      records.filter { pattern.match($0) != nil }.prefix(limit).map {
        Place($0, kind: "people", url: ScreenURL(["people", $0]))
      }
    }
  }

  func completions(of text: String) -> [Completion] {
    ways.filter { $0.hasPrefix(text) }.map { Completion($0, "a recipe") }
  }
}

/// A palette that a test types in.
private final class Prompt {
  let places = Places()
  let palette: Palette
  /// What it asked for, but for looks.
  var effects: [String] = []
  private var jobs: [BackgroundJob] = []

  init(
    _ records: [String] = [], isForURLs: Bool = false,
    check: @escaping (String) -> String? = { _ in nil }
  ) {
    places.records = records
    palette = Palette(
      "Go or do", text: "", isForURLs: isForURLs,
      actions: [
        Action("row.first", title: "To the first", keys: ["g g"]),
        Action("edit.add", title: "Add", keys: ["a"], in: [.list]),
        Action("edit.redo", title: "Redo", keys: ["C-r"]),
      ],
      favorites: [Favorite(url: "cairn://recipes?where=soup", title: "Soups", letter: "s")],
      visits: [
        VisitedScreen(url: ScreenURL(["recipes", "p1"]), title: "Cake", age: "2m")
      ],
      source: places, check: check)
    palette.layOut(in: Size(columns: 60, rows: 12))
    take(palette.refresh(Surroundings()))
  }

  private func take(_ effects: [Effect]?) {
    for effect in effects ?? [] {
      switch effect {
      case .run(let job): jobs.append(job)
      case .dismiss: self.effects.append("dismiss")
      case .perform(let action): self.effects.append("do \(action)")
      case .copy(let text, _): self.effects.append("copy \(text)")
      case .say(let message): self.effects.append("say \(message.text)")
      case .openText(let url, let origin): self.effects.append("open \(url) \(origin)")
      default: Issue.record("nothing else is asked for")
      }
    }
  }

  func type(_ text: String) {
    for character in text { take(palette.insert(String(character))) }
  }

  func perform(_ action: ActionName) { take(palette.perform(action)) }

  /// Whether keys wait for a look.
  var holdsKeys: Bool { jobs.contains { $0.holdsKeys } }

  func click(row: Int, _ button: MouseEvent.Button) {
    let place = Position(column: 5, row: row)
    take(palette.mouse(MouseEvent(kind: .press, button: button, position: place)))
  }

  /// Does the looks that were begun, or only the last of them.
  func look(last: Bool = false) {
    let ready = last ? Array(jobs.suffix(1)) : jobs
    jobs.removeLast(ready.count)
    for job in ready { take(job.completion(job.work())) }
  }

  /// Does all looks.
  func lookToTheEnd() { while !jobs.isEmpty { look() } }

  /// What is drawn.
  var text: String {
    var canvas = Canvas(Size(columns: 60, rows: 12))
    palette.draw(on: &canvas, theme: .standard)
    return canvas.text
  }

  /// The rows as they are drawn, without what they are.
  var rows: [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    return lines.map { $0.dropFirst(2).prefix(30) }.map {
      $0.trimmingPrefix(" ").split(separator: "  ").first.map(String.init) ?? ""
    }.filter { !$0.isEmpty }
  }
}

@Suite struct `The palette` {
  @Test func `takes no colon for text where the key that began it is pressed again`() {
    let prompt = Prompt()
    prompt.type(":add")
    expectEqual(prompt.palette.typedText, "add")
    prompt.type(":")
    expectEqual(prompt.palette.typedText, "add:")
  }

  @Test func `offers favorites, recent screens, collections and commands at first`() {
    expectEqual(Prompt().rows, ["Soups", "Cake", "Recipes", "To the first", "Add", "Redo"])
  }

  @Test(arguments: [
    ("gg", "To the first"), ("g g", "To the first"), ("creat", "Add"), ("ctrl-r", "Redo"),
    ("c-R", "Redo"), ("add rec", "Add"), ("rec new", "Add"),
  ])
  func `finds commands by their keys, and by the words of other programs`(
    text: String, title: String
  ) {
    let prompt = Prompt()
    prompt.type(text)
    prompt.lookToTheEnd()
    expectEqual(prompt.rows.first, title)
  }

  @Test(arguments: ["insert", "inser"])
  func `prefers other words for a thing to letters here and there`(text: String) {
    let prompt = Prompt(["In send or other timer"])
    prompt.type(text)
    prompt.lookToTheEnd()
    expectEqual(prompt.rows, ["Add", "In send or other timer"])
  }

  @Test func `finds all of them, and records, by letters`() {
    let prompt = Prompt(["Carl", "Bo"])
    prompt.type("ca")
    prompt.lookToTheEnd()
    expectEqual(prompt.rows, ["Cake", "Carl"])
    prompt.perform(.promptDown)
    prompt.perform(.accept)
    expectEqual(prompt.effects, ["dismiss", "open cairn://people/Carl user"])
  }

  @Test func `finds a command by its key`() {
    let prompt = Prompt()
    prompt.type("gg")
    prompt.lookToTheEnd()
    prompt.perform(.accept)
    expectEqual(prompt.effects, ["dismiss", "do row.first"])
  }

  @Test func `offers commands alone, or favorites, where it is told`() {
    for (text, rows) in [
      (">", ["To the first", "Add", "Redo"]), (">ad", ["Add"]), ("'", ["Soups"]),
      ("@so", ["Soups"]),
      ("'x", ["nothing matches"]),
    ] {
      let prompt = Prompt(["Adam"])
      prompt.type(text)
      prompt.lookToTheEnd()
      expectEqual(prompt.rows, rows)
    }
  }

  @Test func `takes what was typed ahead once it is looked for, and later keys wait`() {
    let prompt = Prompt(["Cara"])
    prompt.type("car")
    expectTrue(!prompt.holdsKeys)
    prompt.perform(.accept)
    expectEqual(prompt.effects, [])
    expectTrue(prompt.holdsKeys)
    prompt.lookToTheEnd()
    expectEqual(prompt.effects, ["dismiss", "open cairn://people/Cara user"])
    expectEqual(prompt.places.sought, [["c"], ["car"]])
  }

  @Test func `completes, copies and acts once what was typed ahead is looked for`() {
    for (action, effects) in [
      (ActionName.complete, []), (.copyText, ["copy cairn://people/Cara"]),
      (.actOnPick, ["do prompt.actions"]),
    ] {
      let prompt = Prompt(["Cara"])
      prompt.type("car")
      expectTrue(prompt.palette.offers(action))
      prompt.perform(action)
      expectEqual(prompt.effects, [])
      expectTrue(prompt.holdsKeys)
      prompt.lookToTheEnd()
      expectEqual(prompt.effects, effects)
      expectEqual(prompt.palette.selection?.text, "cairn://people/Cara")
      expectEqual((prompt.palette.typedText == "cairn://people/Cara"), (action == .complete))
    }
  }

  @Test func `does nothing with another row than the one that was chosen while it looked`() {
    for clicks in [false, true] {
      let prompt = Prompt(["Carl"])
      prompt.type("c")
      prompt.lookToTheEnd()
      prompt.type("a")
      let place = prompt.rows.firstIndex(of: "Carl") ?? 0
      expectTrue(place > 0)
      // It is gone by the time that what is typed was looked for.
      prompt.places.records = ["Cara"]
      if clicks {
        prompt.click(row: 1 + place, .left)
      } else {
        for _ in 0..<place { prompt.perform(.promptDown) }
        prompt.perform(.copyText)
      }
      prompt.lookToTheEnd()
      expectEqual(prompt.effects, ["say the row is no longer there"])
    }
  }

  @Test func `says that nothing else can be done with a command, once it is looked for`() {
    let prompt = Prompt([])
    prompt.type("first")
    prompt.perform(.actOnPick)
    prompt.lookToTheEnd()
    expectEqual(prompt.effects, ["say no other actions for a command"])
  }

  @Test func `leaves out what an overtaken look finds`() {
    let prompt = Prompt(["Cara", "Carl"])
    prompt.type("carl")
    prompt.perform(.accept)
    prompt.look(last: true)
    expectEqual(prompt.effects, ["dismiss", "open cairn://people/Carl user"])
    prompt.lookToTheEnd()
    expectEqual(prompt.rows, ["Carl"])
    expectEqual(prompt.effects.count, 2)
  }

  @Test func `keeps the cursor on the row that it was moved to`() {
    let prompt = Prompt(["Ca", "Recall"])
    prompt.type("c")
    prompt.perform(.promptDown)
    let chosen = prompt.rows[1]
    prompt.lookToTheEnd()
    prompt.perform(.accept)
    expectTrue(prompt.rows.contains("Ca"))
    expectEqual(chosen, "Recipes")
    expectEqual(prompt.effects, ["dismiss", "open cairn://recipes user"])
  }

  @Test func `goes on with a URL`() {
    let prompt = Prompt()
    prompt.type("recipes/")
    expectEqual(prompt.rows, ["recipes/", "recipes/soup", "recipes/cake"])
    prompt.perform(.complete)
    expectEqual(prompt.rows, ["recipes/soup"])
    prompt.perform(.accept)
    expectEqual(prompt.effects, ["dismiss", "open recipes/soup user"])
    expectEqual(prompt.places.sought, [["r"]])
  }

  @Test func `takes what begins like a page of the program's own for a URL`() {
    let prompt = Prompt()
    prompt.places.ways = ["~jobs"]
    prompt.type("~jo")
    expectEqual(prompt.rows, ["~jo", "~jobs"])
    prompt.perform(.complete)
    prompt.perform(.accept)
    expectEqual(prompt.effects, ["dismiss", "open ~jobs user"])
  }

  @Test func `goes on with what all ways begin with, then with the first`() {
    let prompt = Prompt()
    prompt.places.ways = ["recipes?where=", "recipes?width="]
    prompt.type("recipes?")
    prompt.perform(.complete)
    expectEqual(prompt.rows.first, "recipes?w")
    prompt.perform(.complete)
    expectEqual(prompt.rows.first, "recipes?where=")
    prompt.perform(.complete)
    expectEqual(prompt.rows.first, "recipes?where=")
  }

  @Test func `finds titles with a slash or a question mark`() {
    let prompt = Prompt(["AC/DC", "Who?"])
    prompt.type("ac/")
    prompt.lookToTheEnd()
    expectEqual(prompt.rows, ["AC/DC", "ac/"])
    prompt.perform(.accept)
    expectEqual(prompt.effects, ["dismiss", "open cairn://people/AC%2FDC user"])
  }

  @Test func `takes a row by a click of the left button alone`() {
    let prompt = Prompt()
    prompt.click(row: 2, .right)
    expectEqual(prompt.effects, [])
    prompt.click(row: 2, .left)
    expectEqual(prompt.effects, ["dismiss", "open cairn://recipes/p1 user"])
  }

  @Test(arguments: ["e\u{301}tude", "日本語", "👩‍👩‍👧 family", "a\u{202E}b", "\u{7}bell"])
  func `keeps its rows in line whatever is in a title`(title: String) {
    let prompt = Prompt([title])
    prompt.type(String(title.first ?? "a"))
    prompt.lookToTheEnd()
    for line in prompt.text.split(separator: "\n") {
      expectTrue(GlyphWidth.columns(of: line) <= 60)
    }
  }

  @Test func `goes on with the URL of a place`() {
    let prompt = Prompt(isForURLs: false)
    prompt.perform(.complete)
    expectEqual(prompt.rows, ["cairn://recipes?where=soup"])
  }

  @Test func `copies the URL of what the cursor is on`() {
    let prompt = Prompt(isForURLs: false)
    prompt.perform(.copyText)
    prompt.perform(.promptLast)
    prompt.perform(.copyText)
    prompt.perform(.promptFirst)
    prompt.perform(.copyText)
    let first = "copy cairn://recipes?where=soup"
    expectEqual(prompt.effects, [first, "say a command has no URL", first])
  }

  @Test func `says what is wrong with a URL, until it is changed`() {
    let prompt = Prompt(isForURLs: true, check: { $0 == "a%" ? "no URL" : nil })
    prompt.type("a%")
    prompt.perform(.accept)
    expectEqual(prompt.rows, ["no URL"])
    prompt.perform(.textDeleteLeft)
    expectEqual(prompt.rows, ["a"])
    prompt.perform(.accept)
    expectEqual(prompt.effects, ["dismiss", "open a user"])
  }
}
