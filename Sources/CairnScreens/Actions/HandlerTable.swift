public import CairnInterface

/// What a screen does for each of its actions, and when.
///
/// A screen asks one table two questions: which actions it offers now, for the hints, the help and
/// the palette, and what an action does.
///
/// ```swift
/// static let handlers: HandlerTable<ListScreen> = [
///   .sort: .when(\.canSort) { $0.chooseSort() }
/// ]
/// ```
public struct HandlerTable<Owner>: Sendable {
  private let handlers: [ActionName: Handler<Owner>]

  /// The handlers of several tables; a later table replaces handlers of earlier ones.
  public init(_ tables: HandlerTable...) {
    handlers = tables.reduce(into: [:]) { all, table in
      all.merge(table.handlers) { $1 }
    }
  }

  /// A table with one handler for each of several actions.
  public init(_ names: [ActionName], handler: (ActionName) -> Handler<Owner>) {
    handlers = Dictionary(uniqueKeysWithValues: names.map { ($0, handler($0)) })
  }

  /// Whether an action does something now; `nil` for an action that is not in the table.
  public func offers(_ action: ActionName, by owner: Owner) -> Bool? {
    guard let handler = handlers[action] else { return nil }
    if case .yes = handler.offer(owner) { return true }
    return false
  }

  /// Does an action, or says why it does nothing now.
  ///
  /// - Returns: What follows; `nil` for an action that is not in the table, and for one that does
  ///   nothing now and gives no reason.
  public func perform(_ action: ActionName, by owner: Owner) -> [Effect]? {
    guard let handler = handlers[action] else { return nil }
    switch handler.offer(owner) {
    case .yes, .unlisted: return handler.perform(owner)
    case .no(let reason): return reason.map { [.say($0)] }
    }
  }
}

extension HandlerTable: ExpressibleByDictionaryLiteral {
  /// A table of handlers.
  public init(dictionaryLiteral elements: (ActionName, Handler<Owner>)...) {
    handlers = Dictionary(uniqueKeysWithValues: elements)
  }
}

/// The effect of one action, and its condition.
public struct Handler<Owner>: Sendable {
  let offer: @Sendable (Owner) -> Offer
  let perform: @Sendable (Owner) -> [Effect]?

  /// A handler.
  ///
  /// - Parameters:
  ///   - offer: Whether the action does something now.
  ///   - perform: Does it; `nil` where it turns out that there is nothing to do.
  public init(
    _ offer: @escaping @Sendable (Owner) -> Offer = { _ in .yes },
    perform: @escaping @Sendable (Owner) -> [Effect]?
  ) {
    (self.offer, self.perform) = (offer, perform)
  }

  /// A handler of an action that does something on a condition.
  ///
  /// - Parameters:
  ///   - condition: Whether it does something now.
  ///   - reason: Why it does nothing, where there is a reason to tell.
  ///   - perform: Does it.
  /// - Returns: The handler.
  public static func when(
    _ condition: @escaping @Sendable (Owner) -> Bool,
    otherwise reason: @escaping @Sendable (Owner) -> Message? = { _ in nil },
    _ perform: @escaping @Sendable (Owner) -> [Effect]?
  ) -> Handler {
    Handler({ condition($0) ? .yes : .no(reason($0)) }, perform: perform)
  }

  /// A handler of an action that is listed on a condition, and says itself why it does nothing.
  public static func listed(
    _ condition: @escaping @Sendable (Owner) -> Bool,
    _ perform: @escaping @Sendable (Owner) -> [Effect]?
  ) -> Handler {
    Handler({ condition($0) ? .yes : .unlisted }, perform: perform)
  }
}

extension HandlerTable {
  /// A table of changes, each of which can be refused: always, or for the row under the cursor.
  ///
  /// - Parameters:
  ///   - changes: The changes; `nil` from one refuses it for the row.
  ///   - allowed: Which changes can be made, and what is in the way of all of them, if anything is.
  init(
    changes: [ActionName: @Sendable (Owner) -> [Effect]?],
    allowed: @escaping @Sendable (Owner) -> (options: ChangeOptions, obstacle: String?)
  ) {
    let handlers = changes.map { action, perform in
      let refusal = { @Sendable (options: ChangeOptions, obstacle: String?) in
        options.refusal(of: action, obstacle: obstacle).map { Message($0, tone: .warning) }
      }
      let handler = Handler<Owner> { owner in
        let allowed = allowed(owner)
        return refusal(allowed.options, allowed.obstacle).map { .no($0) } ?? .yes
      } perform: { owner in
        perform(owner) ?? refusal([], nil).map { [.say($0)] }
      }
      return (action, handler)
    }
    self.handlers = Dictionary(uniqueKeysWithValues: handlers)
  }
}

/// Whether an action does something now.
public enum Offer: Sendable {
  /// It does.
  case yes
  /// Hints, help and palette do not name it. Performing it says why it does nothing.
  case unlisted
  /// It does nothing now, for this reason where there is one to tell.
  case no(Message?)
}
