internal import CairnScreens
internal import CairnStore

/// The question what the values of a column are.
enum ColumnTypes {
  /// A menu of all types.
  ///
  /// - Parameters:
  ///   - column: what the column is called.
  ///   - now: the type that it has.
  ///   - isAsked: whether a person said that.
  ///   - choose: what follows, given the type; `nil` for what the values say.
  /// - Returns: the menu.
  static func menu(
    for column: String, now: AttributeType, isAsked: Bool,
    choose: @escaping (AttributeType?) -> [Effect]
  ) -> Menu {
    let types = AttributeType.allCases
    var items = Menu.lettered(types.map(\.rawValue))
    if let place = types.firstIndex(of: now) { items[place].detail = "now" }
    if isAsked { items.append(Menu.Item(nil, "What its values say")) }
    return Menu("Type of \(column)", items, footer: "Esc leaves") { index in
      choose(index < types.count ? types[index] : nil)
    }
  }
}
