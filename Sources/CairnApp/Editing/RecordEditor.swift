internal import CairnNavigation
internal import CairnInterchange
internal import CairnRecords
internal import CairnStore

/// Applies assignments to a record of a context.
struct RecordEditor {
  let context: ObjectContext
  let input: ValueInput
  let links: LinkInput
  /// Reads the file of `FIELD=@FILE`.
  let readFile: (String) throws(AppError) -> [UInt8]
  /// Keeps copies of the files that typed paths name; `nil` for a change that is not saved.
  let keeper: FileKeeper?

  /// Changes a record by assignments.
  ///
  /// - Throws: ``AppError/failed(_:)`` with the name of a field that doesn't exist or can't hold
  ///   the value.
  func apply(_ assignments: [Assignment], to record: Record) throws(AppError) {
    for assignment in assignments {
      guard let property = record.entity.property(matching: assignment.field) else {
        throw .failed(Self.unknown(assignment.field, of: record.entity))
      }
      guard property.isList || assignment.operation == .set else {
        throw .failed("\(property.name) has one value; only = can be used on it")
      }
      let given = try value(assignment.text, for: property)
      record[property.name] = Self.combined(
        record[property.name], assignment.operation, given)
    }
  }

  static func unknown(_ field: String, of entity: Entity) -> String {
    let nearest = NearestNames.nearest(
      to: field, among: entity.properties.map(\.name), limit: 2)
    let hint = nearest.isEmpty ? "" : "; did you mean \(nearest.joined(separator: " or "))?"
    return "\(entity.plural) have no field \(field)\(hint)"
  }

  private static func combined(
    _ old: Value?, _ operation: Assignment.Operation, _ given: Value?
  ) -> Value? {
    let elements = given?.elements ?? []
    let before = old?.elements ?? []
    switch operation {
    case .set: return given
    case .add: return Value(list: before + elements.filter { !before.contains($0) })
    case .remove: return Value(list: before.filter { !elements.contains($0) })
    }
  }

  private func value(
    _ text: Assignment.Text, for property: Property
  ) throws(AppError) -> Value? {
    switch (text, property) {
    case (.none, _): return nil
    case (.file(let path), .attribute(let attribute)) where attribute.type == .data:
      return .data(try readFile(path))
    case (.file(let path), _):
      guard let content = String(validating: try readFile(path), as: UTF8.self) else {
        throw .failed("\(path) is not text in UTF-8, which \(property.name) needs")
      }
      return try value(.some(Self.text(content, for: property)), for: property)
    case (.some(let text), .attribute(let attribute)):
      let value: Value?
      do throws(InputError) {
        value = try input.value(of: text, for: attribute)
      } catch {
        throw .failed(error.description)
      }
      guard attribute.type == .file, let value, let keeper else { return value }
      do throws(StoreError) {
        return try keeper.value(value, besides: [])
      } catch {
        throw .failed(error.description(in: context.snapshot.model))
      }
    case (.some(let text), .relationship(let relationship)):
      return try links(text, relationship)
    }
  }

  /// Returns a file's text for a field.
  ///
  /// Programs end the last line, so a value of one line loses its line end.
  private static func text(_ content: String, for property: Property) -> String {
    if case .attribute(let attribute) = property, attribute.type == .text { return content }
    guard let end = content.last, end.isNewline, !content.dropLast().contains(where: \.isNewline)
    else { return content }
    return String(content.dropLast())
  }

  /// Returns the linked records that a text names, by URL, key, handle or title, separated by
  /// commas.
  private func links(_ text: String, _ relationship: Relationship) throws(AppError) -> Value? {
    guard let entity = links.snapshot.model[relationship.destination] else { return nil }
    let text = text.trimmingBlanks()
    if text.isEmpty { return nil }
    let names = LinkEnd.names(in: text, isToMany: relationship.isToMany) { links.named($0, entity) }
    return relationship.value(
      linkingTo: try names.map { name throws(AppError) in try links.key(name, entity) })
  }
}
