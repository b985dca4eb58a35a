import CairnInterface
import TestSupport
import Testing

@testable import CairnScreens

/// Fruits that a field can link to, found by a part of their names.
private final class Fruits: FormSource {
  let title = "Basket"
  let fields = [FormField("Fruits", kind: .links(isOrdered: true), value: "apple\nfig")]
  private(set) var saved: [String: String] = [:]
  /// Whether there are so many that they are looked for on another thread.
  var areMany = false

  func title(ofLink id: String, in field: FormField) -> String? { id.uppercased() }

  func detail(ofLink id: String, in field: FormField) -> (any DetailSource)? { FruitPage(id) }

  func candidates(
    for field: FormField, matching text: String, limit: Int
  ) -> [FormCandidate] {
    ["apple", "cherry", "fig", "green plum", "lime"].filter { $0.contains(text) }
      .map { FormCandidate(id: $0, title: $0.uppercased()) }
  }

  func findingCandidates(
    for field: FormField, matching text: String, limit: Int
  ) -> (@Sendable () -> [FormCandidate])? {
    guard areMany else { return nil }
    let found = candidates(for: field, matching: text, limit: limit)
    return { found }
  }

  func save(
    _ values: [String: String], completion: @escaping (FormOutcome) -> [Effect]
  ) -> [Effect] {
    saved = values
    return completion(.saved([]))
  }
}

/// The page of a fruit, of more lines than a box has.
private final class FruitPage: DetailSource {
  let title: String
  let fields: [DetailField]
  let changes: ChangeOptions = []

  init(_ name: String) {
    title = "The \(name)"
    fields = (1...40).map { DetailField("Seed \($0)", "of \(name)") }
  }
}

@Suite struct `The page beside a picker` {
  private let source = Fruits()

  private func text(_ picker: some Overlay, _ size: Size = Size(columns: 80, rows: 24)) -> String {
    let box = picker.frame(in: size).inset(columns: 2, rows: 1)
    picker.layOut(in: box.size)
    var canvas = Canvas(box.size)
    picker.draw(on: &canvas, theme: .standard)
    return canvas.text
  }

  private func follow(_ picker: some Overlay) {
    expectTrue(!text(picker).contains("The apple"))
    let before = picker.frame(in: Size(columns: 80, rows: 24))
    _ = picker.perform(.togglePreview)
    expectTrue(text(picker).contains("The apple") && text(picker).contains("Seed 1 "))
    _ = picker.perform(.promptDown)
    expectTrue(text(picker).contains("The fig") || text(picker).contains("The cherry"))
    for _ in 0..<3 { _ = picker.perform(.previewDown) }
    expectTrue(!text(picker).contains("Seed 1 ") && text(picker).contains("Seed 12 "))
    for _ in 0..<3 { _ = picker.perform(.previewUp) }
    expectTrue(text(picker).contains("Seed 1 "))
    _ = picker.insert("plum")
    expectTrue(text(picker).contains("The green plum"))
    _ = picker.insert("zz")
    expectTrue(!text(picker).contains("The "))
    for columns in 20...120 {
      for rows in [5, 10, 24] { _ = text(picker, Size(columns: columns, rows: rows)) }
    }
    _ = picker.perform(.togglePreview)
    expectEqual(picker.frame(in: Size(columns: 80, rows: 24)), before)
  }

  @Test func `follows the cursor, turns and goes`() {
    let field = source.fields[0]
    follow(LinksPicker(field, source: source, chosen: ["apple", "fig"]) { _ in [] })
    follow(LinkPicker(field, source: source) { _ in [] })
  }

  @Test func `is said to have no room where it has none`() {
    let small = Size(columns: 40, rows: 10)
    for picker in [
      LinksPicker(source.fields[0], source: source, chosen: []) { _ in [] },
      LinkPicker(source.fields[0], source: source) { _ in [] },
      Palette("Go or do", text: "", source: nil),
    ] as [any Overlay] {
      _ = text(picker, small)
      let footer = picker.footer
      _ = picker.perform(.togglePreview)
      _ = text(picker, small)
      expectEqual(picker.footer, "no room here for a side pane")
      _ = text(picker)
      expectEqual(picker.footer, footer)
    }
  }

  @Test func `takes the wheel, and no clicks`() {
    let picker = LinkPicker(source.fields[0], source: source) { _ in
      [.say(Message("taken"))]
    }
    _ = picker.perform(.togglePreview)
    _ = text(picker)
    let place = Position(column: 60, row: 4)
    for _ in 0..<4 { _ = picker.mouse(MouseEvent(kind: .wheelDown, position: place)) }
    expectTrue(text(picker).contains("The apple") && text(picker).contains("Seed 13 "))
    let click = MouseEvent(kind: .press, button: .left, position: place)
    expectTrue(picker.mouse(click).isEmpty)
    let row = MouseEvent(kind: .press, button: .left, position: Position(column: 4, row: 2))
    expectTrue(!picker.mouse(row).isEmpty)
  }
}

@Suite struct `A picker among many records` {
  private let source = Fruits()

  init() { source.areMany = true }

  private func text(_ picker: some Overlay) -> String {
    picker.layOut(in: Size(columns: 40, rows: 12))
    var canvas = Canvas(Size(columns: 40, rows: 12))
    picker.draw(on: &canvas, theme: .standard)
    return canvas.text
  }

  private func job(_ effects: [Effect]?) throws -> BackgroundJob {
    guard case .run(let job)? = effects?.first else {
      throw Missing()
    }
    expectTrue(job.holdsKeys && job.takesText)
    return job
  }

  private struct Missing: Error {}

  @Test func `looks for them on another thread, and for what was typed meanwhile`() throws {
    for picker in [
      LinkPicker(source.fields[0], source: source) { _ in [] },
      LinksPicker(source.fields[0], source: source, chosen: []) { _ in [] },
    ] as [any Overlay] {
      expectTrue(text(picker).contains("searching"))
      let first = try job(picker.refresh(Surroundings()))
      expectTrue(picker.refresh(Surroundings()).isEmpty)
      expectEqual(picker.insert("l")?.isEmpty, true)
      expectEqual(picker.insert("i")?.isEmpty, true)
      let second = try job(first.completion(first.work()))
      expectTrue(
        text(picker).contains("CHERRY"), "what was found is shown while more is looked for")
      expectTrue(second.completion(second.work()).isEmpty)
      expectTrue(text(picker).contains("LIME") && !text(picker).contains("CHERRY"))

      // Who stops to wait stays with what is shown.
      let third = try job(picker.insert("x"))
      expectEqual(third.abandon?().isEmpty, true)
      expectEqual(picker.typedText, "li")
      expectTrue(text(picker).contains("LIME"))
    }
  }

  @Test func `isn't asked for them again by itself once somebody stopped to wait`() throws {
    let picker = LinkPicker(source.fields[0], source: source) { _ in [] }
    let first = try job(picker.refresh(Surroundings()))
    expectEqual(first.abandon?().isEmpty, true)
    expectTrue(picker.refresh(Surroundings()).isEmpty)
    expectTrue(text(picker).contains("not searched yet; type to search"))
    let second = try job(picker.insert("fi"))
    _ = second.completion(second.work())
    expectTrue(text(picker).contains("FIG"))
  }

  @Test func `keeps the order of what is chosen while it moves`() throws {
    var choice: LinksPicker.Choice?
    let picker = LinksPicker(source.fields[0], source: source, chosen: ["fig", "apple"]) {
      choice = $0
      return []
    }
    let first = try job(picker.refresh(Surroundings()))
    _ = first.completion(first.work())
    _ = picker.perform(.lineDown)
    _ = picker.perform(.accept)
    expectEqual(choice?.chosen, ["apple", "fig"])
  }
}

@Suite struct `A picker of several links` {
  private let source = Fruits()
  private let picked = Picked()

  private final class Picked {
    var choice: LinksPicker.Choice?
  }

  private func picker(_ chosen: [String], partly: Set<String> = []) -> LinksPicker {
    let picker = LinksPicker(
      source.fields[0], source: source, chosen: chosen, partly: partly
    ) { [picked] choice in
      picked.choice = choice
      return []
    }
    picker.layOut(in: Size(columns: 40, rows: 12))
    return picker
  }

  private func press(_ actions: ActionName..., on picker: LinksPicker) {
    for action in actions { _ = picker.perform(action) }
  }

  private func text(_ picker: LinksPicker) -> [String] {
    var canvas = Canvas(Size(columns: 40, rows: 12))
    picker.draw(on: &canvas, theme: .standard)
    return canvas.text.split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }
  }

  @Test func `shows what is linked first, with its mark`() {
    let lines = text(picker(["fig", "apple"], partly: ["lime"]))
    expectEqual(lines.prefix(4), ["/", "▌ ● FIG", "● APPLE", "~ LIME"])
    expectTrue(lines.contains("CHERRY"))
  }

  @Test func `adds what Tab is pressed on, and lets the next one be typed`() {
    let picker = picker(["fig"])
    _ = picker.insert("ch")
    press(.mark, on: picker)
    _ = picker.insert("li")
    press(.mark, .accept, on: picker)
    expectEqual(picked.choice, LinksPicker.Choice(chosen: ["fig", "cherry", "lime"], removed: []))
  }

  @Test func `adds what was looked for with Enter, and nothing where nothing was`() {
    let looking = picker(["fig"])
    _ = looking.insert("ap")
    press(.accept, on: looking)
    expectEqual(picked.choice?.chosen, ["fig", "apple"])
    press(.accept, on: picker(["fig"]))
    expectEqual(picked.choice?.chosen, ["fig"])
    // What is linked already stays so.
    let again = picker(["fig"])
    _ = again.insert("fig")
    press(.accept, on: again)
    expectEqual(picked.choice?.chosen, ["fig"])
  }

  @Test func `takes out what is linked, also with Space as long as nothing was typed`() {
    let picker = picker(["apple", "fig"])
    _ = picker.insert(" ")
    expectEqual(text(picker)[1], "APPLE")
    _ = picker.insert("green")
    _ = picker.insert(" ")
    _ = picker.insert("pl")
    press(.mark, .accept, on: picker)
    expectEqual(
      picked.choice, LinksPicker.Choice(chosen: ["fig", "green plum"], removed: ["apple"]))
  }

  @Test func `leaves what some of several have as it is, unless it is chosen or taken out`() {
    let picker = picker([], partly: ["apple", "fig", "lime"])
    press(.mark, .mark, .rowUp, .mark, .accept, on: picker)
    expectEqual(picked.choice, LinksPicker.Choice(chosen: ["apple"], removed: ["fig"]))
  }

  @Test func `adds nothing for a blank, and forgets what was added and taken out again`() {
    let picker = picker(["fig"])
    _ = picker.insert("  ")
    press(.accept, on: picker)
    expectEqual(picked.choice?.chosen, ["fig"])
    let again = self.picker(["fig"])
    _ = again.insert("lime")
    press(.mark, .rowDown, .mark, .accept, on: again)
    expectEqual(picked.choice, LinksPicker.Choice(chosen: ["fig"], removed: []))
  }

  @Test func `moves records where their order counts`() {
    let picker = picker(["apple", "fig", "lime"])
    press(.lineDown, .lineDown, .lineDown, on: picker)
    expectEqual(text(picker)[3], "▌ ● APPLE")
    press(.accept, on: picker)
    expectEqual(picked.choice?.chosen, ["fig", "lime", "apple"])
  }

  @Test func `toggles what is clicked`() {
    let picker = picker(["apple"])
    let place = Position(column: 5, row: 2)
    _ = picker.mouse(MouseEvent(kind: .press, position: place))
    _ = picker.mouse(MouseEvent(kind: .press, position: place, clicks: 2))
    _ = picker.mouse(MouseEvent(kind: .press, button: .right, position: place))
    press(.accept, on: picker)
    expectEqual(picked.choice?.chosen, ["apple", "cherry"])
  }

  @Test func `fills the field of a form, whose titles show`() throws {
    let form = FormScreen(source)
    form.layOut(in: Size(columns: 80, rows: 20))
    guard case .present(let picker)? = form.insert("li")?.first else {
      Issue.record("nothing to pick from")
      return
    }
    _ = picker.perform(.accept)
    var canvas = Canvas(Size(columns: 80, rows: 20))
    form.draw(on: &canvas, theme: .standard)
    expectTrue(canvas.text.contains("[→ APPLE, FIG, LIME "))
    expectTrue(canvas.text.contains("~ was → APPLE, FIG"))
    _ = form.perform(.save)
    expectEqual(source.saved["Fruits"], "apple\nfig\nlime")
  }
}
