/// A person's own keys for an action, which replace the default keys.
public struct KeyBinding: Hashable, Sendable {
  /// The action that gets the keys.
  public let action: ActionName

  /// The context in which the keys work; `nil` for all contexts of the action.
  public let context: ActionContext?

  /// The keys; an empty array removes the keys of the action.
  public let keys: [KeySequence]

  /// Creates a binding.
  public init(_ action: ActionName, in context: ActionContext? = nil, to keys: [KeySequence]) {
    self.action = action
    self.context = context
    self.keys = keys
  }
}

/// Default keys that a person's binding took from an action.
public struct DisplacedKeys: Hashable, Sendable {
  /// The keys, which now perform another action or can't be typed any more.
  public let keys: KeySequence

  /// The context in which this happened.
  public let context: ActionContext

  /// The action that had the keys by default.
  public let action: ActionName

  /// The action that has the keys now.
  public let newAction: ActionName

  /// A sentence about the two actions.
  public var description: String {
    "\(keys) in \(context) was '\(action)' and is now '\(newAction)'"
  }
}

extension ActionTable {
  /// Applies a person's own keys.
  ///
  /// If a binding and a default contradict each other, the binding wins. Two bindings can also
  /// contradict each other; ``Keymap`` then throws an error.
  ///
  /// - Parameters:
  ///   - bindings: the bindings; one for a context overrides one for all contexts.
  ///   - yielding: inner contexts whose defaults also lose to a binding of the global context.
  /// - Returns: the default keys that lost to a binding.
  /// - Throws: `KeymapError.unknownAction` or `.unknownContext`.
  public mutating func customize(
    _ bindings: [KeyBinding], yielding: Set<ActionContext> = []
  ) throws(KeymapError) -> [DisplacedKeys] {
    // A binding for one context overrides the others, whatever their order in the settings.
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
          let other =
            owner(of: keys, in: context, among: own)
            ?? (yielding.contains(context) ? owner(of: keys, in: .global, among: own) : nil)
          if let other {
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

  /// The action whose binding has these keys, a prefix of them, or a longer sequence.
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

/// Keys of an inner context that hide an action of an outer one.
public struct KeyShadow: Hashable, Sendable {
  /// The keys that have both meanings.
  public let keys: KeySequence

  /// The inner context.
  public let context: ActionContext

  /// The action in the inner context.
  public let action: ActionName

  /// The hidden action of the outer context.
  public let hidden: ActionName

  /// The outer context.
  public let hiddenContext: ActionContext

  /// A sentence about the two actions.
  public var description: String {
    "\(keys) in \(context) is '\(action)' and hides '\(hidden)' of \(hiddenContext)"
  }
}

extension Keymap {
  /// Returns what a person's keys hide, and which keys hide them.
  ///
  /// Default keys hide each other on purpose, so they are not reported.
  ///
  /// - Parameters:
  ///   - bindings: the person's bindings, which the table has already.
  ///   - stacks: lists of contexts that are active together, innermost first.
  /// - Returns: the shadows without duplicates, in the order of the bindings.
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
      // Another binding for this one context may have replaced the keys.
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
