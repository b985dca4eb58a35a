import CairnInterface
import CairnNavigation
import TestSupport
import Testing

@testable import CairnScreens

/// Places that are found by another thread when the test says so.
private final class Places: PlaceSource {
  var records: [String] = []
  var sought: [[String]] = []

  var places: [Place] { [Place("Recipes", kind: "collection", url: ScreenURL(["recipes"]))] }

  func search(_ pattern: FuzzyPattern, limit: Int) -> @Sendable () -> [Place] {
    sought.append(pattern.words)
    return { [records] in
      records.filter { pattern.match($0) != nil }.prefix(limit).map {
        Place($0, kind: "people", url: ScreenURL(["people", $0]))
      }
    }
  }

  func completions(of text: String) -> [(text: String, note: String)] {
    ["recipes/soup", "recipes/cake"].filter { $0.hasPrefix(text) }.map { ($0, "a recipe") }
  }
}

/// A palette that a test types in.
private final class Prompt {
  let places = Places()
  let palette: Palette
  /// What it asked for, but for looks.
  var effects: [String] = []
  private var jobs: [Job] = []

  init(
    _ records: [String] = [], isForURLs: Bool = false,
    check: @escaping (String) -> String? = { _ in nil }
  ) {
    places.records = records
    palette = Palette(
      "Go or do", text: "", isForURLs: isForURLs,
      actions: [
        Action("row.first", title: "To the first", keys: ["g g"]),
        Action("edit.add", title: "Add", keys: ["a"]),
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
      case .openText(let url, let origin): self.effects.append("open \(url) \(origin)")
      default: Issue.record("nothing else is asked for")
      }
    }
  }

  func type(_ text: String) {
    for character in text { take(palette.insert(String(character))) }
  }

  func perform(_ action: ActionName) { take(palette.perform(action)) }

  /// Does the looks that were begun.
  func look() {
    let ready = jobs
    jobs = []
    for job in ready { take(job.completion(job.work())) }
  }

  /// Does all looks.
  func lookToTheEnd() { while !jobs.isEmpty { look() } }

  /// The rows as they are drawn, without what they are.
  var rows: [String] {
    var canvas = Canvas(Size(columns: 60, rows: 12))
    palette.draw(on: &canvas, theme: .standard)
    let lines = canvas.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    return lines.map { $0.dropFirst(2).prefix(30) }.map {
      $0.trimmingPrefix(" ").split(separator: "  ").first.map(String.init) ?? ""
    }.filter { !$0.isEmpty }
  }
}

@Suite struct `The palette` {
  @Test func `offers favorites, recent screens, collections and commands at first`() {
    #expect(Prompt().rows == ["Soups", "Cake", "Recipes", "To the first", "Add"])
  }

  @Test func `finds all of them, and records, by letters`() {
    let prompt = Prompt(["Carl", "Bo"])
    prompt.type("ca")
    prompt.lookToTheEnd()
    #expect(prompt.rows == ["Cake", "Carl"])
    prompt.perform(.promptDown)
    prompt.perform(.accept)
    #expect(prompt.effects == ["dismiss", "open cairn://people/Carl user"])
  }

  @Test func `finds a command by its key`() {
    let prompt = Prompt()
    prompt.type("gg")
    prompt.lookToTheEnd()
    prompt.perform(.accept)
    #expect(prompt.effects == ["dismiss", "do row.first"])
  }

  @Test func `offers commands alone, or favorites, where it is told`() {
    for (text, rows) in [
      (">", ["To the first", "Add"]), (">ad", ["Add"]), ("'", ["Soups"]), ("@so", ["Soups"]),
      ("'x", ["nothing matches"]),
    ] {
      let prompt = Prompt(["Adam"])
      prompt.type(text)
      prompt.lookToTheEnd()
      #expect(prompt.rows == rows)
    }
  }

  @Test func `takes what was typed ahead only once it is looked for`() {
    let prompt = Prompt(["Cara"])
    prompt.type("car")
    prompt.perform(.accept)
    #expect(prompt.effects == [])
    prompt.look()
    #expect(prompt.effects == [], "c was looked for")
    prompt.lookToTheEnd()
    #expect(prompt.effects == ["dismiss", "open cairn://people/Cara user"])
    #expect(prompt.places.sought == [["c"], ["car"]])
  }

  @Test func `does not take what was typed on after Enter`() {
    let prompt = Prompt(["Cara"])
    prompt.type("car")
    prompt.perform(.accept)
    prompt.type("a")
    prompt.lookToTheEnd()
    #expect(prompt.effects == [])
  }

  @Test func `keeps the cursor on the row that it was moved to`() {
    let prompt = Prompt(["Ca", "Recall"])
    prompt.type("c")
    prompt.perform(.promptDown)
    let chosen = prompt.rows[1]
    prompt.lookToTheEnd()
    prompt.perform(.accept)
    #expect(prompt.rows.contains("Ca"))
    #expect(chosen == "Recipes")
    #expect(prompt.effects == ["dismiss", "open cairn://recipes user"])
  }

  @Test func `goes on with a URL`() {
    let prompt = Prompt()
    prompt.type("recipes/")
    #expect(prompt.rows == ["recipes/", "recipes/soup", "recipes/cake"])
    prompt.perform(.promptDown)
    prompt.perform(.complete)
    #expect(prompt.rows == ["recipes/soup"])
    prompt.perform(.accept)
    #expect(prompt.effects == ["dismiss", "open recipes/soup user"])
    #expect(prompt.places.sought == [["r"]])
  }

  @Test func `goes on with the URL of a place`() {
    let prompt = Prompt(isForURLs: false)
    prompt.perform(.complete)
    #expect(prompt.rows == ["cairn://recipes?where=soup"])
  }

  @Test func `says what is wrong with a URL, until it is changed`() {
    let prompt = Prompt(isForURLs: true, check: { $0 == "a%" ? "no URL" : nil })
    prompt.type("a%")
    prompt.perform(.accept)
    #expect(prompt.rows == ["no URL"])
    prompt.perform(.textDeleteLeft)
    #expect(prompt.rows == ["a"])
    prompt.perform(.accept)
    #expect(prompt.effects == ["dismiss", "open a user"])
  }
}
