public import CairnInterface
public import CairnNavigation

/// What fills the terminal between the location line and the status line.
///
/// A screen has three duties: it draws what it knows, it turns actions into effects, and it encodes
/// what it must remember. It opens no file, reads no key and knows no terminal; what it wants from
/// the world it asks for with an `Effect`, and what it shows it asks its source for.
///
///     key ─▶ keymap ─▶ action ─▶ screen.perform ─▶ [Effect] ─▶ session ─▶ screen.draw ─▶ canvas
///                        text ─▶ screen.insert ─▶
///
/// What holds for every screen of this module, and what the tests cite by number:
///
/// 1. Drawing changes nothing. The same state in the same room gives the same cells.
/// 2. No key and no source can make a screen trap; a cursor rests on a row that exists, or there
///    are none.
/// 3. A screen encodes only its own state: values and ids, never objects. Decoding what it encoded
///    gives the same drawing, and decoding anything else changes nothing.
/// 4. A cursor belongs to a record, not to a row number: it stays with the record when rows come
///    and go around it.
/// 5. Drawing costs what is visible, not what exists: a list asks its source for the rows in sight.
/// 6. `perform` and `insert` return `nil` for what isn't theirs, so that an outer layer can have
///    it.
public protocol Screen: AnyObject {
  /// The name by which history, recents and drafts know it.
  var title: String { get }
  /// The last word of the breadcrumb, where those before it say the rest of the name.
  var crumb: String { get }
  /// The name that a favorite of this screen starts with, or `nil` where none is of use.
  var favoriteTitle: String? { get }
  /// Where keys are looked up, innermost first; the global context follows by itself.
  var contexts: [ActionContext] { get }
  /// What the status line says on the left.
  var status: ScreenStatus { get }
  /// Whether leaving now would lose work, so that the state counts as a draft to continue.
  var isDraft: Bool { get }
  /// Why a person should not leave now, in a few words; `nil` where they may, as always where
  /// drafts are kept.
  var reasonToStay: String? { get }

  /// The URL of the part that has the keys, where that shows something else than the whole screen;
  /// then the selection is the cursor's in that part, and no mark is meant.
  var focusedURL: ScreenURL? { get }
  /// What the cursor is on, where that has a URL of its own.
  var selection: ScreenURL? { get }
  /// The field that the cursor is on, where it is on one that is shown as a whole.
  var selectedField: DetailField? { get }
  /// What stands in the line that is being typed into; `nil` where none is.
  var typedText: String? { get }
  /// The ids of the rows that are marked for what is done next.
  var marks: Set<String> { get }
  /// After what time it looks at its source again although nothing happened; `nil` for never.
  var pace: Duration? { get }

  /// Tells how much room there is: before the first drawing, and whenever it changes.
  func layOut(in size: Size)
  /// Draws into the area between the location line and the status line.
  func draw(on canvas: inout Canvas, theme: Theme)
  /// Does `action`, or returns `nil` when it isn't this screen's.
  func perform(_ action: ActionName) -> [Effect]?
  /// Whether `action`, one of this screen's own, does something here now; if not, neither the last
  /// row nor the help names it.
  func offers(_ action: ActionName) -> Bool
  /// Whether the last row names an action that is offered.
  func hints(_ action: ActionName) -> Bool
  /// Takes typed text, or returns `nil` when nothing here takes text now.
  func insert(_ text: String) -> [Effect]?
  /// Takes pasted text, or returns `nil` when nothing here takes text now.
  func paste(_ text: String) -> [Effect]?
  /// Takes a click or a turn of the wheel; the position is relative to the screen's own area.
  func mouse(_ event: MouseEvent) -> [Effect]
  /// Looks at its source again: on first appearing, on coming back, and after each change of data.
  func refresh(_ surroundings: Surroundings) -> [Effect]
  /// Lets what stands beside show where the cursor leads by now.
  func lookBeside(_ surroundings: Surroundings) -> [Effect]
  /// Puts the cursor on what leads to one of `urls`, the first that is seen here, if any is here.
  ///
  /// - Parameter urls: what is looked for, in any order.
  /// - Returns: whether it can be seen or belongs elsewhere; not where a filter leaves it out.
  func reveal(_ urls: [ScreenURL]) -> Bool

  /// Goes on from the screen before, in whose place it came: in the same field, looked at in the same
  /// way.
  func resume(from screen: any Screen) -> [Effect]

  /// Marks what leads to `url`, or takes its mark away.
  ///
  /// - Returns: whether it is marked now, and what follows; `nil` where it can't be.
  func toggleMark(leadingTo url: ScreenURL) -> (isMarked: Bool, effects: [Effect])?

  /// Writes what this screen must remember.
  func encodeState(to encoder: inout StateEncoder)
  /// Takes back what it remembered; called at most once, before the first refresh.
  func decodeState(from decoder: StateDecoder)
}

extension Screen {
  /// The last word of the breadcrumb.
  public var crumb: String { title }
  /// The name that a favorite of it starts with.
  public var favoriteTitle: String? { title }
  /// Whether leaving now would lose work.
  public var isDraft: Bool { false }
  /// None.
  public var focusedURL: ScreenURL? { nil }
  /// Nothing.
  public var selection: ScreenURL? { nil }
  /// None.
  public var selectedField: DetailField? { nil }
  /// None.
  public var typedText: String? { nil }
  /// None.
  public var marks: Set<String> { [] }
  /// Never.
  public var pace: Duration? { nil }
  /// They may leave.
  public var reasonToStay: String? { nil }
  /// Takes the room that there is.
  public func layOut(in size: Size) {}
  /// Whatever it is, it does.
  public func offers(_ action: ActionName) -> Bool { true }
  /// It does.
  public func hints(_ action: ActionName) -> Bool { true }
  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? { nil }
  /// Takes pasted text.
  public func paste(_ text: String) -> [Effect]? { insert(text) }
  /// Takes a click or a turn of the wheel.
  public func mouse(_ event: MouseEvent) -> [Effect] { [] }
  /// Looks at its source again.
  public func refresh(_ surroundings: Surroundings) -> [Effect] { [] }
  /// Nothing stands beside.
  public func lookBeside(_ surroundings: Surroundings) -> [Effect] { [] }
  /// Whatever it is, it belongs elsewhere.
  public func reveal(_ urls: [ScreenURL]) -> Bool { true }
  /// It begins as any other.
  public func resume(from screen: any Screen) -> [Effect] { [] }
  /// Nothing can be marked.
  public func toggleMark(leadingTo url: ScreenURL) -> (isMarked: Bool, effects: [Effect])? {
    nil
  }
  /// Writes what it must remember.
  public func encodeState(to encoder: inout StateEncoder) {}
  /// Takes back what it remembered.
  public func decodeState(from decoder: StateDecoder) {}
}
