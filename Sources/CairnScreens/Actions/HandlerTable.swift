public import CairnInterface

/// The handlers of a screen's actions, with their conditions.
///
/// A screen asks one table two questions: whether it offers an action now, for hints, help and
/// palette, and how to perform it.
///
/// ```swift
/// static let handlers: HandlerTable<ListScreen> = [
///   .sort: .when(\.canSort) { $0.chooseSort() }
/// ]
/// ```
public struct HandlerTable<Owner>: Sendable {
  private let handlers: [ActionName: Handler<Owner>]

  /// Combines several tables; handlers of later tables replace earlier ones.
  public init(_ tables: HandlerTable...) {
    handlers = tables.reduce(into: [:]) { all, table in
      all.merge(table.handlers) { $1 }
    }
  }

  /// Creates a table with one handler for each of several actions.
  public init(_ names: [ActionName], handler: (ActionName) -> Handler<Owner>) {
    handlers = Dictionary(uniqueKeysWithValues: names.map { ($0, handler($0)) })
  }

  /// Whether an action has an effect now; `nil` for an action that is not in the table.
  public func offers(_ action: ActionName, by owner: Owner) -> Bool? {
    guard let handler = handlers[action] else { return nil }
    if case .yes = handler.offer(owner) { return true }
    return false
  }

  /// Performs an action, or shows why it has no effect now.
  ///
  /// - Returns: the effects; `nil` for an action that is not in the table, and for one that has no
  ///   effect now and no reason to show.
  public func perform(_ action: ActionName, by owner: Owner) -> [Effect]? {
    guard let handler = handlers[action] else { return nil }
    switch handler.offer(owner) {
    case .yes, .unlisted: return handler.perform(owner)
    case .no(let reason): return reason.map { [.say($0)] }
    }
  }
}

extension HandlerTable: ExpressibleByDictionaryLiteral {
  /// Creates a table from a literal.
  public init(dictionaryLiteral elements: (ActionName, Handler<Owner>)...) {
    handlers = Dictionary(uniqueKeysWithValues: elements)
  }
}

/// The handler of one action, with its condition.
public struct Handler<Owner>: Sendable {
  let offer: @Sendable (Owner) -> Offer
  let perform: @Sendable (Owner) -> [Effect]?

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - offer: whether the action has an effect now.
  ///   - perform: performs the action; returns `nil` if it turns out to have no effect.
  public init(
    _ offer: @escaping @Sendable (Owner) -> Offer = { _ in .yes },
    perform: @escaping @Sendable (Owner) -> [Effect]?
  ) {
    (self.offer, self.perform) = (offer, perform)
  }

  /// Creates a handler for an action with a condition.
  ///
  /// - Parameters:
  ///   - condition: whether the action has an effect now.
  ///   - reason: the message if the action has no effect; `nil` for no message.
  ///   - perform: performs the action.
  /// - Returns: the handler.
  public static func when(
    _ condition: @escaping @Sendable (Owner) -> Bool,
    otherwise reason: @escaping @Sendable (Owner) -> Message? = { _ in nil },
    _ perform: @escaping @Sendable (Owner) -> [Effect]?
  ) -> Handler {
    Handler({ condition($0) ? .yes : .no(reason($0)) }, perform: perform)
  }

  /// Creates a handler that is listed on a condition, and that itself shows why it has no effect.
  public static func listed(
    _ condition: @escaping @Sendable (Owner) -> Bool,
    _ perform: @escaping @Sendable (Owner) -> [Effect]?
  ) -> Handler {
    Handler({ condition($0) ? .yes : .unlisted }, perform: perform)
  }
}

extension HandlerTable {
  /// Creates a table of changes that can be refused, in general or for the row under the cursor.
  ///
  /// - Parameters:
  ///   - changes: the changes; `nil` from one of them refuses it for the row.
  ///   - allowed: the possible changes, and the obstacle to all changes, if there is one.
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

/// Whether an action has an effect now.
public enum Offer: Sendable {
  /// The action has an effect.
  case yes
  /// Hints, help and palette omit the action.
  ///
  /// Performing it shows why it has no effect.
  case unlisted
  /// The action has no effect now; holds the message to show, if there is one.
  case no(Message?)
}
