/// What keys mean in each context.
///
/// Keys are looked up from the innermost context outwards, and the first context that knows them
/// decides: a list can give `g` a meaning of its own although `g h` means something everywhere.
/// Within a context no sequence is the beginning of another, so no key ever waits for a clock.
public struct Keymap: Sendable {
  /// What the keys typed so far amount to.
  public enum Resolution: Hashable, Sendable {
    /// They mean this action.
    case action(Action)
    /// They begin these sequences.
    case prefix([Continuation])
    /// They mean nothing here.
    case none
  }

  /// A way to go on after the keys typed so far.
  public struct Continuation: Hashable, Sendable {
    /// The keys that are still to be typed.
    public let keys: KeySequence
    /// What is done then.
    public let action: Action
  }

  private struct Binding: Sendable {
    let keys: KeySequence
    let action: Action
  }

  /// The actions whose keys these are.
  public let table: ActionTable
  private var bindings: [ActionContext: [Binding]] = [:]

  /// The keymap of the keys in `table`.
  ///
  /// - Throws: `KeymapError` if keys contradict each other within a context.
  public init(_ table: ActionTable) throws(KeymapError) {
    self.table = table
    for action in table.actions {
      for context in action.contexts {
        // What is found here is shown with the keys that it has here.
        var bound = action
        bound.keys = action.keys(in: context)
        for keys in bound.keys { try bind(keys, to: bound, in: context) }
      }
    }
  }

  /// What the `typed` keys mean.
  ///
  /// - Parameters:
  ///   - typed: the keys since the last action, the newest last.
  ///   - contexts: where the person is, innermost first; everywhere is always the last of them.
  /// - Returns: the action, the ways to go on, or nothing.
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

  /// The actions that can be reached by key in `contexts`, innermost first, each once and with the
  /// keys that it has there.
  public func actions(in contexts: [ActionContext]) -> [Action] {
    var seen: Set<ActionName> = []
    return Self.withGlobal(contexts).flatMap { context in
      (bindings[context] ?? []).map(\.action).filter { seen.insert($0.name).inserted }
    }
  }

  /// Actions with those of their keys alone that do them in `contexts`, as an inner context may have
  /// others mean something else; without those of which no key is left.
  ///
  /// - Parameters:
  ///   - actions: the actions.
  ///   - contexts: where a person is, innermost first.
  ///   - isTyping: whether characters are text there, so that no key that begins with one is left.
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

  /// The key by which an action is named to a person: the first of those that do it in `contexts`;
  /// `nil` without any.
  ///
  /// - Parameters:
  ///   - name: the action.
  ///   - contexts: where a person is, innermost first.
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

  /// What else is done in a context with these keys, their beginning, or longer ones.
  func others(
    than action: ActionName, at keys: KeySequence, in context: ActionContext
  ) -> [(keys: KeySequence, action: ActionName)] {
    (bindings[context] ?? []).filter { $0.action.name != action && $0.keys.isAtOdds(with: keys) }
      .map { ($0.keys, $0.action.name) }
  }

  static func withGlobal(_ contexts: [ActionContext]) -> [ActionContext] {
    contexts.contains(.global) ? contexts : contexts + [.global]
  }

  /// Adds a continuation unless an inner context has said what these keys do.
  private static func add(_ new: Continuation, to continuations: inout [Continuation]) {
    guard !continuations.contains(where: { $0.keys.isAtOdds(with: new.keys) }) else { return }
    continuations.append(new)
  }
}

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

/// One key, or several to be pressed one after the other, such as `g g`.
public struct KeySequence: Hashable, Sendable {
  /// The keys in their order, never none.
  public let keys: [Key]

  /// The sequence of `keys`.
  ///
  /// - Precondition: there is at least one.
  public init(_ keys: [Key]) {
    precondition(!keys.isEmpty, "a key sequence has at least one key")
    self.keys = keys
  }

  /// Whether these are the first of its keys, and more follow.
  public func continues(_ typed: [Key]) -> Bool {
    keys.count > typed.count && keys.starts(with: typed)
  }

  /// Whether only one of the two can be typed: they are the same, or one begins the other.
  public func isAtOdds(with other: KeySequence) -> Bool {
    self == other || continues(other.keys) || other.continues(keys)
  }
}

extension KeySequence: LosslessStringConvertible, ExpressibleByStringLiteral {
  /// The keys in writing with blanks between them, such as `g g`.
  public var description: String { keys.map(\.description).joined(separator: " ") }

  /// Reads keys in writing with blanks between them; `nil` if one of them is no key.
  public init?(_ description: String) {
    let words = description.split(separator: " ")
    let keys = words.compactMap { Key(String($0)) }
    guard !keys.isEmpty, keys.count == words.count else { return nil }
    self.keys = keys
  }

  /// The keys in a literal.
  ///
  /// - Precondition: the literal is a key sequence in writing.
  public init(stringLiteral text: String) {
    guard let sequence = KeySequence(text) else {
      preconditionFailure("'\(text)' is not a key sequence")
    }
    self = sequence
  }
}
