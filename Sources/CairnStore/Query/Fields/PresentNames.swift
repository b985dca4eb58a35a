extension ObjectModel {
  /// A list's query in which renamed fields have their present names.
  ///
  /// Items with mistakes are unchanged.
  ///
  /// - Parameters:
  ///   - items: The decoded key and value pairs of the list's address.
  ///   - entity: The entity of the list's records.
  /// - Returns: The pairs in the same order.
  package func presentNames(
    in items: [(key: String, value: String)], of entity: Entity
  ) -> [(key: String, value: String)] {
    items.map { key, value in
      do throws(FilterError) {
        switch key {
        case "where":
          let filter = try RecordPredicate.parse(value)
          let present = filter?.mapFields { self.present($0, of: entity) }
          return (key, present == filter ? value : present?.description ?? value)
        case "sort":
          let keys = try RecordSort.parse(value)
          let present = keys.map {
            RecordSort(self.present($0.field, of: entity), isDescending: $0.isDescending)
          }
          return (key, present == keys ? value : RecordSort.print(present))
        case "columns" where value != "*":
          let columns = try ColumnChoice.parse(value)
          let present = columns.map {
            ColumnChoice(self.present($0.field, of: entity), width: $0.width)
          }
          let text = present.map(\.description).joined(separator: ",")
          return (key, present == columns ? value : text)
        case "group" where !value.isEmpty: return (key, try presentName(value, of: entity))
        case "view":
          guard var view = ViewText(value) else { return (key, value) }
          for index in view.fields.indices {
            view.fields[index] = try presentName(view.fields[index], of: entity)
          }
          if let measure = view.measure {
            view.measure?.field = try presentName(measure.field, of: entity)
          }
          // Another spelling of the same view stays, as a person wrote it.
          return (key, view == ViewText(value) ? value : view.description)
        case "columns", "group", "totals": return (key, value)
        default: return (try presentName(key, of: entity), value)
        }
      } catch {
        return (key, value)
      }
    }
  }

  /// Words that mean something else in a filter than a field.
  private static let filterWords: Set<String> = ["has", "no", "or", "and", "not"]

  private func presentName(_ text: String, of entity: Entity) throws(FilterError) -> String {
    let path = try FieldPath.parse(text)
    let present = present(path, of: entity).description
    // A key such as `sort` would no longer be a field.
    return RecordQuery.isKey(present) || present == path.description ? text : present
  }

  /// The path with each name as the model spells it.
  package func spelled(_ path: FieldPath, of entity: Entity) -> FieldPath {
    path.mapNames(from: entity, in: self) { name, entity in
      entity?.property(matching: name)?.name ?? name
    }
  }

  /// The path with the present name of each property that was renamed.
  package func present(_ path: FieldPath, of entity: Entity) -> FieldPath {
    path.mapNames(from: entity, in: self) { name, entity in
      guard let present = entity?.property(matching: name)?.name,
        present.lowercased() != name.lowercased(),
        !Self.filterWords.contains(present.lowercased())
      else { return name }
      // A name in small letters gets a present name in small letters.
      return name == name.lowercased() ? present.lowercased() : present
    }
  }
}

extension ObjectModel {
  /// The path with the names of fields instead of their labels.
  func unlabeled(_ path: FieldPath, of entity: Entity) -> FieldPath {
    path.mapNames(from: entity, in: self) { name, entity in
      guard let entity, let property = entity.property(matching: name) else { return name }
      let folded = name.lowercased()
      let known = [property.name] + (entity.formerNames[property.name] ?? [])
      return known.contains { $0.lowercased() == folded } ? name : property.name
    }
  }
}

extension RecordQuery {
  /// Replaces labels by the names of fields, which programs read.
  ///
  /// The filter keeps them, so that messages name the text that a person typed.
  mutating func useNames(of entity: Entity, in model: ObjectModel) {
    let named = { (path: FieldPath) in model.unlabeled(path, of: entity) }
    request.sorts = request.sorts.map {
      RecordSort(named($0.field), isDescending: $0.isDescending)
    }
    request.group = request.group.map(named)
    request.likeness = request.likeness.map { $0.map(named) }
    columns = columns?.map { ColumnChoice(named($0.field), width: $0.width) }
    agenda = agenda.map(named)
    frequency = frequency.map(named)
    measure = measure.map { measure in
      measure.field.map { Aggregate(measure.function, of: named($0)) } ?? measure
    }
  }
}

extension RecordPredicate {
  /// The predicate with other fields.
  func mapFields(_ change: (FieldPath) -> FieldPath) -> RecordPredicate {
    switch self {
    case .and(let parts): .and(parts.map { $0.mapFields(change) })
    case .or(let parts): .or(parts.map { $0.mapFields(change) })
    case .not(let part): .not(part.mapFields(change))
    case .comparison(let comparison):
      .comparison(
        Comparison(change(comparison.field), comparison.operation, comparison.operands))
    case .has(let field): .has(change(field))
    case .lacks(let field): .lacks(change(field))
    case .word: self
    }
  }
}

extension Property {
  /// The name of the entity to which it leads.
  var destination: String? {
    if case .relationship(let link) = self { link.destination } else { nil }
  }
}
