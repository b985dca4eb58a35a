/// One step of editing, and the way back.
enum EditDelta {
  /// A record came to be, or never was.
  case existence(ObjectID, isCreated: Bool)
  /// A record is to go, or to stay.
  case deletion(ObjectID, isDeleted: Bool)
  /// Somebody asked for a record's deletion, or did not.
  case request(ObjectID, isMade: Bool)
  /// A rule took a link, or left it.
  case cut(LinkCut, isMade: Bool)
  /// A field's entry changed; no entry means that the field is not edited.
  case field(ObjectID, String, old: Value??, new: Value??)

  /// The step back.
  var inverse: EditDelta {
    switch self {
    case .existence(let id, let isCreated): .existence(id, isCreated: !isCreated)
    case .deletion(let id, let isDeleted): .deletion(id, isDeleted: !isDeleted)
    case .request(let id, let isMade): .request(id, isMade: !isMade)
    case .cut(let cut, let isMade): .cut(cut, isMade: !isMade)
    case .field(let id, let field, let old, let new): .field(id, field, old: new, new: old)
    }
  }

  /// The same step with other names of records and fields.
  func replacing(_ names: NameReplacement) -> EditDelta {
    switch self {
    case .existence(let id, let isCreated): .existence(names.replace(id), isCreated: isCreated)
    case .deletion(let id, let isDeleted): .deletion(names.replace(id), isDeleted: isDeleted)
    case .request(let id, let isMade): .request(names.replace(id), isMade: isMade)
    case .cut(let cut, let isMade): .cut(names.replace(cut), isMade: isMade)
    case .field(let id, let field, let old, let new):
      .field(
        names.replace(id), names.replace(field, of: id.entity),
        old: old.map { names.replace($0, field, of: id.entity) },
        new: new.map { names.replace($0, field, of: id.entity) })
    }
  }
}

/// A link that a delete rule took from a record that stays: the field's entry before and after.
struct LinkCut: Hashable {
  var id: ObjectID
  var field: String
  var before: Value??
  var after: Value??
}
