import TestSupport
import Testing

@testable import CairnStore

@Suite struct `What is made ahead` {
  private struct Refusal: Error {}

  @Test(arguments: [0, 1, 15, 16, 64, 65, 200])
  func `comes in order, nothing included`(count: Int) {
    var made = ParallelPrefetch(Array(0..<count)) { $0.isMultiple(of: 3) ? nil : $0 }
    var found: [Int?] = []
    while let next = made.next() { found.append(next) }
    expectEqual(found, (0..<count).map { $0.isMultiple(of: 3) ? nil : $0 })
    expectTrue(made.next() == nil as Int??)
  }

  @Test(arguments: [0, 20, 63, 64, 150])
  func `throws what making it threw, before anything behind it comes`(bad: Int) throws {
    var made = ParallelPrefetch(Array(0..<200)) { number throws(Refusal) in
      if number == bad { throw Refusal() }
      return number
    }
    var found = 0
    #expect(throws: Refusal.self) {
      while try made.next() != nil { found += 1 }
    }
    expectTrue(found <= bad)
  }
}
