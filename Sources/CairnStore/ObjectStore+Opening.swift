extension ObjectStore {
  /// Makes a new store with `model` and opens it.
  public static func create(
    _ options: Options, model: ObjectModel = ObjectModel()
  ) throws(StoreError) -> ObjectStore {
    var random = options.random
    let sources = Dictionary(
      uniqueKeysWithValues: model.storedEntities.map {
        ($0.name, TableSource(Table(entity: $0, chunks: [])))
      })
    let snapshot = Snapshot(
      storeID: StoreID(using: &random), model: model, version: 0, sources: sources)
    return ObjectStore(
      Writer(options: options, snapshot: snapshot, minter: KeyMinter(replica: .founder)))
  }
}
