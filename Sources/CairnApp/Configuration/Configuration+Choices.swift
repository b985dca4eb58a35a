internal import CairnInterface
internal import CairnJSON
internal import CairnNavigation

extension Configuration {
  /// A value to choose for a setting.
  struct Choice: Hashable {
    /// The value; that of none is null.
    let value: JSONValue
    /// What it does, where its word doesn't say so.
    var detail = ""

    /// The value in words.
    var title: String { Setting(name: "", value: value).shown ?? "never" }
  }

  /// What can be chosen for a setting; `nil` for those that a person writes, such as keys.
  func choices(of name: String) -> [Choice]? {
    switch name {
    case "navigation.restore":
      Persistence.allCases.map { Choice(value: .string($0.rawValue), detail: Self.detail(of: $0)) }
    case "navigation.forget-after-days":
      [Choice(value: .null)] + days([30, 90, 365], forgetAfterDays)
    case "store.history-days": days([7, 30, 90, 365], historyDays)
    case "look.theme":
      Theme.named.map { theme in
        Choice(
          value: .string(theme.name),
          detail: theme.name == Theme.named[0].name ? "the terminal's own colors" : "")
      } + themes.map { Choice(value: .string($0.name), detail: "your own") }
    case "look.glyphs":
      Glyphs.allCases.map {
        Choice(value: .string($0.rawValue), detail: $0 == .auto ? "as the terminal" : "")
      }
    case "look.plain":
      [
        Choice(value: .boolean(true), detail: "for a screen reader"),
        Choice(value: .boolean(false)),
      ]
    case "look.mouse":
      [
        Choice(value: .boolean(true), detail: "Cairn takes clicks and the wheel"),
        Choice(value: .boolean(false), detail: "the terminal takes them"),
      ]
    case "keys.like":
      [Choice(value: .string(Self.usualKeys))]
        + BundledKeymap.all.map { Choice(value: .string($0.name)) }
    default: nil
    }
  }

  /// Whether any number of days can be chosen for a setting.
  static func takesDays(_ name: String) -> Bool { name.hasSuffix("-days") }

  private static func detail(of persistence: Persistence) -> String {
    switch persistence {
    case .none: "restores only drafts"
    case .root: "restores each tab's first screen"
    case .top: "restores the last screen"
    case .all: "restores the last screen and the way back"
    }
  }

  /// Usual numbers of days, and the one that is set.
  private func days(_ usual: [Int], _ now: Int?) -> [Choice] {
    Set(usual + (now.map { [$0] } ?? [])).sorted().map { Choice(value: .count($0)) }
  }
}
