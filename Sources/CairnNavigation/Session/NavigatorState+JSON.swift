internal import CairnJSON

extension NavigatorState {
  /// The saved navigation as a JSON document for people and scripts.
  ///
  /// The document has `version`, `selectedTab`, `recents[]`, and `tabs[]` with `back[]`, `current`
  /// and `forward[]`. Each entry has `url`, `mode`, `title`, `state` and `savedAt`; if they matter,
  /// also `stateVersion`, `importance`, `listURL`, and `damage` for an unreadable line.
  /// `closedTabs[]` have the form of `tabs[]`, and `arrangements` the items of ``arrangements`` by
  /// kind; both are left out if they are empty.
  ///
  /// Cost: decodes every entry.
  public var jsonText: String {
    var document: JSONObject = [
      "version": .number(JSONNumber(StateDocument.version)),
      "selectedTab": .number(JSONNumber(selectedTab)),
      "tabs": .array(tabs.map(\.json)),
      "recents": .array(recents.map(\.json)),
    ]
    if !closedTabs.isEmpty { document["closedTabs"] = .array(closedTabs.map(\.json)) }
    if !arrangements.isEmpty {
      let kinds = arrangements.sorted { $0.key < $1.key }
      document["arrangements"] = .object(
        JSONObject(
          kinds.map { kind, items in
            let members = items.map { item in
              JSONObject.Member(name: item.name, value: .string(item.value ?? ""))
            }
            return JSONObject.Member(name: kind, value: .object(JSONObject(members)))
          }))
    }
    return JSONValue.object(document).text(.pretty)
  }
}

extension Tab {
  var json: JSONValue {
    [
      "back": .array(back.map(\.json)), "current": current.json,
      "forward": .array(forward.map(\.json)),
    ]
  }
}

extension Entry {
  var json: JSONValue {
    let content = content
    var object: JSONObject = [
      "url": .string(content.url.text), "mode": .string(content.mode.rawValue),
      "title": .string(content.title), "state": content.state.json,
      "savedAt": .string(content.savedAt.textWithMilliseconds),
    ]
    if content.stateVersion != 1 {
      object["stateVersion"] = .number(JSONNumber(content.stateVersion))
    }
    if content.importance != .normal { object["importance"] = .string(content.importance.rawValue) }
    if let list = content.listURL { object["listURL"] = .string(list.text) }
    if let damage = content.damage { object["damage"] = .string(damage) }
    return .object(object)
  }
}
