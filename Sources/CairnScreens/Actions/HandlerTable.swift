public import CairnInterface

/// What a screen does for each of its actions, and when.
///
/// A screen asks one table two questions: which actions it offers now, for the hints, the help and
/// the palette, and what an action does.
///
/// ```swift
/// static let handlers: HandlerTable<ListScreen> = [
///   .sort: Handler { $0.canSort ? .yes : .no() } perform: { $0.chooseSort() }
/// ]
/// ```
public struct HandlerTable<Owner>: Sendable {
  private var handlers: [ActionName: Handler<Owner>]

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
}

/// Whether an action does something now.
public enum Offer: Sendable {
  /// It does.
  case yes
  /// Hints, help and palette do not name it. Performing it says why it does nothing.
  case unlisted
  /// It does nothing now, for this reason where there is one to tell.
  case no(Message? = nil)

  /// It is listed on a condition.
  public static func shown(_ isShown: Bool) -> Offer { isShown ? .yes : .unlisted }

  /// It does something on a condition.
  public static func when(_ isOffered: Bool, otherwise reason: Message? = nil) -> Offer {
    isOffered ? .yes : .no(reason)
  }
}
