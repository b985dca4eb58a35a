internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// Adds collections.
extension ModelChanges {
  /// Asks for the name of a new collection and for its fields, creates and opens it.
  func addCollection() -> [Effect] {
    ask("Name of the new collection", "", spelled: Naming.collection) {
      model, name throws(StoreError) in
      try model.adding(entity: name, plural: Naming.irregularPlural(of: name))
    } then: { name in
      askForFields(of: name)
    }
  }

  /// Asks for the fields of a new collection in one line, creates and opens it.
  private func askForFields(of name: String) -> [Effect] {
    let model = client.snapshot.model
    let prompt = TextPrompt(
      "Fields of \(name), such as Title, Started date, Status todo|done", text: NewFields.usual,
      isSelected: true, footer: .taking("adds the collection"),
      check: { text in
        do throws(AppError) {
          let fields = try NewFields(text)
          return Self.mistake(in: model) { () throws(StoreError) in
            try fields.adding(name, to: model)
          }
        } catch {
          return error.description
        }
      },
      hint: { text in
        guard !text.isEmpty else { return "types: \(NewFields.typeWords)" }
        return (try? NewFields(text))?.description
      }
    ) { text in
      guard let fields = try? NewFields(text) else { return [] }
      return change("add \(name)") { snapshot throws(StoreError) in
        try fields.adding(name, to: snapshot.model)
      } said: { _ in
        "added the collection \(client.snapshot.model[name]?.plural ?? name)"
      } then: {
        client.snapshot.model[name].map { [.open(client.snapshot.url(of: $0))] } ?? []
      }
    }
    return [.present(prompt)]
  }
}
