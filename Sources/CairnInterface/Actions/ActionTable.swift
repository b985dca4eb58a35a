/// Every action there is, in the order in which help lists them.
///
/// This one table is the source of the hints in the last row, of the help page, of the palette, of
/// the manual and of the keymap, so none of them can say something else than the others.
public struct ActionTable: Hashable, Sendable {
  /// The actions in their order.
  public private(set) var actions: [Action] = []
  private var places: [ActionName: Int] = [:]

  /// A table of `actions`.
  ///
  /// - Precondition: no two have the same name.
  public init(_ actions: [Action] = []) { add(actions) }

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
