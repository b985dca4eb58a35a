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
