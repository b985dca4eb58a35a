/// A field, or a whole record, that changed since a change which is to be taken back.
public struct ChangedPlace: Hashable, Sendable {
  /// The record.
  public let id: ObjectID

  /// The field that has another value by now; `nil` where the record came or went.
  public let field: String?

  /// The field of a record, or the record.
  public init(_ id: ObjectID, field: String? = nil) {
    self.id = id
    self.field = field
  }

  /// Whether a place is named before another one: by record, and then by field.
  static func precedes(_ place: ChangedPlace, _ other: ChangedPlace) -> Bool {
    (place.id.entity, place.id.key, place.field ?? "")
      < (other.id.entity, other.id.key, other.field ?? "")
  }

  /// As many records are named in a sentence.
  private static let namedCount = 5

  /// What changed, field by field: "Rating and Notes of p1, and p2 have changed since".
  static func sentence(
    _ places: [ChangedPlace], naming name: (ObjectID) -> String
  ) -> String {
    var fields: [(id: ObjectID, names: [String])] = []
    for place in places {
      if fields.last?.id != place.id { fields.append((place.id, [])) }
      if let field = place.field { fields[fields.count - 1].names.append(field) }
    }
    var parts = fields.prefix(namedCount).map { id, names in
      names.isEmpty ? name(id) : "\(enumerated(names)) of \(name(id))"
    }
    let more = fields.count - namedCount
    if more > 0 { parts.append(more == 1 ? "1 more record" : "\(more) more records") }
    return enumerated(parts) + (places.count == 1 ? " has" : " have") + " changed since"
  }

  private static func enumerated(_ parts: [String]) -> String {
    guard parts.count > 1, let last = parts.last else { return parts.joined() }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }
}
