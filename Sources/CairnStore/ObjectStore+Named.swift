internal import CairnFiles

extension ObjectStore {
  /// Opens the store of a program, and creates it at the first start.
  ///
  ///     let store = try ObjectStore.open(named: "kitchen", model: """
  ///       %rec: Recipe
  ///       %mandatory: Name
  ///       %type: Minutes int
  ///       """)
  ///
  /// The store is in the folder for the person's data, `~/.local/share/NAME`. Times are read and
  /// shown on the clock of the person.
  ///
  /// A later version of the program may give a model with more collections and fields, and new
  /// names for earlier ones (`%formerly: Recipe`). They are added to the store's model, and so is a
  /// field that the person deleted, since the program needs it. Everything else stays, as the person
  /// may have changed it: names, types, rules, and what the program does not know.
  ///
  /// - Parameters:
  ///   - name: the name of the program, which becomes the name of the folder.
  ///   - model: the collections with their fields, as rec descriptors.
  ///   - adjust: changes the options, such as the folder, before the store is opened.
  /// - Returns: the store, open.
  /// - Throws: `StoreError.invalidModel` if the model has mistakes, or a name in it is taken by
  ///   something else in the store's model; the errors of `open(_:)` and `create(_:modelText:)`.
  public static func open(
    named name: String, model: String, _ adjust: (inout Options) -> Void = { _ in }
  ) throws(StoreError) -> ObjectStore {
    var options = Options(folder: ProgramFolders(name).data)
    adjust(&options)
    let wanted = try ObjectModel(parsing: model)
    let store: ObjectStore
    do throws(StoreError) {
      store = try open(options)
    } catch .notAStore {
      do throws(StoreError) {
        return try create(options, modelText: model)
      } catch .alreadyAStore {
        // Another process of the program made it at the same moment.
        store = try open(options)
      }
    }
    guard !store.isReadOnly else { return store }
    let completed = try store.snapshot.model.completed(by: wanted)
    guard completed != store.snapshot.model else { return store }
    try store.updateModel(title: "Add what this version of \(name) has") {
      (model) throws(StoreError) in try model.completed(by: wanted)
    }
    return store
  }
}

extension ObjectModel {
  /// Returns the model with the collections and fields of another one that it lacks.
  ///
  /// The other model may have renamed a collection or field. This model then gets the present name.
  /// A collection or field that this model renamed is not added again under its earlier name.
  ///
  /// - Throws: `StoreError.invalidModel` if a name is taken, or both models contradict each other.
  func completed(by other: ObjectModel) throws(StoreError) -> ObjectModel {
    var model = self
    for wanted in other.entities where model.presentEntity(for: wanted) == nil {
      if let old = wanted.earlierNames.last(where: { model[$0] != nil }) {
        model = try model.renaming(entity: old, to: wanted.name)
      }
    }
    for wanted in other.entities {
      guard let own = model.presentEntity(for: wanted) else { continue }
      for (name, former) in wanted.formerNames.sorted(by: { $0.key < $1.key })
      where own[own.currentName(of: name)] == nil {
        guard let old = former.last(where: { own[$0] != nil }) else { continue }
        model = try model.renamingField(old, of: own.name, to: name)
      }
    }
    var entities = model.entities
    for wanted in other.entities {
      guard let name = model.presentEntity(for: wanted)?.name,
        let place = entities.firstIndex(where: { $0.name == name })
      else {
        entities.append(wanted)
        continue
      }
      entities[place].properties += wanted.properties.filter { property in
        entities[place][entities[place].currentName(of: property.name)] == nil
      }
    }
    return try ObjectModel(entities: entities)
  }

  /// Returns the entity that another model's entity is in this one; `nil` if it is missing.
  private func presentEntity(for other: Entity) -> Entity? { self[currentName(of: other.name)] }
}
