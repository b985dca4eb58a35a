import CairnInterface
import CairnTerminal
import TestSupport
import Testing

/// Shows invariant 4 of `InputDecoder`.
@Suite struct `The Escape key` {
  private let delay = Duration.milliseconds(25)

  @Test func `is decided when nothing follows in time`() {
    var decoder = InputDecoder(escapeDelay: delay)
    expectTrue(decoder.decode("\u{1B}".utf8, at: .seconds(1)).isEmpty)
    expectEqual(decoder.deadline, .seconds(1) + delay)
    expectEqual(decoder.expire(), [.key("Escape")])
    expectEqual(decoder.deadline, nil)
  }

  @Test func `is the beginning of a key if more follows`() {
    var decoder = InputDecoder(escapeDelay: delay)
    expectTrue(decoder.decode("\u{1B}".utf8, at: .zero).isEmpty)
    expectTrue(decoder.decode("[".utf8, at: .milliseconds(10)).isEmpty)
    expectEqual(decoder.deadline, .milliseconds(35))
    expectEqual(decoder.decode("A".utf8, at: .milliseconds(20)), [.key("Up")])
    expectEqual(decoder.deadline, nil)
  }

  @Test func `is pressed twice if nothing follows the second one`() {
    var decoder = InputDecoder(escapeDelay: delay)
    expectEqual(decoder.decode("\u{1B}\u{1B}".utf8, at: .zero), [])
    expectEqual(decoder.expire(), [.key("Escape"), .key("Escape")])
    expectEqual(decoder.decode("\u{1B}\u{1B}\u{1B}".utf8, at: .zero), [.key("Escape")])
    expectEqual(decoder.expire(), [.key("Escape"), .key("Escape")])
    expectEqual(decoder.decode("\u{1B}\u{1B}[".utf8, at: .zero), [])
    expectEqual(decoder.expire(), [.key("Escape"), .key("M-[")])
  }

  @Test(arguments: [
    ("\u{1B}[", "M-["), ("\u{1B}O", "M-O"), ("\u{1B}]", "M-]"), ("\u{1B}P", "M-P"),
    ("\u{1B}_", "M-_"), ("\u{1B}[1;", nil), ("\u{1B}]0;ti", nil),
    ("\u{1B}[Mab", nil),
  ])
  func `and other beginnings end as what they can be`(bytes: String, key: String?) {
    var decoder = InputDecoder(escapeDelay: delay)
    expectTrue(decoder.decode(bytes.utf8, at: .zero).isEmpty)
    expectEqual(decoder.expire(), [key].compactMap { $0 }.map(Event.key))
    expectEqual(decoder.decode("x".utf8, at: .zero), [.key("x")])
  }

  @Test func `changes nothing while nothing is open`() {
    var decoder = InputDecoder(escapeDelay: delay)
    expectEqual(decoder.deadline, nil)
    expectTrue(decoder.expire().isEmpty)
  }
}
