/// The meaning of keys in each context.
///
/// A lookup goes from the innermost context outwards, and the first context that has the keys
/// decides. For example, a list can bind `g` although `g h` works everywhere. Within a context, no
/// sequence is a prefix of another, so no key waits for a timeout.
public struct Keymap: Sendable {
  /// The meaning of the keys typed so far.
  public enum Resolution: Hashable, Sendable {
    /// The keys perform this action.
    case action(Action)
    /// The keys are the beginning of these sequences.
    case prefix([Continuation])
    /// The keys have no meaning here.
    case none
  }

  /// A continuation of the keys typed so far.
  public struct Continuation: Hashable, Sendable {
    /// The rest of the keys.
    public let keys: KeySequence
    /// The action that they perform.
    public let action: Action
  }

  private struct Binding: Sendable {
    let keys: KeySequence
    let action: Action
  }

  /// The actions that the keymap was made from.
  public let table: ActionTable
  private var bindings: [ActionContext: [Binding]] = [:]

  /// Creates the keymap of a table.
  ///
  /// - Throws: `KeymapError` if keys of one context contradict each other.
  public init(_ table: ActionTable) throws(KeymapError) {
    self.table = table
    for action in table.actions {
      for context in action.contexts {
        // A lookup returns the action with the keys of this context.
        var bound = action
        bound.keys = action.keys(in: context)
        for keys in bound.keys { try bind(keys, to: bound, in: context) }
      }
    }
  }

  /// Returns the meaning of typed keys.
  ///
  /// - Parameters:
  ///   - typed: the keys since the last action, the newest last.
  ///   - contexts: the active contexts, innermost first; the global context is always added.
  /// - Returns: an action, the continuations, or nothing.
  public func resolve(_ typed: [Key], in contexts: [ActionContext]) -> Resolution {
    var continuations: [Continuation] = []
    for context in Self.withGlobal(contexts) {
      for binding in bindings[context] ?? [] {
        if binding.keys.keys == typed, continuations.isEmpty { return .action(binding.action) }
        if binding.keys.continues(typed) {
          let rest = KeySequence(Array(binding.keys.keys.dropFirst(typed.count)))
          Self.add(Continuation(keys: rest, action: binding.action), to: &continuations)
        }
      }
    }
    return continuations.isEmpty ? .none : .prefix(continuations)
  }

  /// Returns the actions with keys in the contexts, innermost first and without duplicates.
  ///
  /// Each has the keys of its context.
  public func actions(in contexts: [ActionContext]) -> [Action] {
    var seen: Set<ActionName> = []
    return Self.withGlobal(contexts).flatMap { context in
      (bindings[context] ?? []).map(\.action).filter { seen.insert($0.name).inserted }
    }
  }

  /// Returns actions with only the keys that work in the contexts, since an inner context may hide
  /// a key.
  ///
  /// Actions without such a key are left out.
  ///
  /// - Parameters:
  ///   - actions: the actions.
  ///   - contexts: the active contexts, innermost first.
  ///   - isTyping: whether characters are text there; then keys that begin with a character are
  ///     left out.
  /// - Returns: the actions with keys.
  public func reachable(
    _ actions: [Action], in contexts: [ActionContext], whileTyping isTyping: Bool = false
  ) -> [Action] {
    actions.compactMap { action in
      var reached = action
      reached.keys = action.keys.filter { keys in
        guard !isTyping || keys.keys[0].text == nil,
          case .action(let found) = resolve(keys.keys, in: contexts)
        else { return false }
        return found.name == action.name
      }
      return reached.keys.isEmpty ? nil : reached
    }
  }

  /// Returns the key that messages name for an action: its first key that works in the contexts;
  /// `nil` if none does.
  ///
  /// - Parameters:
  ///   - name: the name of the action.
  ///   - contexts: the active contexts, innermost first.
  ///   - isTyping: whether characters are text there.
  /// - Returns: the key.
  public func key(
    for name: ActionName, in contexts: [ActionContext], whileTyping isTyping: Bool = false
  ) -> KeySequence? {
    let found = actions(in: contexts).filter { $0.name == name }
    return reachable(found, in: contexts, whileTyping: isTyping).first?.keys.first
  }

  private mutating func bind(
    _ keys: KeySequence, to action: Action, in context: ActionContext
  ) throws(KeymapError) {
    for other in bindings[context] ?? [] {
      if other.keys == keys {
        throw .conflict(keys, context, other.action.name, action.name)
      } else if keys.continues(other.keys.keys) {
        throw .hidden(keys, context, by: other.keys, other.action.name)
      } else if other.keys.continues(keys.keys) {
        throw .hidden(other.keys, context, by: keys, action.name)
      }
    }
    bindings[context, default: []].append(Binding(keys: keys, action: action))
  }

  /// The other actions of a context with these keys, a prefix of them, or a longer sequence.
  func others(
    than action: ActionName, at keys: KeySequence, in context: ActionContext
  ) -> [(keys: KeySequence, action: ActionName)] {
    (bindings[context] ?? []).filter { $0.action.name != action && $0.keys.isAtOdds(with: keys) }
      .map { ($0.keys, $0.action.name) }
  }

  static func withGlobal(_ contexts: [ActionContext]) -> [ActionContext] {
    contexts.contains(.global) ? contexts : contexts + [.global]
  }

  /// Adds a continuation unless an inner context has these keys already.
  private static func add(_ new: Continuation, to continuations: inout [Continuation]) {
    guard !continuations.contains(where: { $0.keys.isAtOdds(with: new.keys) }) else { return }
    continuations.append(new)
  }
}

/// An error in the bindings of keys.
public enum KeymapError: Error, Hashable, CustomStringConvertible {
  /// No action has this name.
  case unknownAction(ActionName)
  /// The action has no keys in this context; the array has its contexts.
  case unknownContext(ActionContext, of: ActionName, [ActionContext])
  /// Two actions have the same keys in one context.
  case conflict(KeySequence, ActionContext, ActionName, ActionName)
  /// The keys of one action are a prefix of another's, so the longer sequence can never be typed.
  case hidden(KeySequence, ActionContext, by: KeySequence, ActionName)

  /// The error as a sentence.
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

/// One key, or several keys in a row, such as `g g`.
public struct KeySequence: Hashable, Sendable {
  /// The keys, at least one.
  public let keys: [Key]

  /// Creates a sequence of keys.
  ///
  /// - Precondition: `keys` is not empty.
  public init(_ keys: [Key]) {
    precondition(!keys.isEmpty, "a key sequence has at least one key")
    self.keys = keys
  }

  /// Whether the sequence begins with these keys and is longer.
  public func continues(_ typed: [Key]) -> Bool {
    keys.count > typed.count && keys.starts(with: typed)
  }

  /// Whether the sequences exclude each other: they are equal, or one is a prefix of the other.
  public func isAtOdds(with other: KeySequence) -> Bool {
    self == other || continues(other.keys) || other.continues(keys)
  }
}

extension KeySequence: LosslessStringConvertible, ExpressibleByStringLiteral {
  /// The keys with spaces between them, such as `g g`.
  public var description: String { keys.map(\.description).joined(separator: " ") }

  /// Reads keys with spaces between them; `nil` if a word is no key.
  public init?(_ description: String) {
    let words = description.split(separator: " ")
    let keys = words.compactMap { Key(String($0)) }
    guard !keys.isEmpty, keys.count == words.count else { return nil }
    self.keys = keys
  }

  /// Creates a sequence from a literal.
  ///
  /// - Precondition: the literal is a valid key sequence.
  public init(stringLiteral text: String) {
    guard let sequence = KeySequence(text) else {
      preconditionFailure("'\(text)' is not a key sequence")
    }
    self = sequence
  }
}
