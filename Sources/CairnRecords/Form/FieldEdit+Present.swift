internal import CairnScreens
internal import CairnStore

extension FieldEdit {
  /// What the records have in a field.
  struct Present {
    /// The text that all have; `nil` where they differ.
    let common: String?
    /// The ids of the records that each of them links to, where the field is such a link.
    let links: [[String]]

    init(_ field: FormField, of ids: [ObjectID], _ entity: Entity, _ seen: Snapshot) {
      var texts = ids.lazy.map { id in
        seen.row(id).map { RecordFormSource.text(of: field.name, $0, entity, seen) } ?? ""
      }.makeIterator()
      if case .links = field.kind {
        var links: [[String]] = []
        while let text = texts.next() { links.append(FormField.Kind.ids(in: text)) }
        (self.links, common) = (links, nil)
      } else {
        var differs = false
        while !differs, let text = texts.next() { differs = text != field.value }
        (links, common) = ([], differs ? nil : field.value)
      }
    }
  }
}
