@testable import CairnNavigation
import TestSupport

extension NavigatorState {
  /// A state at home whose time stands still.
  static func atHome() -> NavigatorState { NavigatorState(Visit("cairn://home")) }

  /// The state after opening URLs one after another.
  func opening(_ urls: String..., mode: PresentationMode = .push) -> NavigatorState {
    urls.reduce(self) { state, url in
      .reduce(state, .open(Visit(ScreenURL([url]), mode: mode), parents: []))
    }
  }

  func after(_ actions: NavigatorAction...) -> NavigatorState { .reduce(self, actions) }

  /// The selected tab in words: `home a [b] c`, modal entries with `^`.
  var trail: String {
    func word(_ entry: Entry) -> String {
      (entry.isModal ? "^" : "") + entry.url.segments.joined(separator: "/")
    }
    let words = tab.back.map(word) + ["[\(word(tab.current))]"] + tab.forward.map(word)
    return words.joined(separator: " ")
  }
}

extension SeededGenerator {
  /// Any action on a state; identities are mostly of its entries.
  mutating func action(on state: NavigatorState) -> NavigatorAction {
    let entry = element(of: state.entries)
    switch number(0...15) {
    case 0...4: return .open(visit(), parents: number(0...3) == 0 ? [visit(), visit()] : [])
    case 5, 6: return .back
    case 7, 8: return .forward
    case 9: return .up(visit())
    case 10: return element(of: [.jump(entry.id), .bring(entry.id)])
    case 11:
      let oldest = Timestamp(milliseconds: Int64(number(0...1_000_000)))
      let items = (0..<number(0...2)).map { _ in QueryItem(hostileText(), hostileText()) }
      return element(of: [
        .popToRoot, .dismiss, .clearRecents, .forget(before: oldest),
        .arrange(hostileText(), items),
      ])
    case 12: return .update(entry.id, EntryChange(url: visit().url, title: hostileText()))
    case 13: return .remove(entry.id)
    case 14: return .openTab(visit(), parents: [])
    default:
      let index = number(-1...4)
      return element(of: [
        .selectTab(index), .moveTab(to: index), .closeTab(index), .reopenTab,
      ])
    }
  }

  mutating func visit() -> Visit {
    var encoder = StateEncoder()
    encoder.encode(hostileText(), as: hostileText())
    return Visit(
      ScreenURL([element(of: ["a", "b", "c", "d", "e"])]),
      mode: element(of: PresentationMode.allCases), title: hostileText(), state: encoder.value,
      stateVersion: number(1...3), importance: element(of: [.normal, .draft]),
      savedAt: Timestamp(milliseconds: Int64(number(0...1_000_000))),
      listURL: number(0...1) == 0 ? nil : url(), isSaved: number(0...5) > 0)
  }

  /// A state that many actions led to.
  mutating func state(after count: Int = 30) -> NavigatorState {
    var state = NavigatorState.atHome()
    for _ in 0..<count { state = .reduce(state, action(on: state)) }
    return state
  }
}
