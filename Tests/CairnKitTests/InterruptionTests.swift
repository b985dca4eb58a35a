import Testing

@testable import CairnKit
@testable import CairnScreens

@Suite struct `An app that is to end, or its work` {
  @Test func `quits at the first Ctrl-C where the app says so`() throws {
    let driver = try Driver(at: ["cairn://people"])
    var application = driver.session.application
    application.interrupted = { [.quit] }
    let session = try application.session(
      opening: [], start: .onTop, size: Size(columns: 80, rows: 24), worker: InlineWorker(),
      now: .now)
    session.handle(.key(Session.interruptKey), at: .now)
    #expect(session.takeRequests() == [.quit])
  }
}
