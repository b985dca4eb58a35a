@testable import CairnKit
@testable import CairnScreens

/// An app at work that a test types at, with time that passes when the test says so.
final class Driver {
  let book: AddressBook
  let session: Session
  let worker: any Worker
  private let start = ContinuousClock.now
  private var passed = Duration.zero

  init(
    _ book: AddressBook = AddressBook(), at urls: [ScreenURL] = [],
    size: Size = Size(columns: 80, rows: 24), worker: any Worker = InlineWorker(),
    state: StateKeeping? = nil, start startMode: Start = .onTop
  ) throws {
    self.book = book
    self.worker = worker
    session = try book.application(state: state).session(
      opening: urls, start: startMode, size: size, worker: worker, now: start)
  }

  /// Presses keys as `render` names them, and takes what jobs report.
  func press(_ keys: String) {
    for key in KeyScript(keys).keys {
      session.handle(.key(key), at: start.advanced(by: passed))
      session.readInbox()
    }
  }

  func pass(_ time: Duration) {
    passed += time
    session.tick(at: start.advanced(by: passed))
    session.readInbox()
  }

  func click(column: Int, row: Int, times: Int = 1) {
    let position = Position(column: column, row: row)
    session.handle(
      .mouse(MouseEvent(kind: .press, position: position, clicks: times)), at: session.now)
  }

  var text: String { session.draw().text }
  var url: String { session.currentURL.text }
  var message: String { session.message?.text ?? "" }
  var list: ListScreen? { session.screen as? ListScreen }
}

/// A worker that does nothing until it is told to.
final class PatientWorker: Worker {
  private var waiting: [@Sendable () -> Void] = []

  func start(_ work: @escaping @Sendable () -> Void, in lane: BackgroundJob.Lane) {
    waiting.append(work)
  }
  func keep(_ work: @escaping @Sendable () -> Void) { waiting.append(work) }
  func finishWriting() { work() }
  func finishLong() { work() }

  func work() {
    let ready = waiting
    waiting = []
    for work in ready { work() }
  }
}

extension Session {
  /// Takes all that whoever drives the session has to do.
  func takeRequests() -> [SessionRequest] {
    var requests: [SessionRequest] = []
    while let request = takeRequest() { requests.append(request) }
    return requests
  }
}
