public import CairnInterface
public import CairnNavigation

/// The content of the terminal between the location line and the status line.
///
/// A screen has three duties: it draws its state, it turns actions into effects, and it encodes the
/// state to save. It opens no file, reads no key and knows no terminal. It requests everything else
/// with an `Effect`, and gets its data from its source.
///
///     key ─▶ keymap ─▶ action ─▶ screen.perform ─▶ [Effect] ─▶ session ─▶ screen.draw ─▶ canvas
///                        text ─▶ screen.insert ─▶
///
/// These rules hold for every screen of this module; tests cite them by number:
///
/// 1. Drawing changes nothing. The same state at the same size gives the same cells.
/// 2. No key and no source can make a screen trap. A cursor is on an existing row, or there are no
///    rows.
/// 3. A screen encodes only its own state: values and ids, never objects. Decoding that state gives
///    the same drawing, and decoding anything else changes nothing.
/// 4. A cursor belongs to a record, not to a row number: it stays with the record when rows are
///    added or removed around it.
/// 5. The cost of drawing depends on the visible rows only: a list asks its source for no others.
/// 6. `perform` and `insert` return `nil` for input that they don't handle, so that an outer layer
///    can handle it.
public protocol Screen: AnyObject {
  /// The name in history, recents and drafts.
  var title: String { get }
  /// The last word of the breadcrumb, if the words before it complete the name.
  var crumb: String { get }
  /// The initial title of a favorite of this screen; `nil` if a favorite makes no sense.
  var favoriteTitle: String? { get }
  /// The contexts for key lookup, innermost first; the global context is added automatically.
  var contexts: [ActionContext] { get }
  /// The left part of the status line.
  var status: ScreenStatus { get }
  /// Whether leaving now would lose work, so that the state counts as a draft.
  var isDraft: Bool { get }
  /// The reason for not leaving now, in a few words; `nil` if leaving is fine, as always when
  /// drafts are kept.
  var reasonToStay: String? { get }

  /// The URL of the focused part, if it differs from the whole screen.
  ///
  /// Then `selection` is the cursor's in that part, and marks are ignored.
  var focusedURL: ScreenURL? { get }
  /// The URL of the item under the cursor, if it has one.
  var selection: ScreenURL? { get }
  /// The field under the cursor, if the field is shown as a whole.
  var selectedField: DetailField? { get }
  /// The name of the field under the cursor, or of the current column.
  var currentField: String? { get }
  /// The text in the focused prompt; `nil` if there is no prompt.
  var typedText: String? { get }
  /// The ids of the marked rows.
  var marks: Set<String> { get }
  /// The interval at which the source is read again without an event; `nil` for never.
  var pace: Duration? { get }

  /// The parts whose drawing may wait while keys come fast.
  var deferredParts: DeferredParts { get }

  /// The rows of the screen's area with one item each, from the top; `nil` if every line with text
  /// is an item.
  ///
  /// On a terminal that shows lines, items have numbers, and headings have none.
  var itemRows: [Int]? { get }

  /// The rows that the screen has and does not show.
  ///
  /// On a terminal that shows lines, words tell their numbers.
  var hiddenRows: HiddenRows { get }

  /// Fits the screen to a size; called before the first drawing and after each change of size.
  func layOut(in size: Size)
  /// Draws into the area between the location line and the status line.
  func draw(on canvas: inout Canvas, theme: Theme)
  /// Performs `action`; returns `nil` if this screen doesn't handle it.
  func perform(_ action: ActionName) -> [Effect]?
  /// Whether one of this screen's own actions has an effect here now.
  ///
  /// If not, neither the last row nor the help names it.
  func offers(_ action: ActionName) -> Bool
  /// Whether the last row names an action that is offered.
  func hints(_ action: ActionName) -> Bool
  /// The actions that the last row names first, with their words.
  ///
  /// An example is the actions on marked rows.
  var firstHints: [(action: ActionName, words: String)] { get }
  /// Takes typed text; returns `nil` if nothing accepts text now.
  func insert(_ text: String) -> [Effect]?
  /// Takes pasted text; returns `nil` if nothing accepts text now.
  func paste(_ text: String) -> [Effect]?
  /// Handles a click or a turn of the wheel; the position is relative to the screen's own area.
  func mouse(_ event: MouseEvent) -> [Effect]
  /// Reads the source again: at the first appearance, at each return, and after each change of
  /// data.
  func refresh(_ surroundings: Surroundings) -> [Effect]
  /// Updates the side pane to the present cursor.
  func lookBeside(_ surroundings: Surroundings) -> [Effect]
  /// Moves the cursor to the first visible item that leads to one of `urls`, if there is one.
  ///
  /// - Parameter urls: the URLs, in any order.
  /// - Returns: `false` if a filter hides the items; `true` if one is visible or all belong
  ///   elsewhere.
  func reveal(_ urls: [ScreenURL]) -> Bool

  /// Continues from the screen that this one replaces: in the same field, with the same view
  /// settings.
  func resume(from screen: any Screen) -> [Effect]
  /// Starts at the current field of the screen from which this one was opened.
  func start(atFieldOf screen: any Screen)

  /// Marks or unmarks the item that leads to `url`.
  ///
  /// - Returns: whether it is marked now, and the effects; `nil` if it can't be marked.
  func toggleMark(leadingTo url: ScreenURL) -> (isMarked: Bool, effects: [Effect])?

  /// Saves the screen's state for the next start.
  func encodeState(to encoder: inout StateEncoder)
  /// Restores the saved state; called at most once, before the first refresh.
  func decodeState(from decoder: StateDecoder)
}

extension Screen {
  /// The title by default.
  public var crumb: String { title }
  /// The title by default.
  public var favoriteTitle: String? { title }
  /// `false` by default.
  public var isDraft: Bool { false }
  /// `nil` by default: there are no parts.
  public var focusedURL: ScreenURL? { nil }
  /// `nil` by default: there is no selection.
  public var selection: ScreenURL? { nil }
  /// `nil` by default: there are no fields.
  public var selectedField: DetailField? { nil }
  /// `nil` by default: there are no fields.
  public var currentField: String? { nil }
  /// `nil` by default: there is no prompt.
  public var typedText: String? { nil }
  /// No marks by default.
  public var marks: Set<String> { [] }
  /// `nil` by default: the source is never read again without an event.
  public var pace: Duration? { nil }
  /// `nil` by default: leaving is always fine.
  public var reasonToStay: String? { nil }
  /// `nil` by default: every line is an item.
  public var itemRows: [Int]? { nil }
  /// No parts by default.
  public var deferredParts: DeferredParts { DeferredParts() }
  /// No rows by default.
  public var hiddenRows: HiddenRows { HiddenRows() }
  /// Ignores the size by default.
  public func layOut(in size: Size) {}
  /// `true` by default.
  public func offers(_ action: ActionName) -> Bool { true }
  /// `true` by default.
  public func hints(_ action: ActionName) -> Bool { true }
  /// No actions by default.
  public var firstHints: [(action: ActionName, words: String)] { [] }
  /// `nil` by default: nothing accepts text.
  public func insert(_ text: String) -> [Effect]? { nil }
  /// `nil` by default: nothing accepts pasted text, and letters that choose must not come from it.
  public func paste(_ text: String) -> [Effect]? { nil }
  /// No effects by default.
  public func mouse(_ event: MouseEvent) -> [Effect] { [] }
  /// No effects by default.
  public func refresh(_ surroundings: Surroundings) -> [Effect] { [] }
  /// No effects by default: there is no side pane.
  public func lookBeside(_ surroundings: Surroundings) -> [Effect] { [] }
  /// `true` by default: all items belong elsewhere.
  public func reveal(_ urls: [ScreenURL]) -> Bool { true }
  /// No effects by default.
  public func resume(from screen: any Screen) -> [Effect] { [] }
  /// Does nothing by default.
  public func start(atFieldOf screen: any Screen) {}
  /// `nil` by default: nothing can be marked.
  public func toggleMark(leadingTo url: ScreenURL) -> (isMarked: Bool, effects: [Effect])? {
    nil
  }
  /// Saves no state by default.
  public func encodeState(to encoder: inout StateEncoder) {}
  /// Restores no state by default.
  public func decodeState(from decoder: StateDecoder) {}
}

/// The numbers of rows above and below the shown ones.
public struct HiddenRows: Hashable, Sendable {
  /// The rows above.
  public var above: Int
  /// The rows below.
  public var below: Int

  /// Creates numbers of rows, 0 by default.
  public init(above: Int = 0, below: Int = 0) { (self.above, self.below) = (above, below) }

  init(_ window: RowWindow) {
    self.init(above: window.top, below: window.count - window.visible.upperBound)
  }
}

/// The parts of a screen whose drawing may wait while keys come fast.
///
/// A preview or the rows of a search change as a whole at each key, and only the last picture is
/// read. On a slow line, their bytes would delay the picture of the keys.
public struct DeferredParts: Hashable, Sendable {
  /// The parts, in the screen's own area.
  public var parts: [Region]
  /// Whether a running search is about to change these parts.
  public var awaitsResult: Bool

  /// Creates the parts that may wait.
  public init(_ parts: [Region] = [], awaitsResult: Bool = false) {
    (self.parts, self.awaitsResult) = (parts, awaitsResult)
  }

  /// The same parts in an outer area, in which the screen has the area `place`.
  package func moved(to place: Region) -> DeferredParts {
    DeferredParts(parts.map(place.place(of:)), awaitsResult: awaitsResult)
  }
}

/// A source of a list, page or form with a state of its own, such as a chosen account.
///
/// The screen saves it with its own state. The keys of the two states can't clash.
public protocol StatefulSource: AnyObject {
  /// Saves the source's state for the next start.
  func encodeState(to encoder: inout StateEncoder)
  /// Restores the saved state; called at most once, before the first refresh.
  func decodeState(from decoder: StateDecoder)
}

/// The key of a source's state in the state of its screen.
private let sourceKey = "source"

extension StateEncoder {
  /// Saves the state of a screen's source, if it has one.
  mutating func encode(source: AnyObject) {
    guard let source = source as? any StatefulSource else { return }
    scope(sourceKey) { source.encodeState(to: &$0) }
  }
}

extension StateDecoder {
  /// Restores the state of a screen's source, if it has one.
  func decode(source: AnyObject) {
    (source as? any StatefulSource)?.decodeState(from: scope(sourceKey))
  }
}
