import CairnScreens
import TestSupport
import Testing

@Suite struct `A list of an array that only grows` {
  @Test func `filters only new elements`() {
    var values = Array(0..<1000)
    var read: [Int] = []
    let source = ArrayListSource<Int>(
      "Log", query: ListQuery(filter: "7"),
      columns: [
        .init(ListColumn("number", width: 4...8)) { number in
          read.append(number)
          return "\(number)"
        }
      ], id: { "\($0)" }
    ) { values }
    source.onlyGrows = true
    func refresh(_ count: Int) -> Set<Int> {
      values = Array(0..<count)
      read = []
      _ = source.refresh()
      // The columns are measured by the first and the last elements.
      return Set(read.filter { (500..<count - 500).contains($0) || $0 >= 1000 && $0 < count - 500 })
    }
    expectEqual(source.count, 271)
    expectEqual(refresh(1000), [])
    expectEqual(refresh(3000), Set(1000..<2500))
    expectEqual(source.count, 813)
    expectEqual(source.index(of: "2997"), 812)
    expectEqual(refresh(3000), [])
    // Fewer elements than before: a log that began again.
    expectEqual(refresh(2000), Set(500..<1500))
    expectEqual(source.count, 542)
    expectEqual(source.index(of: "2997"), nil)
    // As many elements as before, or more, of a log that began again.
    values = Array(10_000..<12_500)
    _ = source.refresh()
    expectEqual(source.index(of: "10007"), 0)
    expectEqual(source.index(of: "1997"), nil)
    values = Array(0..<2000)
    _ = source.refresh()
    _ = source.apply(ListQuery(filter: "7", sorts: [ListSort("number", isDescending: true)]))
    expectEqual(refresh(2100).count, 1100)
    _ = source.apply(ListQuery())
    expectEqual(refresh(2200), [])
    expectEqual(source.count, 2200)
    expectEqual(source.index(of: "2199"), 2199)
    // Other columns are other texts.
    _ = source.apply(ListQuery(filter: "odd"))
    expectEqual(source.count, 0)
    source.refresh(
      filling: [.init(ListColumn("number")) { $0.isMultiple(of: 2) ? "even" : "odd" }])
    expectEqual(source.count, 1100)
    expectEqual(source.row(at: 0).id, "1")
  }
}
