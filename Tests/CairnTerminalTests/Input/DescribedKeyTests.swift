import CairnInterface
import TestSupport
import Testing

@testable import CairnTerminal

/// Shows invariant 6 of `InputDecoder`.
@Suite struct `A key of the terminal's own` {
  private static let delay = Duration.milliseconds(25)

  private func decoder(_ keys: [String: String]) -> InputDecoder {
    var table = KeyTable()
    for (bytes, key) in keys { table.insert(Array(bytes.utf8), for: key.asKey) }
    return InputDecoder(escapeDelay: Self.delay, keys: table)
  }

  @Test(arguments: [
    ("\u{1E}q", "F1"), ("\u{1}@\r", "F2"), ("\u{1B}K", "PageDown"), ("\u{B}", "Up"),
    ("\u{1B}[U", "PageDown"), ("\u{1B}[M", "F1"), ("\u{1B}[I", "PageUp"), ("\u{1B}P", "F1"),
    ("\u{1B}OA", "F3"), ("\u{1B}\u{1B}[B", "S-Down"), ("~\u{C}", "Up"),
  ])
  func `is what its bytes are, before all that they are elsewhere`(bytes: String, key: String) {
    var decoder = decoder([bytes: key])
    expectEqual(decoder.decode((bytes + "x").utf8, at: .zero), [.key(key), .key("x")])
    expectEqual(decoder.deadline, nil)
  }

  @Test(arguments: [[0xFF, 0xA9], [0x9B, 0x42], [0x80, 0x50], [0xA0]])
  func `may be no text at all`(bytes: [UInt8]) {
    var table = KeyTable()
    table.insert(bytes, for: Key(.down))
    var decoder = InputDecoder(keys: table)
    expectEqual(decoder.decode(bytes + Array("é".utf8), at: .zero), [.key("Down"), .key("é")])
  }

  @Test(arguments: [
    ("\u{1}@\r", ["F1"]), ("\u{1}x", ["Home", "x"]), ("\u{1}@x", ["Home", "@", "x"]),
    ("\u{1}\u{1}@\r", ["Home", "F1"]), ("\u{1}@\u{1}@\r", ["Home", "@", "F1"]),
    ("\u{1}\u{1B}[A", ["Home", "Up"]),
  ])
  func `is the longest one that came`(bytes: String, keys: [String]) {
    var decoder = decoder(["\u{1}": "Home", "\u{1}@\r": "F1"])
    expectEqual(decoder.decode(bytes.utf8, at: .zero), keys.map(Event.key))
  }

  @Test(arguments: [
    ("\u{1}", ["Home"]), ("\u{1}@", ["Home", "@"]), ("\u{1B}", ["Escape"]),
    ("\u{1B}[", ["M-["]), ("\u{1B}[1", []), ("\u{1E}", ["C-^"]), ("\u{1E}P", ["C-^", "P"]),
    ("\u{1B}\u{1B}", ["Escape", "Escape"]),
  ])
  func `is decided when nothing follows in time`(bytes: String, keys: [String]) {
    var decoder = decoder([
      "\u{1}": "Home", "\u{1}@\r": "F1", "\u{1E}PA": "Up", "\u{1B}[12~": "F2",
      "\u{1B}\u{1B}[A": "S-Up",
    ])
    expectTrue(decoder.decode(bytes.utf8, at: .seconds(1)).isEmpty)
    expectEqual(decoder.deadline, .seconds(1) + Self.delay)
    expectEqual(decoder.expire(), keys.map(Event.key))
    expectEqual(decoder.deadline, nil)
    expectEqual(decoder.decode("x".utf8, at: .seconds(2)), [.key("x")])
  }

  @Test func `may come in pieces`() {
    var decoder = decoder(["\u{1}@\r": "F1"])
    expectEqual(decoder.decode("j\u{1}".utf8, at: .zero), [.key("j")])
    expectTrue(decoder.decode("@".utf8, at: .milliseconds(20)).isEmpty)
    expectEqual(decoder.deadline, .milliseconds(45))
    expectEqual(decoder.decode("\rk".utf8, at: .milliseconds(40)), [.key("F1"), .key("k")])
  }

  @Test func `has Alt behind Escape, and may follow what turned out to be nothing`() {
    var decoder = decoder(["\u{1B}K": "PageDown"])
    let bytes = "\u{1B}\u{1B}K\u{1B}[1\u{1B}K\u{1B}O\u{1B}K"
    let events = decoder.decode(bytes.utf8, at: .zero)
    expectEqual(events, [.key("M-PageDown"), .key("PageDown"), .key("PageDown")])
    expectEqual(decoder.decode([0xC3] + Array("\u{1B}K".utf8), at: .zero), [.key("PageDown")])
  }

  @Test func `takes nothing from what terminals send anyway`() {
    var decoder = decoder(["\u{1B}[20~": "F9", "\u{1B}OP": "F1", "\u{1}@\r": "F2"])
    let click = MouseEvent(kind: .press, position: Position(column: 4, row: 2))
    let events = decoder.decode(
      "\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}[<0;5;3M\u{1B}[O\u{1B}x".utf8, at: .zero)
    expectEqual(
      events,
      [
        .key("Up"), .key("Down"), .key("C-Right"), .mouse(click), .focus(false), .key("M-x"),
      ])
  }

  @Test func `is none in a paste`() {
    var decoder = decoder(["\u{1}@\r": "F1", "\u{1B}[20~": "F9", "\u{1E}q": "F3", "\u{B}": "Up"])
    let pasted = "\u{1}@\r\u{1B}[20~\u{1E}q\u{B}"
    let events = decoder.decode("\u{1B}[200~\(pasted)\u{1B}[201~\u{1E}q".utf8, at: .zero)
    expectEqual(events, [.paste("@\n[20~q"), .key("F3")])
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `is the same in any pieces`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let own = [
      "\u{1}": "Home", "\u{1}@\r": "F1", "\u{1}A\r": "F2", "\u{1B}K": "PageDown", "\u{1E}PA": "Up",
      "\u{1B}[20~": "F9", "\u{1B}\u{1B}[A": "S-Up", "~\u{C}": "Up",
    ]
    let paste = "\u{1B}[200~a\u{1}@\r\u{1B}[201~"
    let pieces = own.keys.sorted() + ["\u{1}@", "\u{1B}", paste, "é", "~"]
    let text = (0..<12).map { _ in pieces[generator.number(0...pieces.count - 1)] }.joined()
    var whole = decoder(own)
    let expected = whole.decode(text.utf8, at: .zero) + whole.expire()
    var split = decoder(own)
    let events = text.utf8.flatMap { split.decode([$0], at: .zero) }
    expectEqual(events + split.expire(), expected)
  }
}

extension String {
  /// The key that this writes.
  fileprivate var asKey: Key {
    guard let key = Key(self) else { preconditionFailure("'\(self)' is no key") }
    return key
  }
}
