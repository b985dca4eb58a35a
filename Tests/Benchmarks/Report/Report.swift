import Glibc

/// The figures as a table, each printed as soon as it is known.
struct Report {
  static let headings = ["", "cairn", "peer", "ratio", "goal", "reached"]
  private static let widths = [35, 32, 46, 6, 10, 7]

  private var missed = 0
  private var reached = 0

  init() { print("Median (least to greatest) of runs taken in turns") }

  /// Starts a part of the table that is about something else.
  func begin(_ title: String) {
    print("\n\(title)\n")
    Self.printRow(Self.headings)
  }

  /// Takes a measure's figures; what it can't measure becomes a row that says why.
  mutating func add(_ measure: some Measure) {
    do {
      for figure in try measure.figures() {
        Self.printRow(figure.cells)
        switch figure.isReached {
        case true?: reached += 1
        case false?: missed += 1
        case nil: break
        }
      }
    } catch {
      print("\(measure.name): not measured: \(error)")
    }
  }

  func end() {
    print("\n\(reached) of \(reached + missed) goals reached")
  }

  private static func printRow(_ cells: [String]) {
    let padded = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: max(0, width - cell.count))
    }
    print(padded.joined(separator: "  "))
    fflush(nil)
  }
}

/// Something that is measured, as one or several figures.
protocol Measure {
  /// What is said where it can't be measured.
  var name: String { get }

  func figures() throws -> [Figure]
}
