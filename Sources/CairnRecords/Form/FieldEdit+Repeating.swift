internal import CairnScreens
internal import CairnStore

/// Making the last change of a field again, in other records.
extension FieldEdit {
  /// A change of a field that was saved, and that can be made again in other records.
  struct Saved {
    let entity: String
    let field: FormField
    let values: [String: String]
    let linking: [String: LinkChange]
    let contents: [String: [UInt8]]
  }

  /// Makes the last change of a field again, in these records.
  func repeatLast() -> [Effect] {
    guard let last = desk.lastFieldChange else {
      let advice: KeyWords = "\(key: .changeField) changes a field"
      return [.say(Message("no change to repeat yet", tone: .warning, advice: advice))]
    }
    guard last.entity == entity.name,
      let field = form.fields.first(where: { $0.name == last.field.name })
    else {
      let plural = seen.model[last.entity]?.plural ?? last.entity
      let words = "the last change was of \(last.field.label) in \(plural)"
      return [.say(Message(words, tone: .warning))]
    }
    guard canHaveTogether(field) else {
      return [.say(Message("only one record can have this \(field.label)", tone: .warning))]
    }
    return save(last, from: nil)
  }
}
