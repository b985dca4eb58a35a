internal import CairnApp
internal import CairnInterchange

/// A line on standard error that says how far an import is, drawn over itself; nothing where that
/// is no terminal.
struct ProgressLine {
  private let isShown: Bool

  init(_ invocation: Invocation) {
    isShown = invocation.environment.terminals.contains(.error)
  }

  /// Shows how far it is.
  func show(_ progress: ImportProgress) -> ImportProgress.Answer {
    guard isShown else { return .proceed }
    let verb = progress.phase == .inspecting ? "reading" : "importing"
    let share = progress.total.map { " of \($0)" } ?? ""
    draw("\(verb) row \(progress.rows)\(share)")
    return .proceed
  }

  /// Shows what comes next.
  func show(_ step: String) {
    if isShown { draw(step) }
  }

  /// Does work that tells how far it is, and leaves an empty line for what comes next.
  func shown<Result>(
    during work: () throws(AppError) -> Result
  ) throws(AppError) -> Result {
    defer { clear() }
    return try work()
  }

  /// Leaves an empty line for what comes next.
  func clear() {
    if isShown { draw("") }
  }

  /// Progress is a courtesy: when it can't be written, the work goes on.
  private func draw(_ text: String) {
    try? StandardStream.error.write(Array("\r\u{1B}[K\(text)".utf8))
  }
}
