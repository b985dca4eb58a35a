internal import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// Reads the fields of a record that a person edited as text.
struct TextEditReader {
  let entity: Entity
  let snapshot: Snapshot
  let clock: WallClock
  let links: LinkInput

  /// What the fields become that do not stand in the text as `row` has them.
  ///
  /// - Parameters:
  ///   - record: the record as the text has it.
  ///   - row: the record as it was shown; `nil` for a new one.
  /// - Returns: the fields that differ, each with its new value or none.
  /// - Throws: the first mistake, by its line.
  func values(
    of record: RecordLines, over row: Row?
  ) throws(TextEditPlan.Mistake) -> [(name: String, value: Value?)] {
    var given: [String: [RecordLines.Field]] = [:]
    for field in record.fields where field.name != TextEditPlan.key {
      given[try property(of: field).name, default: []].append(field)
    }
    var values: [(name: String, value: Value?)] = []
    for property in entity.storedProperties {
      let fields = given[property.name] ?? []
      let shown = row?[property.name]?.storedTexts ?? []
      // A new record has its defaults where nothing is said.
      if fields.map(\.text) == shown || fields.isEmpty && row == nil { continue }
      values.append((property.name, try value(of: fields, for: property)))
    }
    return values
  }

  private func property(
    of field: RecordLines.Field
  ) throws(TextEditPlan.Mistake) -> Property {
    guard let property = entity.property(matching: field.name) else {
      throw TextEditPlan.Mistake(
        line: field.line, reason: RecordEditor.unknown(field.name, of: entity))
    }
    guard entity.storedIndex(of: property.name) != nil else {
      throw TextEditPlan.Mistake(
        line: field.line, reason: "\(property.name) is an inverse link; edit the link itself")
    }
    return property
  }

  private func value(
    of fields: [RecordLines.Field], for property: Property
  ) throws(TextEditPlan.Mistake) -> Value? {
    var elements: [Value] = []
    for field in fields {
      do throws(AppError) {
        if let element = try element(of: field.text, for: property) { elements.append(element) }
      } catch {
        throw TextEditPlan.Mistake(line: field.line, reason: error.description)
      }
    }
    if property.isList { return Value(list: elements) }
    if fields.count > 1 {
      throw TextEditPlan.Mistake(
        line: fields[1].line, reason: "\(property.name) has one value, and this is a second one")
    }
    return elements.first
  }

  private func element(of text: String, for property: Property) throws(AppError) -> Value? {
    switch property {
    case .attribute(let attribute):
      // As the store writes it, else as a person says it. A time without a zone is local time here,
      // too, so times are always read as a person says them.
      let isTime = attribute.type == .datetime || attribute.type == .localtime
      if !isTime, let value = attribute.element(fromText: text), attribute.accepts(value) {
        return value
      }
      if text.isEmpty { return nil }
      do throws(InputError) {
        return try ValueInput(clock: clock).element(of: text, for: attribute)
      } catch {
        throw .failed(error.description)
      }
    case .relationship(let link):
      guard !text.isEmpty, let destination = snapshot.model[link.destination] else { return nil }
      return .link(try links.key(text, destination))
    }
  }
}
