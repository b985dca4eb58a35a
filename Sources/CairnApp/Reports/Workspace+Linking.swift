internal import CairnInterchange
internal import CairnStore

extension Workspace {
  /// Turns a field into a link to the records that its values name, as one change.
  ///
  /// The collection is added if it is missing, and values that name no record become records.
  ///
  /// - Parameters:
  ///   - path: the collection and its field, such as `books.Author`.
  ///   - goal: the collection that the link leads to, in the plural or singular.
  ///   - isForced: whether to convert a field that would lose something.
  ///   - isDryRun: whether to change nothing.
  /// - Returns: sentences about the result; of a forced dry run, also about what would be lost.
  /// - Throws: ``AppError/failed(_:)`` if a part does not exist, or with what would be lost.
  public func linkField(
    _ path: String, to goal: String, isForced: Bool = false, isDryRun: Bool = false
  ) throws(AppError) -> [String] {
    let (entity, attribute) = try field(path)
    let destination = self.destination(goal)
    let conversion = try stored { () throws(StoreError) in
      try LinkConversion(
        of: attribute.name, of: entity.name, to: destination, addingMissing: true,
        in: store.snapshot)
    }
    let losses = conversion.lossTexts
    if isDryRun {
      try stored { () throws(StoreError) in _ = try conversion.model(from: store.snapshot.model) }
      try refuse(path, losses, unless: isForced, "would not be changed")
      return losses + [words(about: conversion, isDone: false)]
    }
    var (done, found) = (conversion, losses)
    try stored { () throws(StoreError) in
      try store.commit(title: "model: \(attribute.name) as a link") { draft throws(StoreError) in
        // Another process may have changed the records in the meantime.
        found = try LinkConversion(
          of: attribute.name, of: entity.name, to: destination, addingMissing: true,
          in: draft.snapshot
        ).lossTexts
        guard found.isEmpty || isForced else { return }
        done = try draft.makeLink(
          of: attribute.name, of: entity.name, to: destination, addingMissing: true)
      }
    }
    try refuse(path, found, unless: isForced, "is not changed")
    return [words(about: done, isDone: true)]
  }

  /// Refuses a conversion that would lose something, also in a dry run.
  private func refuse(
    _ path: String, _ losses: [String], unless isForced: Bool, _ words: String
  ) throws(AppError) {
    guard losses.isEmpty || isForced else {
      throw .failed(
        "\(path) \(words): \(losses.joined(separator: "; ")); --force changes it anyway")
    }
  }

  private func words(about conversion: LinkConversion, isDone: Bool) -> String {
    let field = "\(conversion.entity.plural).\(conversion.attribute.name)"
    let new = conversion.isNew ? ", a new collection" : ""
    return "\(field) \(isDone ? "is now" : "would become") a link to "
      + "\(conversion.destination.plural)\(new): \(conversion.counts)"
  }

  /// Returns the collection and the field in a path such as `books.Author`.
  private func field(_ path: String) throws(AppError) -> (Entity, Attribute) {
    guard let point = path.firstIndex(of: "."), point != path.startIndex,
      path.index(after: point) != path.endIndex
    else {
      throw .usage("a field is COLLECTION.FIELD, such as books.Author, not \(path)")
    }
    let entity = try collection(String(path[..<point]))
    let name = String(path[path.index(after: point)...])
    switch entity.property(matching: name) {
    case .attribute(let attribute)?: return (entity, attribute)
    case .relationship(let link)?:
      let goal = store.snapshot.model[link.destination]?.plural ?? link.destination
      throw .failed("\(entity.plural).\(link.name) is already a link to \(goal)")
    case nil: throw .failed("\(entity.plural) have no field called \(name)")
    }
  }

  /// Returns the collection with a name, or a new one.
  private func destination(_ name: String) -> Entity {
    store.snapshot.model.entities.first(meantBy: name) ?? .ofNames(calledBy: name)
  }

  @discardableResult
  private func stored<Result>(
    _ work: () throws(StoreError) -> Result
  ) throws(AppError) -> Result {
    do throws(StoreError) {
      return try work()
    } catch {
      throw failure(error)
    }
  }
}
