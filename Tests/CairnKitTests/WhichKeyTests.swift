import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

@Suite struct `The ways to go on after a key` {
  @Test(arguments: [Size(columns: 60, rows: 15), Size(columns: 80, rows: 24)])
  func `are all there, in columns where rows are too few`(size: Size) throws {
    let driver = try Driver(at: ["cairn://people"], size: size)
    driver.press("g")
    let count = driver.session.continuations.count
    expectTrue(count > 8)
    for continuation in driver.session.continuations {
      let start = continuation.action.title.prefix(16)
      expectTrue(driver.text.contains("\(continuation.keys.label)  \(start)"), "\(driver.text)")
    }
  }

  @Test func `say how many more there are where there is no room`() throws {
    let driver = try Driver(at: ["cairn://people"], size: Size(columns: 40, rows: 10))
    driver.press("g")
    let shown = driver.session.continuations.count {
      driver.text.contains("\($0.keys.label)  \($0.action.title.prefix(16))")
    }
    expectTrue(driver.text.contains("\(driver.session.continuations.count - shown) more"))
  }

  @Test func `stand alone where there are no lines around them`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.session.theme = .spoken
    driver.press("g")
    expectTrue(!driver.text.contains("Ada"))
    expectTrue(driver.text.contains("Open the launcher"))
  }
}
