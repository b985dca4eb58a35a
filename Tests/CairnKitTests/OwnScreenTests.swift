import CairnKit
import TestSupport
import Testing

/// A screen that an author makes of the parts of the library.
@Suite struct `A screen of an author's own` {
  /// Numbers as rows, with a text that is typed after `a`.
  private final class Numbers: RowScreen {
    let title = "Numbers"
    var window = RowWindow()
    var rowCount = 100
    private var field: TextField?

    var contexts: [ActionContext] { field == nil ? [.list, .rows, .browsing] : [.text, .prompt] }

    func drawRow(_ index: Int, at row: Int, on canvas: inout Canvas, theme: Theme) {
      canvas.write("number \(index) \(field?.text ?? "")", at: Position(column: 2, row: row))
    }

    func open(_ index: Int) -> [Effect] { [.say(Message("opened \(index)"))] }

    func insert(_ text: String) -> [Effect]? {
      guard field != nil else { return nil }
      field?.insert(text)
      return []
    }

    func perform(_ action: ActionName) -> [Effect]? {
      if action == .add {
        field = TextField("n", isSelected: false)
        return []
      }
      if field?.perform(action) == true { return [] }
      return performInRows(action)
    }
  }

  private func text(keys: String) throws -> String {
    var app = Application(
      try URLMap(home: "numbers://all") { Route("numbers://all") { Numbers() as any Screen } })
    app.keepsState = false
    return try app.render(size: Size(columns: 50, rows: 14), keys: keys)
  }

  @Test func `moves through rows, scrolls, and opens the row under the cursor`() throws {
    expectTrue(try text(keys: "").contains("1 of 100"))
    expectTrue(try text(keys: "j j Enter").contains("opened 2"))
    let end = try text(keys: "G")
    expectTrue(end.contains("number 99") && end.contains("100 of 100"), end)
    expectTrue(try text(keys: "G k Enter").contains("opened 98"))
    expectTrue(try text(keys: "PageDown Enter").contains("opened"))
  }

  @Test func `takes text with the keys of readline`() throws {
    expectTrue(try text(keys: "a a b C-a x").contains("number 0 xnab"))
  }

  @Test func `draws and clicks no row that is gone`() {
    let numbers = Numbers()
    numbers.layOut(in: Size(columns: 20, rows: 5))
    numbers.window.move(to: 40)
    numbers.rowCount = 3
    var canvas = Canvas(Size(columns: 20, rows: 5))
    numbers.draw(on: &canvas, theme: .standard)
    expectTrue(canvas.text.contains("number 2") && !canvas.text.contains("number 3"), canvas.text)
    numbers.rowCount = 1
    let click = MouseEvent(kind: .press, position: Position(column: 0, row: 2), clicks: 2)
    expectTrue(numbers.mouse(click).isEmpty)
  }

  @Test func `keeps its place`() {
    let numbers = Numbers()
    numbers.layOut(in: Size(columns: 20, rows: 5))
    numbers.window.move(to: 40)
    var encoder = StateEncoder()
    numbers.encodeState(to: &encoder)
    let again = Numbers()
    again.decodeState(from: StateDecoder(encoder.value))
    again.layOut(in: Size(columns: 20, rows: 5))
    expectEqual(again.window.cursor, 40)
    again.rowCount = 3
    _ = again.refresh(Surroundings())
    expectEqual(again.window.cursor, 2)
    // A click moves the cursor, and a second one opens the row.
    let place = Position(column: 1, row: 0)
    expectTrue(again.mouse(MouseEvent(kind: .press, position: place, clicks: 1)).isEmpty)
    expectEqual(again.mouse(MouseEvent(kind: .press, position: place, clicks: 2)).count, 1)
    expectEqual(again.window.cursor, 0)
    expectTrue(again.mouse(MouseEvent(kind: .press, position: Position(column: 1, row: 9))).isEmpty)
  }
}
