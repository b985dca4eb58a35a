/// Why keys cannot be bound as asked.
public enum KeymapError: Error, Hashable, CustomStringConvertible {
  /// There is no action of this name.
  case unknownAction(ActionName)
  /// The action has no keys in this context; it has in those.
  case unknownContext(ActionContext, of: ActionName, [ActionContext])
  /// Two actions want the same keys in the same context.
  case conflict(KeySequence, ActionContext, ActionName, ActionName)
  /// One action's keys begin with all of another's, so the longer can never be typed.
  case hidden(KeySequence, ActionContext, by: KeySequence, ActionName)

  /// The reason in words.
  public var description: String {
    switch self {
    case .unknownAction(let name):
      "no action is called '\(name)'"
    case .unknownContext(let context, let name, let others):
      "'\(name)' has no keys in '\(context)'; it has in "
        + others.map { "'\($0)'" }.joined(separator: ", ")
    case .conflict(let keys, let context, let first, let second):
      "the keys '\(keys)' mean both '\(first)' and '\(second)' in the context '\(context)'"
    case .hidden(let keys, let context, let prefix, let name):
      "the keys '\(keys)' can't be typed in the context '\(context)', "
        + "where '\(prefix)' already means '\(name)'"
    }
  }
}
