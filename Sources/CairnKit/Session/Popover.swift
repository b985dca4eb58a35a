internal import CairnInterface
internal import CairnNavigation
internal import CairnScreens

/// Any screen in a box over the present one, for routes with the mode `popover`.
///
/// The screen gets all keys. The keys that go back or close a screen only remove the box, because
/// the history has no entry for it.
final class Popover: Overlay {
  private let screen: any Screen

  init(_ screen: any Screen) { self.screen = screen }

  var title: String { screen.title }
  var contexts: [ActionContext] { screen.contexts }
  var status: ScreenStatus { screen.status }
  var footer: KeyWords { "\(key: .leave) closes" }
  var selection: ScreenURL? { screen.selection }
  var selectedField: DetailField? { screen.selectedField }
  var currentField: String? { screen.currentField }
  var typedText: String? { screen.typedText }
  var pace: Duration? { screen.pace }
  var hiddenRows: HiddenRows { screen.hiddenRows }
  var deferredParts: DeferredParts { screen.deferredParts }

  /// The box has most of the space, as it may hold a list or a form.
  func frame(in size: Size) -> Region {
    Region(size).centered(
      Size(columns: max(size.columns * 4 / 5, min(size.columns, 40)), rows: max(3, size.rows - 2)))
  }

  func layOut(in size: Size) { screen.layOut(in: size) }
  func draw(on canvas: inout Canvas, theme: Theme) { screen.draw(on: &canvas, theme: theme) }
  func offers(_ action: ActionName) -> Bool { screen.offers(action) }
  func hints(_ action: ActionName) -> Bool { screen.hints(action) }
  func insert(_ text: String) -> [Effect]? { screen.insert(text).map(kept) }
  func paste(_ text: String) -> [Effect]? { screen.paste(text).map(kept) }
  func mouse(_ event: MouseEvent) -> [Effect] { kept(screen.mouse(event)) }
  func refresh(_ surroundings: Surroundings) -> [Effect] { kept(screen.refresh(surroundings)) }
  func lookBeside(_ surroundings: Surroundings) -> [Effect] { screen.lookBeside(surroundings) }

  func perform(_ action: ActionName) -> [Effect]? {
    screen.perform(action).map(kept)
      ?? ([.leave, .goBack, .goUp].contains(action) ? kept([.leave]) : nil)
  }

  /// Returns the effects that suit a box.
  ///
  /// Going back removes the box. A draft asks first, because a box does not save it.
  private func kept(_ effects: [Effect]) -> [Effect] {
    let leaves = effects.contains { effect in
      switch effect {
      case .back, .leave, .up: true
      default: false
      }
    }
    if leaves, screen.isDraft {
      let items = [Menu.Item("k", "Keep typing"), Menu.Item("d", "Discard it")]
      return [.present(Menu("Discard what you typed?", items) { $0 == 1 ? [.dismiss] : [] })]
    }
    return effects.flatMap { effect -> [Effect] in
      switch effect {
      case .back, .leave, .up, .close: [.dismiss]
      // The present entry belongs to the screen below.
      case .setQuery, .setItems, .markInList, .retry: []
      case .replace(let url): [.dismiss, .open(url)]
      default: [effect]
      }
    }
  }
}
