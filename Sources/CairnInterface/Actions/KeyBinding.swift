/// Keys that a person gives to an action in place of those that it has.
public struct KeyBinding: Hashable, Sendable {
  /// The action.
  public let action: ActionName

  /// Where the keys do it; `nil` for wherever the action has keys.
  public let context: ActionContext?

  /// The keys; none takes the action's keys away.
  public let keys: [KeySequence]

  /// A binding.
  public init(_ action: ActionName, in context: ActionContext? = nil, to keys: [KeySequence]) {
    self.action = action
    self.context = context
    self.keys = keys
  }
}

/// Keys that an action had by itself and that a person's binding took from it.
public struct DisplacedKeys: Hashable, Sendable {
  /// The keys that do something else now, or that can't be typed any more.
  public let keys: KeySequence

  /// Where.
  public let context: ActionContext

  /// Whose they were.
  public let action: ActionName

  /// Whose they are.
  public let newAction: ActionName

  /// What happened, in words.
  public var description: String {
    "\(keys) in \(context) was '\(action)' and is now '\(newAction)'"
  }
}

extension ActionTable {
  /// Gives actions a person's own keys.
  ///
  /// Keys that other actions have by themselves give way to them, in the contexts where both would
  /// mean something; those of two bindings can contradict each other, which ``Keymap`` refuses.
  ///
  /// - Parameter bindings: the keys; those for a context hold there over those for all.
  /// - Returns: what gave way.
  /// - Throws: `KeymapError.unknownAction` and `.unknownContext`.
  public mutating func customize(
    _ bindings: [KeyBinding]
  ) throws(KeymapError) -> [DisplacedKeys] {
    // What is said of one context holds there, wherever it is said.
    for binding in bindings where binding.context == nil {
      try rebind(binding.action, to: binding.keys)
    }
    for binding in bindings where binding.context != nil {
      try rebind(binding.action, to: binding.keys, in: binding.context)
    }
    var displaced: [DisplacedKeys] = []
    let own = bindings.filter { !$0.keys.isEmpty }
    for action in actions {
      for context in action.contexts
      where !bindings.contains(where: {
        $0.action == action.name && ($0.context ?? context) == context
      }) {
        var kept: [KeySequence] = []
        for keys in action.keys(in: context) {
          if let other = owner(of: keys, in: context, among: own) {
            displaced.append(
              DisplacedKeys(keys: keys, context: context, action: action.name, newAction: other))
          } else {
            kept.append(keys)
          }
        }
        if kept != action.keys(in: context) { try rebind(action.name, to: kept, in: context) }
      }
    }
    return displaced
  }

  /// The action to which a binding gives these keys, their beginning, or longer ones in a context.
  private func owner(
    of keys: KeySequence, in context: ActionContext, among bindings: [KeyBinding]
  ) -> ActionName? {
    bindings.first { binding in
      guard binding.context.map({ $0 == context }) ?? isBound(binding.action, in: context) else {
        return false
      }
      return binding.keys.contains { $0.isAtOdds(with: keys) }
    }?.action
  }

  private func isBound(_ name: ActionName, in context: ActionContext) -> Bool {
    self[name]?.contexts.contains(context) == true
  }
}

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
