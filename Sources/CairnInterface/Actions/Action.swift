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
