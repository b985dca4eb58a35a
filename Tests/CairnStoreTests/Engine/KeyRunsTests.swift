import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Runs of keys` {
  private static func keys(_ texts: String) throws -> [RecordKey] {
    try texts.split(separator: " ").map { try #require(RecordKey(String($0))) }
  }

  @Test(arguments: [
    ("p1", "p1"), ("p1 p2 p3", "p1+2"), ("p1 p3 p4 p9", "p1,p3+1,p9"),
    ("p7 p8 p1-k7q2 p2-k7q2", "p7+1,p1-k7q2+1"),
  ])
  func `are written in short, and read`(texts: String, expected: String) throws {
    let keys = try Self.keys(texts)
    let runs = KeyRuns(keys)
    expectEqual(runs.description, expected)
    expectEqual(KeyRuns(expected), runs)
    expectEqual(runs.count, keys.count)
    expectTrue(keys.allSatisfy(runs.contains))
    expectTrue(!runs.contains(RecordKey(sequence: 5)))
  }

  @Test(arguments: ["x", "p1+", "p1+x", "p1,,p3+99999999999999999999", "p1+1099511627776", "lost"])
  func `are nothing else`(text: String) {
    expectEqual(KeyRuns(text), nil)
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `tell a beginning from any other part`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let keys = (1...20).filter { _ in generator.number(1...3) > 1 }
      .map { RecordKey(sequence: UInt64($0)) }
    let runs = KeyRuns(keys)
    for count in keys.indices {
      expectEqual(runs.firstMissing(in: Array(keys[..<count])), keys[count])
    }
    expectEqual(runs.firstMissing(in: keys), nil)
    for place in keys.indices.dropLast() {
      expectEqual(runs.firstMissing(in: Array(keys[..<place] + keys[(place + 1)...])), nil)
    }
    expectEqual(runs.firstMissing(in: keys + [RecordKey(sequence: 21)]), nil)
  }
}
