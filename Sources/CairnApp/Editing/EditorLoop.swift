/// The loop of every editor: a text is edited until it is taken, or until the person gives up.
///
///     open ──▶ take ──▶ saved │ unchanged
///      ▲         │
///      └── ask ◀─┘ refused
///
/// Records, fields, prompts, the model and the settings are edited by this loop. In the app, a step
/// is a list of effects. In the shell, a step waits for the editor.
public struct EditorLoop<Step> {
  private let open: (@escaping () -> Step) -> Step
  private let ask: (String, @escaping () -> Step) -> Step

  /// Creates a loop.
  ///
  /// - Parameters:
  ///   - open: opens the editor, and continues with its argument if the editor succeeded.
  ///   - ask: shows why a text was refused, and perhaps edits it again with its second argument.
  public init(
    open: @escaping (@escaping () -> Step) -> Step,
    ask: @escaping (String, @escaping () -> Step) -> Step
  ) {
    (self.open, self.ask) = (open, ask)
  }

  /// Opens the editor, and takes its text.
  ///
  /// - Parameter take: takes the text, or calls its argument with the reason for refusing it.
  /// - Returns: the first step, which leads to all others.
  public func run(_ take: @escaping (_ refuse: @escaping (String) -> Step) -> Step) -> Step {
    open { take { reason in ask(reason) { run(take) } } }
  }
}
