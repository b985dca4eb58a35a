internal import CairnJSON
internal import CairnStore

/// The format of a printed model.
public enum ModelFormat: String, CaseIterable, Sendable {
  /// The text in the store's own form.
  case text
  /// A record descriptor with which GNU recutils checks records.
  case rec
  case json
}

extension Workspace {
  /// Returns the model, or the part for one collection.
  ///
  /// - Throws: ``AppError/failed(_:)`` when there is no such collection.
  public func modelReport(
    _ collection: String?, _ format: ModelFormat
  ) throws(AppError) -> String {
    var entities = store.snapshot.model.entities
    if let collection { entities = [try self.collection(collection)] }
    switch format {
    case .text: return entities.map(\.modelText).joined(separator: "\n")
    case .rec: return entities.map(\.recutilsDescriptor).joined(separator: "\n")
    case .json: return JSONValue.array(entities.map(\.json)).report
    }
  }

  /// Returns the mistakes in a model file, each with its file and line.
  public static func mistakes(
    inModel bytes: [UInt8], called name: String
  ) throws(AppError) -> [String] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .failed("\(name) is not text in UTF-8")
    }
    do throws(StoreError) {
      _ = try ObjectModel(parsing: text, file: name)
      return []
    } catch .invalidModel(let mistakes) {
      return mistakes.map(\.description)
    } catch {
      throw AppError(error)
    }
  }
}

extension Entity {
  var json: JSONValue {
    [
      "name": .string(name), "plural": .string(plural), "title": .optional(titleAttribute?.name),
      "handle": .optional(handle), "caption": .optional(label), "inferred": .boolean(isInferred),
      "fields": .array(attributes.map(\.json)), "links": .array(relationships.map(\.json)),
    ]
  }
}

extension Attribute {
  var json: JSONValue {
    [
      "name": .string(name), "type": .string(type.rawValue), "required": .boolean(isRequired),
      "unique": .boolean(isUnique), "multiple": .boolean(isMultiple),
      "labeled": .boolean(isLabeled), "pattern": .optional(pattern),
      "inferred": .boolean(isInferred), "choices": .array(choices.map { .string($0) }),
      "default": .optional(defaultText), "label": .optional(label), "unit": .optional(unit),
    ]
  }
}

extension Relationship {
  var json: JSONValue {
    [
      "name": .string(name), "collection": .string(destination), "many": .boolean(isToMany),
      "ordered": .boolean(isOrdered), "inverse": .optional(inverse),
      "delete": .string(deleteRule.rawValue), "export": .string(exportRule.rawValue),
      "label": .optional(label),
    ]
  }
}
