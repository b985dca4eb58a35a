import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `What is made ahead` {
  private struct Refusal: Error, Equatable {
    let number: Int
  }

  /// In an object: ThreadSanitizer does not see how a captured Mutex is taken.
  private final class Started: Sendable {
    let numbers = Mutex<Set<Int>>([])
  }

  @Test(arguments: [0, 1, 15, 16, 64, 65, 200])
  func `comes in order, nothing included`(count: Int) {
    var made = ParallelPrefetch(Array(0..<count)) { $0.isMultiple(of: 3) ? nil : $0 }
    var found: [Int?] = []
    while let next = made.next() { found.append(next) }
    expectEqual(found, (0..<count).map { $0.isMultiple(of: 3) ? nil : $0 })
    expectTrue(made.next() == nil as Int??)
  }

  @Test(arguments: [[0], [20], [63], [64], [150], [3, 90], [90, 95]])
  func `throws what making it threw, in its place`(bad: [Int]) throws {
    var made = ParallelPrefetch(Array(0..<200)) { number throws(Refusal) in
      if bad.contains(number) { throw Refusal(number: number) }
      return number
    }
    for number in 0..<bad[0] { expectEqual(try made.next(), number) }
    #expect(throws: Refusal(number: bad[0])) { try made.next() }
  }

  @Test func `comes while the results before it are used`() throws {
    let started = Started()
    var made = ParallelPrefetch(Array(0..<200)) { number in
      started.numbers.withLock { _ = $0.insert(number) }
      return number
    }
    expectEqual(made.next(), 0)
    // The second thread begins the next group without being asked.
    while !started.numbers.withLock({ $0.contains(64) }) { sched_yield() }
  }
}
