internal import CairnApp
internal import CairnInterchange

/// What Ctrl-C means while an import makes its records: a person at the terminal is asked whether
/// to keep what came so far; without one, nothing of it stays.
struct KeepQuestion {
  private let interruption = Interruption()
  private let progress: ProgressLine
  private let canAsk: Bool

  init(_ invocation: Invocation, _ progress: ProgressLine) {
    self.progress = progress
    canAsk = invocation.environment.terminals.isSuperset(of: [.input, .error])
  }

  /// Whether Ctrl-C was pressed too late for a question.
  var cameTooLate: Bool { interruption.wasPressed() }

  /// Does something in which Ctrl-C ends the program at once.
  func suspended<Result>(_ body: () throws(AppError) -> Result) throws(AppError) -> Result {
    try interruption.suspended(body)
  }

  /// Shows how far the import is, and says whether it goes on.
  func answer(_ state: ImportProgress) -> ImportProgress.Answer {
    guard interruption.wasPressed() else { return progress.show(state) }
    guard canAsk else { return .cancel }
    progress.clear()
    let question =
      "cairn: \(counted(state.rows, "row")) done; k keeps them, r rolls back, nothing goes on; "
      + "then Enter: "
    while true {
      let answer = interruption.suspended { () -> String in
        // A question that can't be asked or answered is answered by no change.
        guard (try? StandardStream.error.write(Array(question.utf8))) != nil else { return "r" }
        return readLine() ?? "r"
      }
      switch answer.lowercased() {
      case "k": return .keep
      case "r": return .cancel
      case "": return .proceed
      default: continue
      }
    }
  }
}
