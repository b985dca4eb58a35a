internal import CairnScreens
package import CairnStore

extension RecordCompletions {
  /// Returns completions of the view in a list's URL, such as `frequency:Kind,sum:Minutes`.
  package func views(_ text: String, of entity: Entity) -> [String] {
    let names = fields(of: entity, "").map(\.text)
    guard let comma = text.lastIndex(of: ","), let view = ViewText(String(text[..<comma])) else {
      let days = entity.attributes.filter { $0.type.isTime && !$0.isList }.map(\.name)
      let views =
        days.map { "agenda:\($0)" } + ["duplicates"]
        + names.flatMap { ["frequency:\($0)", "frequency:\($0),repeated", "duplicates:\($0)"] }
      return views.filter { $0.hasPrefix(text) }
    }
    let start = text[...comma]
    switch view.kind {
    case .agenda: return []
    case .duplicates: return names.map { start + $0 }.filter { $0.hasPrefix(text) }
    case .frequency:
      return options(besides: view, of: entity).map { start + $0 }
        .filter { $0.hasPrefix(text) }
    }
  }

  /// The options that a view of counts can have in addition.
  private func options(besides view: ViewText, of entity: Entity) -> [String] {
    let measures = Aggregate.Function.viewNames.flatMap { name, function in
      entity.measurable(function, in: snapshot.model).map { "\(name):\($0.name)" }
    }
    return (view.isRepeated ? [] : ["repeated"]) + (view.measure == nil ? measures : [])
  }
}
