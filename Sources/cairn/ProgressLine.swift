internal import CairnApp
internal import CairnInterchange

/// A line on standard error with the progress of an import, drawn over itself.
///
/// It needs a terminal that can clear a line.
struct ProgressLine {
  private let isShown: Bool
  /// The verb for rows after they were read.
  private let verb: String

  init(_ invocation: Invocation, doing verb: String = "importing") {
    self.verb = verb
    isShown =
      invocation.environment.terminals.contains(.error)
      && invocation.environment.variables["TERM"] != "dumb"
  }

  func show(_ progress: ImportProgress) -> ImportProgress.Answer {
    guard isShown else { return .proceed }
    let verb = progress.phase == .inspecting ? "reading" : verb
    let share = progress.total.map { " of \($0)" } ?? ""
    draw("\(verb) row \(progress.rows)\(share)\(Self.bar(progress.rows, of: progress.total))")
    return .proceed
  }

  /// Returns a bar in ASCII: "  [######..............]  30%"; empty if the total is unknown.
  private static func bar(_ done: Int, of total: Int?) -> String {
    guard let total, total > 0 else { return "" }
    let percent = min(100, done * 100 / total)
    let filled = percent / 5
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
    return "  [\(bar)] \(percent < 10 ? "  " : percent < 100 ? " " : "")\(percent)%"
  }

  /// Shows the next step.
  func show(_ step: String) {
    if isShown { draw(step) }
  }

  /// Runs work that shows its progress, then clears the line.
  func shown<Result>(
    during work: () throws(AppError) -> Result
  ) throws(AppError) -> Result {
    defer { clear() }
    return try work()
  }

  /// Clears the line for the next output.
  func clear() {
    if isShown { draw("") }
  }

  /// Progress is not essential: if it can't be written, the work continues.
  private func draw(_ text: String) {
    try? StandardStream.error.redraw(text)
  }
}
