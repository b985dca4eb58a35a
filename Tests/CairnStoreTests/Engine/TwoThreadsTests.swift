import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Work on two threads` {
  private struct Odd: Error, Equatable {
    let number: Int
  }

  @Test(arguments: [0, 1, 15, 16, 17, 1000])
  func `keeps the order, and leaves out what nothing is made of`(count: Int) {
    let made = Array(0..<count).compactMapOnTwoThreads { $0.isMultiple(of: 3) ? nil : $0 * 2 }
    expectEqual(made, (0..<count).filter { !$0.isMultiple(of: 3) }.map { $0 * 2 })
  }

  @Test(arguments: [[3], [90], [3, 90], [90, 95]])
  func `fails with what fails first in the order`(bad: [Int]) {
    #expect(throws: Odd(number: bad[0])) {
      try Array(0..<100).compactMapOnTwoThreads { (number) throws(Odd) -> Int? in
        if bad.contains(number) { throw Odd(number: number) }
        return number
      }
    }
  }
}
