internal import CairnJSON

extension NavigatorState {
  /// The saved navigation as a JSON document for people and scripts.
  ///
  /// It has `version`, `selectedTab`, `tabs[]` with `back[]`, `current` and `forward[]`, and
  /// `recents[]`; each entry has `url`, `mode`, `title`, `state`, `savedAt`, where they say
  /// something `stateVersion`, `importance`, `listURL`, and `damage` if its line can't be read.
  /// `closedTabs[]` are as `tabs[]`, if any were closed.
  /// `arrangements` has the items of ``arrangements`` by kind, if there are any.
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
      "savedAt": .string(content.savedAt.description),
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
