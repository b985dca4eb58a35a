internal import CairnScreens
internal import CairnStore

/// Repeats the last change of a field on other records.
extension FieldEdit {
  /// A saved change of a field, to repeat on other records.
  struct Saved {
    let entity: String
    let field: FormField
    let values: [String: String]
    let linking: [String: LinkChange]
    let contents: [String: [UInt8]]
  }

  /// Repeats the last change of a field on these records.
  func repeatLast() -> [Effect] {
    guard let last = client.lastFieldChange else {
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
    return save(last, from: nil, telling: words(of: last))
  }

  /// The repeated value in a few words; empty if the title of the field says enough.
  private func words(of last: Saved) -> String {
    guard last.contents.isEmpty, let value = last.values[last.field.name] else { return "" }
    let ids =
      last.field.kind == .link || last.field.kind.isLinks ? FormField.Kind.ids(in: value) : []
    let titles = ids.map { form.title(ofLink: $0, in: last.field) ?? $0 }
    let words = ids.isEmpty ? value : titles.joined(separator: ", ")
    let shown =
      words.isEmpty ? "empty" : String(words.prefix { $0 != "\n" }.prefix(Self.mostLetters))
    // For several records, the title of the change names the field.
    return self.ids.count > 1 ? ": \(shown)" : ": \(last.field.label) \(shown)"
  }

  /// A message has space for a value of this length.
  private static var mostLetters: Int { 40 }
}

extension FieldEdit {
  /// The values of several records in one field.
  struct Present {
    /// The text if all records have the same; `nil` if they differ.
    let common: String?
    /// The linked records, if the field is a link to many.
    let links: Links?

    /// The ids of the records that a link leads to.
    struct Links {
      /// The records that the first record links to, in its order.
      let first: [String]
      /// The records that all of them link to.
      let shared: Set<String>
      /// The records that at least one of them links to.
      let any: Set<String>
    }

    init(
      _ field: FormField, of ids: [ObjectID], _ entity: Entity, _ seen: Snapshot,
      at clock: WallClock
    ) {
      var texts = ids.lazy.map { id in
        seen.row(id).map { RecordFormSource.text(of: field.name, $0, entity, seen, at: clock) }
          ?? ""
      }.makeIterator()
      if case .links = field.kind {
        let first = FormField.Kind.ids(in: texts.next() ?? "")
        var (shared, any) = (Set(first), Set(first))
        while let text = texts.next() {
          let linked = FormField.Kind.ids(in: text)
          shared.formIntersection(linked)
          any.formUnion(linked)
        }
        links = Links(first: first, shared: shared, any: any)
        common = nil
      } else {
        var differs = false
        while !differs, let text = texts.next() { differs = text != field.value }
        (links, common) = (nil, differs ? nil : field.value)
      }
    }
  }
}
