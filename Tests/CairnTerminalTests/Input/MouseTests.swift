import CairnInterface
import CairnTerminal
import TestSupport
import Testing

@Suite struct `The mouse` {
  private func decode(_ text: String) -> [Event] {
    var decoder = InputDecoder()
    return decoder.decode(text.utf8, at: .zero)
  }

  @Test(arguments: [
    ("0;5;3M", MouseEvent(kind: .press, position: Position(column: 4, row: 2))),
    ("0;5;3m", MouseEvent(kind: .release, position: Position(column: 4, row: 2))),
    ("2;1;1M", MouseEvent(kind: .press, button: .right, position: .zero)),
    ("1;0;0M", MouseEvent(kind: .press, button: .middle, position: .zero)),
    ("20;1;1M", MouseEvent(kind: .press, position: .zero, modifiers: [.control, .shift])),
    ("8;1;1M", MouseEvent(kind: .press, position: .zero, modifiers: .alt)),
    ("64;2;2M", MouseEvent(kind: .wheelUp, button: .none, position: Position(column: 1, row: 1))),
    ("65;2;2M", MouseEvent(kind: .wheelDown, button: .none, position: Position(column: 1, row: 1))),
    ("0;500;400M", MouseEvent(kind: .press, position: Position(column: 499, row: 399))),
  ])
  func `is reported at any column`(report: String, event: MouseEvent) {
    expectEqual(decode("\u{1B}[<\(report)"), [.mouse(event)])
  }

  @Test(arguments: ["35;5;5M", "32;5;5M", "66;1;1M", "67;1;1M", "128;1;1M"])
  func `is not reported as it moves, sideways, or by further buttons`(report: String) {
    expectTrue(decode("\u{1B}[<\(report)").isEmpty)
  }

  @Test func `is understood in the older way too`() {
    let press = MouseEvent(kind: .press, position: Position(column: 0, row: 1))
    let release = MouseEvent(kind: .release, button: .none, position: Position(column: 0, row: 1))
    expectEqual(decode("\u{1B}[M !\""), [.mouse(press)])
    expectEqual(decode("\u{1B}[M#!\""), [.mouse(release)])
  }

  @Test(arguments: [
    ([0, 200], [1, 2]), ([0, 400], [1, 2]), ([0, 401], [1, 1]), ([0, 100, 200], [1, 2, 3]),
    ([0, 399, 798, 1300], [1, 2, 3, 1]),
  ])
  func `clicks twice when the presses are close in time`(times: [Int], clicks: [Int]) {
    var decoder = InputDecoder()
    let counted = times.flatMap { time in
      decoder.decode("\u{1B}[<0;5;3M".utf8, at: .milliseconds(time)).compactMap(\.clicks)
    }
    expectEqual(counted, clicks)
  }

  @Test(arguments: ["\u{1B}[<0;6;3M", "\u{1B}[<2;5;3M", "\u{1B}[<64;5;3M\u{1B}[<0;5;3M"])
  func `clicks once when place or button changed, or the wheel turned`(second: String) {
    var decoder = InputDecoder()
    _ = decoder.decode("\u{1B}[<0;5;3M\u{1B}[<0;5;3m".utf8, at: .zero)
    let events = decoder.decode(second.utf8, at: .milliseconds(50))
    expectEqual(events.last?.clicks, 1)
  }

  @Test func `releases with as many clicks as it pressed`() {
    var decoder = InputDecoder()
    let twice = String(repeating: "\u{1B}[<0;5;3M\u{1B}[<0;5;3m", count: 2)
    expectEqual(decoder.decode(twice.utf8, at: .zero).compactMap(\.clicks), [1, 1, 2, 2])
  }
}

extension Event {
  var clicks: Int? {
    guard case .mouse(let event) = self else { return nil }
    return event.clicks
  }
}
