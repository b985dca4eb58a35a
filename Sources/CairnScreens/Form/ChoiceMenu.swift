extension Menu {
  /// A menu of the values that a field can have, each with a letter; `/` searches them.
  ///
  /// - Parameters:
  ///   - title: the title on the box.
  ///   - choices: the choices, in order.
  ///   - current: the current value, where the cursor begins; `nil` for several values.
  ///   - offersNothing: whether the last choice is "nothing".
  ///   - fold: folds text for comparison in a search.
  ///   - problem: the reason why a word can't be a choice; `nil` if it can.
  ///   - add: the effects of a new choice; `nil` if choices can't be added.
  ///   - pick: the effects of a value, or of an empty text for none.
  /// - Returns: the menu.
  package static func choosing(
    _ title: String, _ choices: [String], current: String?, offersNothing: Bool,
    fold: @escaping (String) -> String, problem: @escaping (String) -> String?,
    add: ((String) -> [Effect])?, pick: @escaping (String) -> [Effect]
  ) -> Menu {
    let picker = {
      ChoicePicker(
        title, choices, current: current, offersNothing: offersNothing, fold: fold,
        problem: problem, add: add, pick: pick)
    }
    var items = Menu.lettered(choices)
    if let now = choices.firstIndex(where: { $0 == current }) { items[now].detail = "now" }
    if offersNothing { items.append(Item("-", "nothing", detail: current == "" ? "now" : "")) }
    if add != nil { items.append(Item("+", "add choice …")) }
    let now = choices.firstIndex { $0 == current } ?? (current == "" ? choices.count : 0)
    return Menu(
      title, items, placement: .corner, footer: "/ searches", cursor: now, searchingWith: picker
    ) { index in
      if index < choices.count { return pick(choices[index]) }
      if offersNothing, index == choices.count { return pick("") }
      return add.map { [.present(TextPrompt(newChoice: problem, add: $0))] } ?? []
    }
  }
}

extension TextPrompt {
  /// A prompt for a new choice of a field.
  ///
  /// - Parameters:
  ///   - problem: the reason why a word can't be a choice; `nil` if it can.
  ///   - add: the effects of the new choice.
  convenience init(
    newChoice problem: @escaping (String) -> String?, add: @escaping (String) -> [Effect]
  ) {
    self.init(
      "New choice", text: "", footer: .taking("adds it"),
      check: { $0.isEmpty ? "a choice needs a word" : problem($0) }, finish: add)
  }
}
