public import CairnInterface
public import CairnNavigation

/// What is decided on a review screen, and what would come of it.
///
/// A source answers at once from what it has. What takes longer it does in jobs, whose completions
/// end with `.refresh`; its lists say `.loading` meanwhile.
public protocol ReviewSource: AnyObject {
  /// The name by which history and recents know the screen.
  var title: String { get }
  /// What is said over the lists, a line each.
  var facts: [DetailField] { get }
  /// Why there is nothing to decide, `nil` where there is.
  var explanation: Explanation? { get }
  /// What is decided, a row for each decision.
  var choices: any ListSource { get }
  /// What would come of it.
  var results: any ListSource { get }
  /// Whether what would come of it is being found out.
  var isBusy: Bool { get }
  /// After what time the data is looked at again although nothing happened; `nil` for never.
  var pace: Duration? { get }

  /// Looks at the data again.
  func refresh(_ surroundings: Surroundings) -> [Effect]
  /// Takes note of the choice that has the cursor.
  func select(_ id: String?)
  /// Does an action, with the choice that has the cursor if the choices have the keys, or returns
  /// `nil` for what isn't the source's.
  func perform(_ action: ActionName, on id: String?) -> [Effect]?
  /// Whether an action does something now.
  func offers(_ action: ActionName) -> Bool

  /// Writes what it must remember besides what its URL says.
  func encodeState(to encoder: inout StateEncoder)
  /// Takes back what it remembered.
  func decodeState(from decoder: StateDecoder)
}

extension ReviewSource {
  /// Never.
  public var pace: Duration? { nil }
  /// All of them.
  public func offers(_ action: ActionName) -> Bool { true }
  /// Nothing.
  public func encodeState(to encoder: inout StateEncoder) {}
  /// Nothing.
  public func decodeState(from decoder: StateDecoder) {}
}
