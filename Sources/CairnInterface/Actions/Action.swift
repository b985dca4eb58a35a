/// Something that a person can have done, and the keys that do it.
public struct Action: Hashable, Sendable, Identifiable {
  /// The name by which code and configuration mean it.
  public let name: ActionName

  /// What it does, as a help page says it: `Open the record`.
  public let title: String

  /// What it does in one or two short words for the last row: `open`.
  public let hint: String

  /// The keys that do it; the first is the one that hints show.
  public var keys: [KeySequence]

  /// The keys that do it in some contexts instead.
  private(set) var ownKeys: [ActionContext: [KeySequence]] = [:]

  /// Where the keys do it.
  public let contexts: [ActionContext]

  /// Whether the last row mentions it, where there is room.
  public let isHinted: Bool

  /// An action.
  ///
  /// - Parameters:
  ///   - name: the name by which code and configuration mean it.
  ///   - title: what it does, as a help page says it.
  ///   - hint: the same in one or two short words; the title if none is given.
  ///   - keys: the keys that do it; none for what only the palette offers.
  ///   - contexts: where the keys do it.
  ///   - ownKeys: the keys that do it in some of these contexts instead.
  ///   - isHinted: whether the last row mentions it.
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

  /// The keys that do it in a context.
  public func keys(in context: ActionContext) -> [KeySequence] { ownKeys[context] ?? keys }

  /// Gives it other keys, in one context or in all.
  mutating func bind(_ keys: [KeySequence], in context: ActionContext?) {
    if let context {
      ownKeys[context] = keys
    } else {
      (self.keys, ownKeys) = (keys, [:])
    }
  }

  /// The name.
  public var id: ActionName { name }
}

/// The name by which code and configuration mean an action, such as `list.open`.
public struct ActionName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name as text.
  public let description: String

  /// The name `text`.
  public init(_ text: String) { description = text }

  /// The name in a literal.
  public init(stringLiteral text: String) { description = text }

  /// Whether `left` comes first in the order of letters.
  public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

/// Where a key has a meaning: in a list, in a form, in a prompt, or everywhere.
public struct ActionContext: Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The context's name.
  public let description: String

  /// The context called `name`.
  public init(_ name: String) { description = name }

  /// The context in a literal.
  public init(stringLiteral name: String) { description = name }

  /// Everywhere; the outermost context.
  public static let global: ActionContext = "global"
}

/// Every action there is, in the order in which help lists them.
///
/// This one table is the source of the hints in the last row, of the help page, of the palette, of
/// the manual and of the keymap, so none of them can say something else than the others.
public struct ActionTable: Hashable, Sendable {
  /// The actions in their order.
  public private(set) var actions: [Action] = []
  private var places: [ActionName: Int] = [:]
  /// Actions by the names that they had in earlier versions.
  private let renamed: [ActionName: RenamedAction]

  /// A table of `actions`.
  ///
  /// - Parameters:
  ///   - actions: the actions.
  ///   - renamed: some of them by their earlier names, for settings.
  /// - Precondition: no two have the same name.
  public init(_ actions: [Action] = [], renamed: [ActionName: RenamedAction] = [:]) {
    self.renamed = renamed
    add(actions)
  }

  /// Adds `actions` at the end.
  ///
  /// - Precondition: no two have the same name, the table's own included.
  public mutating func add(_ actions: [Action]) {
    for action in actions {
      precondition(places[action.name] == nil, "two actions are called \(action.name)")
      places[action.name] = self.actions.count
      self.actions.append(action)
    }
  }

  /// The action called `name`, or `nil` if there is none.
  public subscript(name: ActionName) -> Action? { places[name].map { actions[$0] } }

  /// The action that was called `name` in an earlier version, or `nil` if there is none.
  public func renamed(_ name: ActionName) -> RenamedAction? { renamed[name] }

  /// The actions of `context`, in the table's order.
  public func actions(in context: ActionContext) -> [Action] {
    actions.filter { $0.contexts.contains(context) }
  }

  /// Actions of the table, which may have other keys than there, in the table's order.
  public func sorted(_ actions: [Action]) -> [Action] {
    actions.compactMap { action in places[action.name].map { (place: $0, action: action) } }
      .sorted { $0.place < $1.place }.map(\.action)
  }

  /// Gives the action called `name` other keys.
  ///
  /// - Parameters:
  ///   - name: the action.
  ///   - keys: its keys; none takes them away.
  ///   - context: where; `nil` for wherever it has keys.
  /// - Throws: `KeymapError.unknownAction` if there is no such action, `.unknownContext` if it has
  ///   no keys there.
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

/// What an action is called now that had a name of its own in one context before.
public struct RenamedAction: Hashable, Sendable {
  /// Its name.
  public let name: ActionName
  /// Where it had the earlier name.
  public let context: ActionContext

  /// An action in a context.
  public init(_ name: ActionName, in context: ActionContext) {
    (self.name, self.context) = (name, context)
  }
}
