import CairnInterface
import CairnTerminal
import TestSupport
import Testing

/// Shows invariant 3 of `InputDecoder`.
@Suite struct `A paste` {
  private func paste(_ text: String) -> [Event] {
    var decoder = InputDecoder()
    return decoder.decode("\u{1B}[200~\(text)\u{1B}[201~".utf8, at: .zero)
  }

  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("two\rlines", "two\nlines"), ("dos\r\nlines", "dos\nlines"),
    ("tab\tstays", "tab\tstays"), ("\u{1B}[A is no key", "[A is no key"), ("日本 👩‍👩‍👧", "日本 👩‍👩‍👧"),
    ("a\u{0}\u{7}\u{7F}b", "ab"), ("\u{1B}[201", "[201"), ("\u{1B}\u{1B}\u{1B}[20", "[20"),
  ])
  func `is one event of clean text`(sent: String, text: String) {
    expectEqual(paste(sent), [.paste(text)])
  }

  @Test func `may be long`() {
    let lines = String(repeating: "a line of forty characters, more or less\r", count: 10_000)
    let events = paste(lines)
    expectEqual(events, [.paste(String(lines.map { $0 == "\r" ? "\n" : $0 }))])
  }

  @Test func `replaces what is no UTF-8`() {
    var decoder = InputDecoder()
    let bytes = Array("\u{1B}[200~a".utf8) + [0xFF] + Array("b\u{1B}[201~".utf8)
    expectEqual(decoder.decode(bytes, at: .zero), [.paste("a\u{FFFD}b")])
  }

  @Test func `that stops is told, and no later byte is a key`() {
    var decoder = InputDecoder()
    expectTrue(decoder.decode("\u{1B}[200~half".utf8, at: .seconds(5)).isEmpty)
    expectEqual(decoder.deadline, .seconds(7))
    expectEqual(decoder.expire(), [.paste("half"), .pasteStopped])
    expectEqual(decoder.deadline, nil)
    expectEqual(decoder.decode("\rdq\u{1B}[A".utf8, at: .seconds(8)), [])
    expectEqual(decoder.deadline, nil)
    for byte in "y\u{1B}[201~".utf8 { expectEqual(decoder.decode([byte], at: .seconds(9)), []) }
    expectEqual(decoder.decode("q".utf8, at: .seconds(9)), [.key("q")])
  }

  @Test(arguments: ["\u{1B}", "\u{3}"])
  func `that stops and never goes on is ended by a key`(key: String) {
    var decoder = InputDecoder()
    _ = decoder.decode("\u{1B}[200~half".utf8, at: .zero)
    _ = decoder.expire()
    expectEqual(decoder.decode(key.utf8, at: .seconds(8)), [])
    if decoder.deadline != nil { expectEqual(decoder.expire(), []) }
    expectEqual(decoder.decode("q".utf8, at: .seconds(9)), [.key("q")])
  }
}
