public import CairnScreens
internal import CairnStore

extension RecordListSource {
  /// Counts and totals of linked records, and the times of the history.
  public var calculations: [ListField] { entity.calculations(in: client.snapshot.model) }

  /// Completes the name of a field or of a calculation.
  public var completingColumn: (@Sendable (String) -> TextPrompt.Completion)? {
    let completions = RecordCompletions(client.snapshot, at: client.clock(), for: .person)
    return { [entity] text in
      let names = completions.fieldList(text, of: entity).map(\.text)
      guard let first = names.first else { return TextPrompt.Completion(text: text) }
      let common = names.dropFirst().reduce(first) { common, name in
        String(zip(common, name).prefix { $0 == $1 }.map(\.0))
      }
      return TextPrompt.Completion(
        text: common.count > text.count ? common : text, candidates: names.count > 1 ? names : [])
    }
  }

  /// Reads a field or a calculation.
  public func column(typed text: String) -> TypedColumn {
    do throws(FilterError) {
      let choices = try ColumnChoice.parse(text)
      guard choices.count == 1 else {
        return .problem("one column, such as \(entity.titleAttribute?.name ?? "Name") or Price*2")
      }
      let path = client.snapshot.model.spelled(choices[0].field, of: entity)
      _ = try FieldDisplay(path, of: entity, in: client.snapshot, at: client.clock())
      return .column(path.description)
    } catch {
      return .problem(error.description)
    }
  }
}

extension Entity {
  /// The calculations to offer beside the fields.
  ///
  /// They are the count of each link to many records, the total or the average of their numbers,
  /// and the times from the history.
  func calculations(in model: ObjectModel) -> [ListField] {
    let rollups = relationships.filter(\.isToMany).flatMap { link -> [String] in
      let numbers = (model[link.destination]?.attributes ?? []).filter { !$0.isList }
      return ["\(link.name).count"]
        + numbers.compactMap { number in
          guard number.type.isNumber,
            let total = NumberMeaning(of: number.name, number.type).total(.sum)
          else { return nil }
          return "\(link.name).\(number.name).\(total == .sum ? "sum" : "avg")"
        }
    }
    let times = ["saved", "created"].filter { property(matching: $0) == nil }
    return (rollups + times).map { name in
      let path = try? FieldPath.parse(name)
      return ListField(
        name, title: path.map { model.caption(of: $0, from: self) },
        isNewestFirst: times.contains(name))
    }
  }
}
