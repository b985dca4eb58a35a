import CairnInterface
import CairnTerminal
import Testing

/// Shows invariant 4 of `InputDecoder`.
@Suite struct `The Escape key` {
  private let delay = Duration.milliseconds(25)

  @Test func `is decided when nothing follows in time`() {
    var decoder = InputDecoder(escapeDelay: delay)
    #expect(decoder.decode("\u{1B}".utf8, at: .seconds(1)).isEmpty)
    #expect(decoder.deadline == .seconds(1) + delay)
    #expect(decoder.expire() == [.key("Escape")])
    #expect(decoder.deadline == nil)
  }

  @Test func `is the beginning of a key if more follows`() {
    var decoder = InputDecoder(escapeDelay: delay)
    #expect(decoder.decode("\u{1B}".utf8, at: .zero).isEmpty)
    #expect(decoder.decode("[".utf8, at: .milliseconds(10)).isEmpty)
    #expect(decoder.deadline == .milliseconds(35))
    #expect(decoder.decode("A".utf8, at: .milliseconds(20)) == [.key("Up")])
    #expect(decoder.deadline == nil)
  }

  @Test func `is decided at once by another one`() {
    var decoder = InputDecoder(escapeDelay: delay)
    #expect(decoder.decode("\u{1B}\u{1B}".utf8, at: .zero) == [.key("Escape")])
    #expect(decoder.expire() == [.key("Escape")])
    #expect(decoder.decode("\u{1B}\u{1B}[A".utf8, at: .zero) == [.key("Escape"), .key("Up")])
  }

  @Test(arguments: [
    ("\u{1B}[", "M-["), ("\u{1B}O", "M-O"), ("\u{1B}]", "M-]"), ("\u{1B}P", "M-P"),
    ("\u{1B}_", "M-_"), ("\u{1B}[1;", nil), ("\u{1B}]0;ti", nil),
    ("\u{1B}[Mab", nil),
  ])
  func `and other beginnings end as what they can be`(bytes: String, key: String?) {
    var decoder = InputDecoder(escapeDelay: delay)
    #expect(decoder.decode(bytes.utf8, at: .zero).isEmpty)
    #expect(decoder.expire() == [key].compactMap { $0 }.map(Event.key))
    #expect(decoder.decode("x".utf8, at: .zero) == [.key("x")])
  }

  @Test func `changes nothing while nothing is open`() {
    var decoder = InputDecoder(escapeDelay: delay)
    #expect(decoder.deadline == nil)
    #expect(decoder.expire().isEmpty)
  }
}
