public import CairnInterface
public import CairnNavigation

/// Where a detail screen gets what it shows of one record.
public protocol DetailSource: AnyObject {
  /// The record's title.
  var title: String { get }
  /// What kind of thing it is and what it is called: "contact · ada".
  var subtitle: String { get }
  /// The fields that have a value, in the order shown.
  var fields: [DetailField] { get }
  /// The links from and to the record.
  var sections: [DetailSection] { get }
  /// What there is to say about the record beside its fields, at the end of the screen.
  var remarks: [DetailField] { get }
  /// The heading over the remarks.
  var remarksTitle: String { get }
  /// Where the record stands in the list it was opened from.
  var place: DetailPlace? { get }
  /// After what time the data is looked at again although nothing happened; `nil` for never.
  var pace: Duration? { get }
  /// Looks at the data again, knowing the list that the screen was opened from.
  func refresh(_ surroundings: Surroundings) -> [Effect]
  /// The record `offset` places further in the list, or `nil` at its ends.
  func sibling(_ offset: Int) -> ScreenURL?
  /// Which changes can be made: their keys are named, and the methods of the others are never
  /// called.
  var changes: ChangeOptions { get }
  /// Why nothing can be changed that could be at other times, such as "the store is read-only".
  var obstacle: String? { get }
  /// Starts changing the record, or returns `nil` where it can't be changed.
  func edit() -> [Effect]?
  /// Starts a new record that will be linked in a section, or another one of the same kind where
  /// there is no section; or returns `nil` where none can be added.
  func add(to section: String?) -> [Effect]?
  /// Asks for a field of the record and gives it another value, or returns `nil` where that can't be.
  func changeField() -> [Effect]?
  /// Gives the record the value that another one got last, or returns `nil` where that can't be.
  func repeatChange() -> [Effect]?
  /// Deletes the record, or returns `nil` where it can't be deleted.
  func delete() -> [Effect]?
  /// Asks which records a link leads to: that of a section, or one that is asked for before; or
  /// returns `nil` where nothing can be linked.
  func link(in section: String?) -> [Effect]?
  /// Takes the record at a URL out of a section, or returns `nil` where it can't be.
  func unlink(_ url: ScreenURL, from section: String) -> [Effect]?
  /// What the record at a URL in a section is in detail, where it is a part of this one: keys that
  /// change something mean the part under the cursor then. `nil` for what stands for itself.
  func part(_ url: ScreenURL, of section: String) -> (any DetailSource)?
  /// Makes of a text what is compared with words that are looked for; that of parts is part of it.
  var fold: @Sendable (String) -> String { get }
  /// Does an action that the screen knows nothing of, or returns `nil`.
  func perform(_ action: ActionName) -> [Effect]?
}

extension DetailSource {
  /// None.
  public var subtitle: String { "" }
  /// None.
  public var sections: [DetailSection] { [] }
  /// None.
  public var remarks: [DetailField] { [] }
  /// What they are.
  public var remarksTitle: String { "Remarks" }
  /// None.
  public var place: DetailPlace? { nil }
  /// Never.
  public var pace: Duration? { nil }
  /// Nothing to look at.
  public func refresh(_ surroundings: Surroundings) -> [Effect] { [] }
  /// None.
  public func sibling(_ offset: Int) -> ScreenURL? { nil }
  /// Nothing is in the way.
  public var obstacle: String? { nil }
  /// Without capitals.
  public var fold: @Sendable (String) -> String { { $0.lowercased() } }
  /// Not here.
  public func edit() -> [Effect]? { nil }
  /// Not here.
  public func changeField() -> [Effect]? { nil }
  /// Not here.
  public func repeatChange() -> [Effect]? { nil }
  /// Not here.
  public func add(to section: String?) -> [Effect]? { nil }
  /// Not here.
  public func delete() -> [Effect]? { nil }
  /// Not here.
  public func link(in section: String?) -> [Effect]? { nil }
  /// Not here.
  public func unlink(_ url: ScreenURL, from section: String) -> [Effect]? { nil }
  /// None.
  public func part(_ url: ScreenURL, of section: String) -> (any DetailSource)? { nil }
  /// None.
  public func perform(_ action: ActionName) -> [Effect]? { nil }
}

/// A record's place in the list that it was opened from.
public struct DetailPlace: Hashable, Sendable {
  /// From 1.
  public var number: Int
  /// How many there are.
  public var count: Int
  /// The list's title.
  public var list: String

  /// The place `number`, counted from 1.
  public init(_ number: Int, of count: Int, in list: String) {
    self.number = number
    self.count = count
    self.list = list
  }
}
