internal import CairnApp
internal import CairnInterchange

/// What Ctrl-C means while an import makes its records.
///
/// A person at the terminal is asked whether to keep what came so far. Nothing of it stays where
/// there is nobody to ask, or a signal asks for the program's end.
struct KeepQuestion {
  private let interruption: Interruption
  private let progress: ProgressLine
  private let canAsk: Bool

  init(_ invocation: Invocation, _ progress: ProgressLine, _ interruption: Interruption) {
    self.interruption = interruption
    self.progress = progress
    canAsk = invocation.environment.terminals.isSuperset(of: [.input, .error])
  }

  /// Whether Ctrl-C was pressed too late for a question.
  var cameTooLate: Bool { interruption.request() == .stop }

  /// Does something in which Ctrl-C, like other signals, ends the program at once.
  func suspended<Result>(_ body: () throws(AppError) -> Result) throws(AppError) -> Result {
    try interruption.suspended(body)
  }

  /// Shows how far the import is, and says whether it goes on.
  func answer(_ state: ImportProgress) -> ImportProgress.Answer {
    guard let request = interruption.request() else { return progress.show(state) }
    guard canAsk, request == .stop else { return .cancel }
    progress.clear()
    let question =
      "cairn: \(counted(state.rows, "row")) done; type k to keep them, r to roll back, or nothing "
      + "to continue, then Enter: "
    while true {
      // A question that can't be asked or answered is answered by no change.
      guard (try? StandardStream.error.write(Array(question.utf8))) != nil,
        let answer = interruption.line()
      else { return .cancel }
      switch answer.lowercased() {
      case "k": return .keep
      case "r": return .cancel
      case "": return .proceed
      default: continue
      }
    }
  }
}
