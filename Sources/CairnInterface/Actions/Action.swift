/// A command of a person, and the keys that perform it.
public struct Action: Hashable, Sendable, Identifiable {
  /// The name in code and configuration.
  public let name: ActionName

  /// The title in the help, such as `Open the record`.
  public let title: String

  /// The hint in the last row, in one or two words: `open`.
  public var hint: String

  /// The keys that perform the action; hints show the first of them.
  public var keys: [KeySequence]

  /// The keys of contexts that have keys of their own.
  private(set) var ownKeys: [ActionContext: [KeySequence]] = [:]

  /// The contexts in which the keys work.
  public let contexts: [ActionContext]

  /// Whether the last row shows the action if it has room.
  public let isHinted: Bool

  /// Creates an action.
  ///
  /// - Parameters:
  ///   - name: the name in code and configuration.
  ///   - title: the title in the help.
  ///   - hint: one or two words for the last row; `title` by default.
  ///   - keys: the keys; an action without keys is only in the palette.
  ///   - contexts: the contexts in which the keys work.
  ///   - ownKeys: other keys for some of these contexts.
  ///   - isHinted: whether the last row shows the action.
  public init(
    _ name: ActionName, title: String, hint: String? = nil, keys: [KeySequence] = [],
    in contexts: [ActionContext] = [.global], ownKeys: [ActionContext: [KeySequence]] = [:],
    isHinted: Bool = false
  ) {
    self.ownKeys = ownKeys
    self.name = name
    self.title = title
    self.hint = hint ?? title
    self.keys = keys
    self.contexts = contexts
    self.isHinted = isHinted
  }

  /// Returns the keys of a context.
  public func keys(in context: ActionContext) -> [KeySequence] { ownKeys[context] ?? keys }

  /// The keys of all contexts, each once.
  public var boundKeys: [KeySequence] {
    var seen: Set<KeySequence> = []
    return contexts.flatMap { keys(in: $0) }.filter { seen.insert($0).inserted }
  }

  /// Replaces the keys of one context, or of all.
  mutating func bind(_ keys: [KeySequence], in context: ActionContext?) {
    if let context {
      ownKeys[context] = keys
    } else {
      (self.keys, ownKeys) = (keys, [:])
    }
  }

  /// The name, which is unique in a table.
  public var id: ActionName { name }
}

/// The name of an action in code and configuration, such as `list.open`.
public struct ActionName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The text of the name.
  public let description: String

  /// Creates a name.
  public init(_ text: String) { description = text }

  /// Creates a name from a literal.
  public init(stringLiteral text: String) { description = text }

  /// Whether `left` precedes `right` in the alphabet.
  public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

/// A place where keys have a meaning of their own: a list, a form, a prompt, or everywhere.
public struct ActionContext: Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name of the context.
  public let description: String

  /// Creates a context.
  public init(_ name: String) { description = name }

  /// Creates a context from a literal.
  public init(stringLiteral name: String) { description = name }

  /// The outermost context, whose keys work everywhere.
  public static let global: ActionContext = "global"
}

/// All actions, in the order of the help.
///
/// Hints, help, palette, manual and keymap all read this one table, so they never contradict each
/// other.
public struct ActionTable: Hashable, Sendable {
  /// The actions, in the order of the help.
  public private(set) var actions: [Action] = []
  private var places: [ActionName: Int] = [:]
  /// Actions by the names that they had in earlier versions.
  private let renamed: [ActionName: RenamedAction]

  /// Creates a table of actions.
  ///
  /// - Parameters:
  ///   - actions: the actions, in the order of the help.
  ///   - renamed: actions by their earlier names, which settings may still have.
  /// - Precondition: the names differ.
  public init(_ actions: [Action] = [], renamed: [ActionName: RenamedAction] = [:]) {
    self.renamed = renamed
    add(actions)
  }

  /// Adds actions at the end of the table.
  ///
  /// - Precondition: the names differ, also from the names in the table.
  public mutating func add(_ actions: [Action]) {
    for action in actions {
      precondition(places[action.name] == nil, "two actions are called \(action.name)")
      places[action.name] = self.actions.count
      self.actions.append(action)
    }
  }

  /// The action with a name; `nil` if no action has it.
  public subscript(name: ActionName) -> Action? { places[name].map { actions[$0] } }

  /// Returns the action that had a name in an earlier version; `nil` if none had.
  public func renamed(_ name: ActionName) -> RenamedAction? { renamed[name] }

  /// Returns the actions of a context, in the order of the table.
  public func actions(in context: ActionContext) -> [Action] {
    actions.filter { $0.contexts.contains(context) }
  }

  /// Returns actions in the order of the table.
  ///
  /// Their keys may differ from those in the table.
  public func sorted(_ actions: [Action]) -> [Action] {
    actions.compactMap { action in places[action.name].map { (place: $0, action: action) } }
      .sorted { $0.place < $1.place }.map(\.action)
  }

  /// Replaces the keys of an action.
  ///
  /// - Parameters:
  ///   - name: the name of the action.
  ///   - keys: the new keys; an empty array removes all keys.
  ///   - context: the context to change; `nil` changes all contexts of the action.
  /// - Throws: `KeymapError.unknownAction` for an unknown name, `.unknownContext` if the action has
  ///   no keys in the context.
  public mutating func rebind(
    _ name: ActionName, to keys: [KeySequence], in context: ActionContext? = nil
  ) throws(KeymapError) {
    guard let place = places[name] else { throw .unknownAction(name) }
    if let context, !actions[place].contexts.contains(context) {
      throw .unknownContext(context, of: name, actions[place].contexts)
    }
    actions[place].bind(keys, in: context)
  }
}

/// The present name of an action that had a name of its own in one context.
public struct RenamedAction: Hashable, Sendable {
  /// The present name of the action.
  public let name: ActionName
  /// The context in which the action had the earlier name.
  public let context: ActionContext

  /// Creates a renamed action.
  public init(_ name: ActionName, in context: ActionContext) {
    (self.name, self.context) = (name, context)
  }
}
