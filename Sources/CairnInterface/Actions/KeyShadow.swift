/// Keys that mean something in one context and so hide what they would do in an outer one.
public struct KeyShadow: Hashable, Sendable {
  /// The keys that are typed.
  public let keys: KeySequence

  /// Where they mean `action`.
  public let context: ActionContext

  /// What they do there.
  public let action: ActionName

  /// What they don't do there, though they do in `hiddenContext`.
  public let hidden: ActionName

  /// The outer context.
  public let hiddenContext: ActionContext

  /// What happened, in words.
  public var description: String {
    "\(keys) in \(context) is '\(action)' and hides '\(hidden)' of \(hiddenContext)"
  }
}

extension Keymap {
  /// What a person's keys hide, and what hides them.
  ///
  /// The table's own keys hide one another on purpose; of those nothing is said.
  ///
  /// - Parameters:
  ///   - bindings: the person's, with which the table was made.
  ///   - stacks: contexts in which a person can be at once, innermost first.
  /// - Returns: each once, in the order of the bindings.
  public func shadows(
    of bindings: [KeyBinding], among stacks: [[ActionContext]]
  ) -> [KeyShadow] {
    var seen: Set<KeyShadow> = []
    return bindings.flatMap { binding in
      stacks.flatMap { shadows(of: binding, in: Self.withGlobal($0)) }
    }.filter { seen.insert($0).inserted }
  }

  private func shadows(of own: KeyBinding, in stack: [ActionContext]) -> [KeyShadow] {
    guard let action = table[own.action] else { return [] }
    var found: [KeyShadow] = []
    for (place, context) in stack.enumerated()
    where action.contexts.contains(context) && own.context.map({ $0 == context }) ?? true {
      // A binding for one context may say otherwise than that for all.
      for keys in action.keys(in: context) where own.keys.contains(keys) {
        for inner in stack[..<place] {
          found += others(than: own.action, at: keys, in: inner).map { keys, action in
            KeyShadow(
              keys: keys, context: inner, action: action, hidden: own.action,
              hiddenContext: context)
          }
        }
        for outer in stack[(place + 1)...] {
          found += others(than: own.action, at: keys, in: outer).map { _, action in
            KeyShadow(
              keys: keys, context: context, action: own.action, hidden: action,
              hiddenContext: outer)
          }
        }
      }
    }
    return found
  }
}
