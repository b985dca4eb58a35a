internal import CairnInterface
internal import TestSupport
import Testing

@testable internal import CairnKit

@Suite struct `A screen in every size and look` {
  @Test(arguments: PicturedScreen.all)
  func `is as it was pictured`(screen: PicturedScreen) throws {
    expectSnapshot(try screen.pictures(), named: screen.name)
  }

  @Test func `has a picture of its own`() {
    let names = PicturedScreen.all.map(\.name)
    expectEqual(Set(names).count, names.count)
  }
}
