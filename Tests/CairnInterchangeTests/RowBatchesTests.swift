import CairnFiles
import CairnStore
import TestSupport
import Testing

@testable internal import CairnInterchange

@Suite struct `Rows that are read ahead` {
  private func table(_ rows: Int, failingAfter bytes: Int? = nil) throws -> RawTable {
    let text = "Name\n" + (0..<rows).map { "row \($0)\n" }.joined()
    return RawTable(input: "people.csv", name: nil) { () throws(InterchangeError) in
      var rest = Array(text.utf8)[...]
      var left = bytes
      return try CSVReader(
        ByteStream(name: "people.csv") { () throws(InterchangeError) in
          if left == 0 { throw .canceled }
          let block = Array(rest.prefix(left.map { min($0, 4_096) } ?? 4_096))
          rest = rest.dropFirst(block.count)
          left = left.map { $0 - block.count }
          return block
        })
    }
  }

  @Test(arguments: [0, 1, 2_047, 2_048, 2_049, 10_000], [nil, 0, 1, 2_048, 3_000])
  func `come in order, each with what is made of it`(rows: Int, limit: Int?) throws {
    let batches = try RowBatches(of: try table(rows), limit: limit) { $0.text(at: 0).count }
    var batch = RowBatches<Int>.Batch()
    var found: [String] = []
    while try batches.next(&batch) {
      expectEqual(batch.columns, ["Name"])
      for place in 0..<batch.count {
        let text = batch.rows[place].text(at: 0)
        expectEqual(batches.made(of: batch, at: place), text.count)
        found.append(text)
      }
    }
    expectEqual(found, (0..<min(rows, limit ?? rows)).map { "row \($0)" })
    expectTrue(try !batches.next(&batch))
  }

  @Test func `fail after the rows before the failure`() throws {
    let batches = try RowBatches(of: try table(100_000, failingAfter: 200_000)) { _ in }
    var batch = RowBatches<Void>.Batch()
    var found = 0
    #expect(throws: InterchangeError.self) {
      while try batches.next(&batch) { found += batch.count }
    }
    // Each row has nine to ten bytes.
    expectTrue(found > 15_000)
    expectEqual(batches.ask(\.columns), ["Name"])
  }
}
