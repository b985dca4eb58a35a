import CairnInterface
import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

/// Rules 1 to 4 of `DrawingPace`.
@Suite struct `The pace of drawing` {
  private static let size = Size(columns: 10, rows: 2)
  private let start = ContinuousClock.now
  private let layer = Layer()

  private final class Layer {}

  /// A picture with a text that is drawn at once, and one that may wait.
  private func canvas(_ text: String, _ deferred: String) -> Canvas {
    var canvas = Canvas(Self.size)
    canvas.write(text, at: .zero)
    canvas.write(deferred, at: Position(column: 0, row: 1))
    return canvas
  }

  private func at(_ milliseconds: Int) -> ContinuousClock.Instant {
    start.advanced(by: .milliseconds(milliseconds))
  }

  /// Draws a letter at a time, with or without the key that typed it.
  private func draw(
    _ letter: String, _ milliseconds: Int, with pace: inout DrawingPace, isKey: Bool = true,
    awaitsResult: Bool = false, in layers: [AnyObject]? = nil
  ) -> String {
    if isKey { pace.noteKey(at: at(milliseconds)) }
    let deferredParts = DeferredParts(
      [Region(row: 1, columns: 10, rows: 1)], awaitsResult: awaitsResult)
    let layers = (layers ?? [layer]).map { ObjectIdentifier($0) }
    let picture = pace.picture(
      of: canvas(letter, letter), deferredParts, in: layers, at: at(milliseconds))
    return picture.text
  }

  @Test func `draws a key after a rest at once and whole`() {
    var pace = DrawingPace()
    expectEqual(draw("a", 0, with: &pace), "a\na")
    expectEqual(draw("b", 200, with: &pace), "b\nb")
    expectEqual(pace.due, nil)
  }

  @Test func `leaves deferred parts until the keys rest`() {
    var pace = DrawingPace()
    _ = draw("a", 0, with: &pace)
    expectEqual(draw("b", 100, with: &pace), "b\na")
    expectEqual(draw("c", 200, with: &pace), "c\na")
    expectEqual(pace.due, at(400))
    expectEqual(draw("c", 400, with: &pace, isKey: false), "c\nc")
    expectEqual(pace.due, nil)
  }

  @Test func `draws everything twice a second while a key is held`() {
    var pace = DrawingPace()
    let pictures = stride(from: 0, through: 1_500, by: 30).map {
      draw("\($0)", $0, with: &pace)
    }
    let whole = pictures.count { Set($0.split(separator: "\n")).count == 1 }
    expectEqual(whole, 3)
  }

  @Test func `waits for the result of a search, but not for long`() {
    var pace = DrawingPace()
    _ = draw("a", 0, with: &pace)
    expectEqual(draw("b", 1_000, with: &pace, awaitsResult: true), "b\na")
    expectEqual(draw("c", 1_020, with: &pace, isKey: false), "c\nc")
    expectEqual(draw("d", 2_000, with: &pace, awaitsResult: true), "d\nc")
    expectEqual(pace.due, at(2_100))
    expectEqual(draw("e", 2_100, with: &pace, isKey: false, awaitsResult: true), "e\ne")
  }

  @Test func `keeps no cells of another layer or size`() {
    var pace = DrawingPace()
    _ = draw("a", 0, with: &pace)
    expectEqual(draw("b", 50, with: &pace, in: [layer, Layer()]), "b\nb")
    let small = Canvas(Size(columns: 5, rows: 1))
    pace.noteKey(at: at(60))
    let deferredParts = DeferredParts([Region(columns: 5, rows: 1)])
    expectEqual(
      pace.picture(of: small, deferredParts, in: [ObjectIdentifier(layer)], at: at(60)), small)
  }

  @Test func `keeps a page while a person goes from record to record`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("Enter")
    var pace = DrawingPace()
    let start = driver.session.now
    let first = pace.picture(of: driver.session, at: start)
    var last = first
    for time in [300, 400] {
      driver.press("J")
      pace.noteKey(at: start.advanced(by: .milliseconds(time)))
      let picture = pace.picture(
        of: driver.session, at: start.advanced(by: .milliseconds(time)))
      expectEqual(picture == last, time == 400)
      last = picture
    }
    let due = try #require(pace.due)
    expectEqual(pace.picture(of: driver.session, at: due), driver.session.drawInColors())
  }
}
