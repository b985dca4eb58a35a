internal import CairnApp
internal import CairnInterchange

/// A line on standard error that says how far an import is, drawn over itself; nothing where that
/// is no terminal, or one that can't clear a line.
struct ProgressLine {
  private let isShown: Bool
  /// What is done with rows once they were read.
  private let verb: String

  init(_ invocation: Invocation, doing verb: String = "importing") {
    self.verb = verb
    isShown =
      invocation.environment.terminals.contains(.error)
      && invocation.environment.variables["TERM"] != "dumb"
  }

  /// Shows how far it is.
  func show(_ progress: ImportProgress) -> ImportProgress.Answer {
    guard isShown else { return .proceed }
    let verb = progress.phase == .inspecting ? "reading" : verb
    let share = progress.total.map { " of \($0)" } ?? ""
    draw("\(verb) row \(progress.rows)\(share)\(Self.bar(progress.rows, of: progress.total))")
    return .proceed
  }

  /// A bar of ASCII, which every terminal has: "  [######..............]  30%"; nothing where nobody
  /// knows how much there is.
  private static func bar(_ done: Int, of total: Int?) -> String {
    guard let total, total > 0 else { return "" }
    let percent = min(100, done * 100 / total)
    let filled = percent / 5
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
    return "  [\(bar)] \(percent < 10 ? "  " : percent < 100 ? " " : "")\(percent)%"
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
    try? StandardStream.error.redraw(text)
  }
}
