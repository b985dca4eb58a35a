import CairnInterface
import TestSupport
import Testing

@testable import CairnTerminal

/// What terminals answer when they are asked for their colors, byte by byte.
@Suite struct `The answer about colors` {
  private static let white = Color.rgb(red: 255, green: 255, blue: 255)
  private static let text = "\u{1B}]10;rgb:8383/9494/9696\u{1B}\\"
  private static let background = "\u{1B}]11;rgb:0000/2b2b/3636\u{1B}\\"
  private static let solarized = Event.colors(
    TerminalColors(
      text: .rgb(red: 0x83, green: 0x94, blue: 0x96),
      background: .rgb(red: 0, green: 0x2B, blue: 0x36)))

  @Test(arguments: [
    "rgb:ffff/ffff/ffff\u{7}", "rgb:ffff/ffff/ffff\u{1B}\\", "rgb:ff/ff/ff\u{7}", "rgb:f/f/f\u{7}",
    "rgb:fff/FFF/fff\u{1B}\\", "rgba:ffff/ffff/ffff/8000\u{7}", "#ffffff\u{7}",
  ])
  func `is known in each form that terminals use`(form: String) {
    var decoder = InputDecoder()
    let events = decoder.decode("\u{1B}]11;\(form)".utf8, at: .zero)
    expectEqual(events, [.colors(TerminalColors(background: Self.white))])
    expectEqual(decoder.deadline, nil)
  }

  @Test func `tells the text's color, too`() {
    var decoder = InputDecoder()
    let events = decoder.decode((Self.text + Self.background).utf8, at: .zero)
    expectEqual(events, [Self.solarized])
  }

  @Test(arguments: [
    "11;\u{7}", "11;rgb:ff/ff\u{7}", "11;rgb:ff/ff/ff/ff\u{7}", "11;rgb:fffff/0/0\u{7}",
    "11;rgb://\u{7}", "11;#ffff\u{7}", "12;rgb:0/0/0\u{7}", "110\u{7}", "1;name\u{7}",
    "1337;File=name=j:\u{7}", "11;rgb:0000/0000/0000/0000/0000/0000/0000/0000\u{7}", "11;?\u{1B}\\",
  ])
  func `is no key, whatever it says`(form: String) {
    var decoder = InputDecoder()
    let events = decoder.decode("\u{1B}]\(form)".utf8, at: .zero)
    // The question itself comes back from a terminal that echoes; its `?` ends the answer.
    expectTrue(events.isEmpty || form.contains("?"), "\(events)")
    expectEqual(decoder.decode("x".utf8, at: .zero).last, .key("x"))
  }

  @Test(arguments: [Duration.zero, .milliseconds(90)])
  func `may be split after each byte, with keys before and after it`(pause: Duration) {
    let bytes = Array(Self.text.utf8) + Array(Self.background.utf8)
    for place in 1..<bytes.count {
      var decoder = InputDecoder()
      decoder.awaitsColors = true
      var (events, now) = (decoder.decode("a".utf8, at: .zero), Duration.zero)
      for piece in [bytes[..<place], bytes[place...]] {
        now += pause
        if let deadline = decoder.deadline, deadline <= now { events += decoder.expire() }
        events += decoder.decode(piece, at: now)
      }
      events += decoder.decode("j".utf8, at: now)
      expectEqual(events, [.key("a"), Self.solarized, .key("j")], "split at \(place)")
      expectTrue(!decoder.awaitsColors)
    }
  }

  @Test func `may come one byte at a time`() {
    var decoder = InputDecoder()
    decoder.awaitsColors = true
    var events: [Event] = []
    for (index, byte) in (Self.text + Self.background).utf8.enumerated() {
      let now = Duration.milliseconds(90 * index)
      if let deadline = decoder.deadline, deadline <= now { events += decoder.expire() }
      events += decoder.decode([byte], at: now)
    }
    expectEqual(events, [Self.solarized])
  }

  @Test(arguments: [
    ("\u{1B}[A", ["Up"]), ("\u{1B}x", ["M-x"]), ("é", ["é"]), ("\r", ["Enter"]),
    ("\u{1B}\u{1B}", ["Escape", "Escape"]),
  ])
  func `that stops leaves the keys after it`(typed: String, keys: [String]) {
    for length in 4..<Self.background.utf8.count - 2 {
      var decoder = InputDecoder()
      var events = decoder.decode(Self.background.utf8.prefix(length), at: .zero)
      events += decoder.decode(typed.utf8, at: .zero)
      if decoder.deadline != nil { events += decoder.expire() }
      expectEqual(events, keys.map { Event.key($0) }, "after \(length) bytes")
    }
  }

  @Test(arguments: [
    "11;xd", "10;xd", "11;xyzzy", "11;rgb:zz/zz/zz", "11;none", "11;?", "11;rgb:ff/d d/", "1x;dd",
    "11;" + String(repeating: "f", count: 300) + "d",
  ])
  func `that is no color is no key, in two parts at any byte`(answer: String) {
    for end in ["\u{7}", "\u{1B}\\"] {
      let bytes = Array("\u{1B}]\(answer)\(end)".utf8)
      for place in 3...bytes.count {
        var decoder = InputDecoder()
        decoder.awaitsColors = true
        let events =
          decoder.decode(bytes[..<place], at: .zero) + decoder.decode(bytes[place...], at: .zero)
          + decoder.decode("j".utf8, at: .seconds(1))
        expectEqual(events, [.key("j")], "\(answer) at \(place)")
      }
    }
  }

  @Test func `that stops is forgotten after a second`() {
    var decoder = InputDecoder()
    _ = decoder.decode("\u{1B}]11;rgb:ff".utf8, at: .seconds(5))
    expectEqual(decoder.deadline, .seconds(6))
    expectTrue(decoder.expire().isEmpty)
    expectEqual(decoder.decode("f".utf8, at: .seconds(7)), [.key("f")])
  }

  @Test func `that is missing delays Escape only as long as it is expected`() {
    var decoder = InputDecoder(escapeDelay: .milliseconds(25))
    decoder.awaitsColors = true
    _ = decoder.decode("\u{1B}".utf8, at: .zero)
    expectEqual(decoder.deadline, .milliseconds(100))
    expectEqual(decoder.expire(), [.key("Escape")])
    _ = decoder.decode(Self.background.utf8, at: .seconds(1))
    _ = decoder.decode("\u{1B}".utf8, at: .seconds(2))
    expectEqual(decoder.deadline, .seconds(2) + .milliseconds(25))
  }
}
