internal import CairnInterface
internal import CairnNavigation
internal import CairnScreens

extension Application {
  /// Puts the app to work without a terminal.
  func session(
    opening urls: [ScreenURL], start: Start, size: Size, worker: any Worker,
    now: ContinuousClock.Instant
  ) throws(ApplicationError) -> Session {
    let session = Session(
      self, keymap: try keymap(), navigator: navigator(), size: size, worker: worker, now: now)
    session.start(opening: urls, start)
    return session
  }

  private func keymap() throws(ApplicationError) -> Keymap {
    do {
      return try Keymap(actions)
    } catch {
      throw .keys(error)
    }
  }

  private func navigator() -> Navigator<any Screen> {
    let coding = ScreenCoding<any Screen>(
      title: { $0.title }, name: title, encode: { $0.encodeState(to: &$1) },
      importance: { $0.isDraft ? .draft : .normal }, leave: { $0.reasonToStay })
    var restored = state?.restored
    if state?.startsAtHome == true {
      restored = restored?.beginning(at: Visit(map.home, savedAt: clock()))
    }
    return Navigator(
      map: map, state: restored, coding: coding, clock: clock, explain: explain)
  }
}
