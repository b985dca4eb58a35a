import CairnInterface
import CairnNavigation
import Testing

@testable internal import CairnApp
@testable internal import CairnKit
@testable internal import CairnScreens

/// A session with a bundled sample, at which a test types.
struct AppDriver {
  let session: Session

  init(_ sample: String, _ url: String, _ keys: String = "") throws {
    session = try PicturedScreen(name: url, title: "", sample: sample, url: url, keys: keys)
      .session()
  }

  /// Presses the keys on a screen of a size.
  init(_ sample: String, _ url: String, size: (columns: Int, rows: Int), _ keys: String) throws {
    try self.init(sample, url)
    resize(size.columns, size.rows)
    press(keys)
  }

  func press(_ keys: String) {
    for key in KeyScript(keys).keys {
      session.handle(.key(key), at: session.now)
      session.readInbox()
    }
    session.settle()
  }

  func resize(_ columns: Int, _ rows: Int) {
    session.handle(.resize(Size(columns: columns, rows: rows)), at: session.now)
    session.settle()
  }

  /// What the screen saves, as the next start reads it.
  var saved: StateDecoder {
    var encoder = StateEncoder()
    session.screen.encodeState(to: &encoder)
    return StateDecoder(encoder.value)
  }

  var list: ListScreen { get throws { try #require(session.screen as? ListScreen) } }
  var detail: DetailScreen { get throws { try #require(session.screen as? DetailScreen) } }
  func click(column: Int, row: Int) {
    let place = Position(column: column, row: row)
    session.handle(
      .mouse(MouseEvent(kind: .press, position: place, clicks: 1)), at: session.now)
    session.settle()
  }

  func style(atColumn column: Int, row: Int) throws -> Style {
    try #require(session.draw()[Position(column: column, row: row)]).style
  }

  var form: FormScreen { get throws { try #require(session.screen as? FormScreen) } }
  var url: String { session.currentURL.text }
  var message: String { session.message?.text ?? "" }
  var lines: [String] {
    session.draw().text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The words of the last row.
  var hints: String { lines.last ?? "" }
}
