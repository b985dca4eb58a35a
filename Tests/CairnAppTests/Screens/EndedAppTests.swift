internal import CairnInterface
internal import CairnNavigation
internal import TestSupport
import Testing

@testable internal import CairnKit
@testable internal import CairnScreens

@Suite struct `An app that has ended` {
  /// A closure of a screen that holds the app would keep the store's files open.
  @Test(arguments: PicturedScreen.all.map(\.name)) func `leaves nothing in memory`(
    name: String
  ) throws {
    let screen = try #require(PicturedScreen.all.first { $0.name == name })
    weak var navigator: Navigator<any Screen>?
    weak var session: Session?
    weak var top: (any Screen)?
    do {
      let started = try screen.session()
      for url in ["~launcher", "~recents", "~messages"] as [ScreenURL] {
        started.apply([.open(url)])
        started.settle()
      }
      started.apply([.back])
      started.settle()
      (navigator, session, top) = (started.navigator, started, started.screen)
    }
    expectTrue(navigator == nil, "the navigator of \(name)")
    expectTrue(session == nil, "the session of \(name)")
    expectTrue(top == nil, "the screen of \(name)")
  }
}
