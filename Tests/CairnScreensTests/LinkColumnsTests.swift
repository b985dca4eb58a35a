import CairnInterface
import CairnNavigation
import TestSupport
import Testing

@testable import CairnScreens

/// A machine with linked services.
private final class Machine: DetailSource {
  let title = "web01"
  let changes: ChangeOptions = []
  let fields: [DetailField] = []
  var services = [["no", "7070", "tcp"], ["yes", "80", ""]]

  var sections: [DetailSection] {
    let links = services.enumerated().map { number, cells in
      var link = DetailLink("service \(number)", url: ScreenURL(["services", "\(number)"]))
      link.cells = cells
      return link
    }
    var section = DetailSection("Services", links: links)
    section.columns = [
      ListColumn("Critical"), ListColumn("Port", alignment: .trailing), ListColumn("Protocol"),
    ]
    return [section]
  }
}

@Suite struct `The columns of linked records` {
  /// The rows of the page in a terminal of a width.
  private func rows(_ columns: Int) -> [String] {
    let screen = DetailScreen(Machine())
    screen.layOut(in: Size(columns: columns, rows: 12))
    _ = screen.refresh(Surroundings())
    var canvas = Canvas(screen.whole)
    screen.draw(on: &canvas, theme: .standard)
    return canvas.lines(in: canvas.bounds)
  }

  @Test func `have their names on the heading's line, over the values`() throws {
    let rows = rows(80)
    let head = try #require(rows.firstIndex { $0.contains("SERVICES  2") })
    let place = try #require(rows[head].firstRange(of: "Critical")).lowerBound
    let column = rows[head].distance(from: rows[head].startIndex, to: place)
    expectEqual(
      rows[head...head + 2].map {
        String($0.dropFirst(column).prefix(24).reversed().drop { $0 == " " }.reversed())
      },
      ["Critical  Port  Protocol", "no        7070  tcp", "yes         80"])
  }

  @Test func `are left out where they have no room`() {
    expectTrue(rows(44).contains { $0.contains("Critical") && !$0.contains("Protocol") })
    expectTrue(!rows(20).contains { $0.contains("Critical") })
  }
}
