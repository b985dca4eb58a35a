import CairnInterface
import CairnTerminal
import TestSupport
import Testing

/// Guards invariants 1, 2 and 3 of `InputDecoder` against random bytes.
@Suite struct `Any bytes` {
  private static let pieces = [
    "j", "é", "👍", "\u{1B}[A", "\u{1B}OP", "\u{1B}[1;5C", "\u{1B}[<0;5;3M", "\u{1B}[<64;5;3M",
    "\u{1B}[200~text\rmore\u{1B}[201~", "\u{1B}x", "\u{1B}[I", "\u{1B}]0;t\u{7}", "\u{1B}[M !!",
    "\u{1B}[[A", "\r", "\u{3}",
  ]

  @Test(arguments: SeededGenerator.seeds(200))
  func `give the same events in any pieces`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = (0..<12).map { _ in
      generator.number(0...4) == 0
        ? String(decoding: generator.bytes(atMost: 6), as: UTF8.self)
        : Self.pieces[generator.number(0...Self.pieces.count - 1)]
    }
    let bytes = Array(text.joined().utf8)
    var whole = InputDecoder()
    let expected = whole.decode(bytes, at: .zero) + whole.expire()
    var split = InputDecoder()
    var events: [Event] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = min(rest.count, generator.number(1...4))
      events += split.decode(rest.prefix(count), at: .zero)
      rest = rest.dropFirst(count)
    }
    expectEqual(events + split.expire(), expected)
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `leave the decoder ready for keys`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var decoder = InputDecoder()
    _ = decoder.decode(generator.bytes(atMost: 400), at: .zero)
    _ = decoder.expire()
    expectEqual(decoder.deadline, nil)
    expectEqual(decoder.decode("q".utf8, at: .zero), [.key("q")])
  }

  @Test(arguments: SeededGenerator.seeds(100))
  func `in a paste are never keys`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = generator.bytes(atMost: 400).filter { $0 != 0x1B }
    var decoder = InputDecoder()
    let events = decoder.decode(
      Array("\u{1B}[200~".utf8) + bytes + Array("\u{1B}[201~".utf8), at: .zero)
    guard events.count == 1, case .paste = events[0] else {
      Issue.record("\(events)")
      return
    }
  }
}
