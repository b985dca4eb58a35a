import CairnInterface
import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `A field of text` {
  struct Case: Sendable, CustomStringConvertible {
    var actions: [ActionName]
    /// The text before, and after, with `|` for the cursor.
    var before: String
    var after: String
    var description: String { "\(actions) on \(before)" }
  }

  static let cases = [
    Case(actions: [.textWordLeft], before: "one two|", after: "one |two"),
    Case(actions: [.textWordRight], before: "|one two", after: "one| two"),
    Case(actions: [.textCutWordLeft], before: "one two |three", after: "one |three"),
    Case(actions: [.textCutToStart], before: "one |two", after: "|two"),
    Case(actions: [.textCutToEnd, .textStart, .textYank], before: "one |two", after: "two|one "),
    Case(actions: [.textDeleteLeft], before: "e\u{301}|x", after: "|x"),
    Case(actions: [.textDeleteLeft], before: "|x", after: "|x"),
    Case(actions: [.textDeleteRight], before: "a|👩‍👩‍👧b", after: "a|b"),
    Case(actions: [.textDeleteRight], before: "a|", after: "a|"),
    Case(actions: [.textRight, .textRight], before: "a|b", after: "ab|"),
    Case(actions: [.textEnd], before: "o|ne\ntwo", after: "one|\ntwo"),
    Case(actions: [.textCutWordRight], before: "|one two", after: "| two"),
  ]

  @Test(arguments: cases) func `follows the keys of readline`(sample: Case) {
    var field = Self.field(sample.before)
    for action in sample.actions {
      let isKnown = field.perform(action)
      expectTrue(isKnown)
    }
    expectEqual(Self.text(field), sample.after)
  }

  @Test(arguments: ["a👩‍👩‍👧‍👦b", "e\u{301}x", "👍🏽", "🇫🇷🇩🇪", "한국", "\u{301}a", "क्षि"])
  func `has what is typed bit by bit as if it had been pasted`(text: String) {
    var typed = TextField()
    for scalar in text.unicodeScalars { typed.insert(String(scalar)) }
    var pasted = TextField()
    pasted.insert(text)
    expectEqual(typed.text, text)
    expectEqual(typed.characters.count, text.count)
    expectEqual(typed.cursor, pasted.cursor)
    for _ in 0..<text.count { _ = typed.perform(.textDeleteLeft) }
    expectTrue(typed.isEmpty)
  }

  /// The law of all changes: the field has the characters of its text.
  @Test(arguments: SeededGenerator.seeds(60))
  func `never parts what belongs together`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // A long one is put together in another way.
    var field = TextField(seed % 2 == 0 ? "" : String(repeating: "aé👩‍👩‍👧\n", count: 2000))
    for _ in 0..<Int.random(in: 0..<20, using: &random) { _ = field.perform(.textWordLeft) }
    let parts = [
      "e", "\u{301}", "👩", "\u{200D}", "🇫", "🇷", "👍", "🏽", " ", "x", "\n", "क", "\u{94D}",
    ]
    for step in 0..<200 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: _ = field.perform(.textDeleteLeft)
      case 1: _ = field.perform(.textLeft)
      case 2: _ = field.perform(.textRight)
      case 3: _ = field.perform(.textCutWordLeft)
      case 4: _ = field.perform(.undoTyping)
      default: field.insertLines(parts.randomElement(using: &random) ?? "")
      }
      let text = field.text
      expectTrue((0...field.characters.count).contains(field.cursor))
      guard seed % 2 == 0 || step % 20 == 19 else { continue }
      expectEqual(
        field.characters.map { Array($0.unicodeScalars) }, text.map { Array($0.unicodeScalars) },
        "step \(step)")
    }
  }

  @Test func `takes back a word at a time, and each other change`() {
    var field = TextField()
    for letter in "one two" { field.insert(String(letter)) }
    _ = field.perform(.textCutWordLeft)
    field.insert("three four")
    var seen = [field.text]
    for _ in 0..<6 {
      _ = field.perform(.undoTyping)
      seen.append(field.text)
    }
    expectEqual(seen, ["one three four", "one ", "one two", "one ", "one", "", ""])
    for _ in 0..<9 { _ = field.perform(.redoTyping) }
    expectEqual(field.text, "one three four")
    _ = field.perform(.undoTyping)
    field.insert("x")
    // What was typed since is not to be lost for what was taken back.
    _ = field.perform(.redoTyping)
    expectEqual(field.text, "one x")
  }

  @Test func `moves its cursor without a change to take back`() {
    var field = TextField("one")
    field.insert("x")
    _ = field.perform(.textStart)
    _ = field.perform(.textDeleteLeft)
    _ = field.perform(.undoTyping)
    expectTrue(field.text == "one" && field.cursor == 3)
  }

  @Test func `leaves its past to a form that keeps one`() {
    var field = TextField("one", keepsPast: false)
    field.insert("x")
    let isKnown = field.perform(.undoTyping)
    expectTrue(!isKnown && field.text == "onex")
  }

  @Test func `takes no control characters and no line breaks`() {
    var field = TextField()
    field.insert("a\u{1B}[31m\nb\tc\u{0}")
    expectEqual(field.text, "a[31m b c")
  }

  @Test(arguments: SeededGenerator.seeds(100))
  func `shows its cursor within its room whatever is typed`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var field = TextField(random.text(atMost: 40))
    let actions: [ActionName] = [
      .textLeft, .textWordLeft, .textCutToEnd, .textYank, .textDeleteLeft,
    ]
    for _ in 0..<20 {
      if random.number(0...1) == 0 { field.insert(random.text(atMost: 5)) }
      _ = field.perform(actions[random.number(0...actions.count - 1)])
      let columns = random.number(1...20)
      var canvas = Canvas(Size(columns: columns + 4, rows: 1))
      let cursor = field.draw(
        at: Position(column: 2, row: 0), columns: columns, style: .plain, on: &canvas,
        theme: .standard)
      expectTrue((2..<2 + columns).contains(cursor.column))
      expectTrue(canvas.text.isEmpty || GlyphWidth.columns(of: canvas.text) <= columns + 2)
      expectTrue((0...field.characters.count).contains(field.cursor))
    }
  }

  @Test(arguments: [
    ("|abcdefgh", "|abcdefgh"), ("|abcdefghij", "abcdefg›"), ("abcdefghij|", "‹fghij"),
    ("abcdefghi|jklmnopq", "‹fghijk›"), ("|日本語日本語", "日本語 ›"), ("日本語日本語|", "‹ 語"),
    ("日本語|日本語", "日本語日"),
  ])
  func `shows where it goes on`(text: String, shown: String) {
    var canvas = Canvas(Size(columns: 8, rows: 1))
    _ = Self.field(text).draw(
      at: Position(column: 0, row: 0), columns: 8, style: .plain, on: &canvas, theme: .standard)
    expectEqual(canvas.text.prefix { !$0.isNewline }, shown.filter { $0 != "|" })
  }

  static func field(_ text: String) -> TextField {
    var field = TextField(text.filter { $0 != "|" })
    field.move(
      to: text.distance(from: text.startIndex, to: text.firstIndex(of: "|") ?? text.endIndex))
    return field
  }

  static func text(_ field: TextField) -> String {
    String(field.characters[..<field.cursor]) + "|" + String(field.characters[field.cursor...])
  }
}

@Suite struct `An area of text` {
  @Test func `breaks at words and keeps line breaks`() {
    let field = TextField("one two three\n\nx")
    let lines = TextArea.lines(of: field, columns: 8).map { String(field.characters[$0]) }
    expectEqual(lines, ["one two ", "three", "", "x"])
  }

  @Test func `moves by lines in sight and says when there is none`() {
    var field = `A field of text`.field("one two th|ree\nx")
    let moves = [-1, -1, 1, 1].map { TextArea.move(&field, by: $0, columns: 8) }
    expectEqual(moves, [true, false, true, true])
    expectEqual(`A field of text`.text(field), "one two three\nx|")
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `has around its cursor the lines that it has there as a whole`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var field = TextField()
    field.insertLines(
      (0..<30).map { _ in ["word", " ", "\n", "日本", ""][random.number(0...4)] }.joined())
    field.move(to: random.number(0...field.characters.count))
    let columns = random.number(2...12)
    let (above, below) = (random.number(0...5), random.number(0...5))
    let whole = TextArea.lines(of: field, columns: columns)
    let line = whole.lastIndex { $0.lowerBound <= field.cursor } ?? 0
    let part = TextArea.lines(
      aroundCursorOf: field, columns: columns, above: above, below: below)
    let start = line - part.cursor
    expectTrue(start >= 0 && part.cursor >= min(above, line))
    expectEqual(part.ranges, Array(whole[start..<min(whole.count, start + part.ranges.count)]))
    expectTrue(part.ranges.count - part.cursor > min(below, whole.count - 1 - line))
    expectEqual(TextArea.lines(of: field, columns: columns, limit: 3), Array(whole.prefix(3)))
  }

  @Test(arguments: SeededGenerator.seeds(100))
  func `shows every character once and no line too wide`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var field = TextField()
    field.insertLines(random.text(atMost: 60))
    let columns = random.number(2...20)
    let lines = TextArea.lines(of: field, columns: columns)
    let shown = lines.map { String(field.characters[$0]) }
    expectEqual(shown.joined(), field.text.filter { $0 != "\n" })
    expectTrue(
      shown.allSatisfy { line in
        line.reduce(0) { $0 + GlyphWidth.columns(of: $1) } <= columns || line.count == 1
      })
  }

  @Test(arguments: [
    ("b", "b"), (" b", "a b"), ("", "a"), ("\u{1}", "a"), ("\t", "a "), ("\n", "a "),
  ])
  func `that is selected gives way to what is typed, unless that begins with a blank`(
    typed: String, text: String
  ) {
    var field = TextField("a", isSelected: true)
    field.insert(typed)
    expectEqual(field.text, text)
    field.insert("c")
    expectEqual(field.text, (typed.isEmpty || typed == "\u{1}" ? "c" : text + "c"))
  }

  @Test func `that is selected is emptied by the first deletion, and moved in by the first move`() {
    for (action, text) in [
      (ActionName.textDeleteLeft, "x"), (.textDeleteRight, "x"), (.textLeft, "axb"),
      (.textEnd, "abx"),
    ] {
      var field = TextField("ab", isSelected: true)
      let isDone = field.perform(action)
      field.insert("x")
      expectTrue(isDone && field.text == text, "\(action)")
    }
  }
}
