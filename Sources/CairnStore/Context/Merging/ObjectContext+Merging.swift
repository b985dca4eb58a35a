extension ObjectContext {
  /// Gives the kept record the values of the plan, and deletes the rest of the records.
  ///
  /// 1. Links of other records to a deleted record lead to the kept one instead. In an ordered list,
  ///    the kept record takes the place, unless the list has it already.
  /// 2. The records that a deleted record owns belong to the kept one.
  /// 3. A link that only one record may have is a field of the plan. If it is not chosen, the
  ///    delete rules decide about the record at its other end.
  /// 4. Notes tell a later import which record has the content of a merged record (`MergedRecord`).
  /// 5. A save redirects the links that others saved since, too. It is a conflict if they deleted
  ///    the kept record, or changed a record that is deleted here.
  ///
  /// - Throws: `StoreError.notFound`; `.deletionDenied` by the delete rules. Nothing changes then.
  public func merge(_ plan: MergePlan) throws(StoreError) {
    for id in plan.ids { _ = try existingObject(with: id) }
    try edit { content throws(StoreError) in
      var merged = content
      merged.redirectLinks(from: plan.ids.dropFirst(), to: plan.kept)
      merged.setFields(by: plan)
      for id in plan.ids.dropFirst() { merged.takePlaces(of: id, by: plan) }
      for id in plan.ids.dropFirst() { merged.releaseLinks(of: id, by: plan) }
      let others = plan.ids.dropFirst()
      try noteMerge(plan, in: &merged)
      try merged.delete(
        Array(others),
        replacedBy: Dictionary(uniqueKeysWithValues: others.map { ($0, plan.kept) }),
        checking: checkCancellation)
      content = merged
    }
  }
}

extension EditedSnapshot {
  /// Makes the links of all other records to `others` lead to `kept`.
  ///
  /// Links that only one record may have are fields of the merged records.
  mutating func redirectLinks(from others: ArraySlice<ObjectID>, to kept: ObjectID) {
    let gone = Set(others.map(\.key))
    let merged = gone.union([kept.key])
    forEachLinkStored(to: kept.entity) { content, entity, relationship, inverse in
      guard inverse?.isToMany != false else { return }
      let sources = Set(
        others.flatMap { content.sources(linkingTo: $0.key, by: relationship.name, of: entity) })
      for key in sources.sorted() where entity.name != kept.entity || !merged.contains(key) {
        let source = ObjectID(entity: entity.name, key: key)
        guard content.exists(source) else { continue }
        let links = content.value(relationship.name, of: source).linkedKeys
        content.setLinks(
          links.contains(kept.key)
            ? links.filter { !gone.contains($0) }
            : links.map { gone.contains($0) ? kept.key : $0 }, relationship, of: source)
      }
    }
  }

  /// Gives the kept record the values of the plan.
  fileprivate mutating func setFields(by plan: MergePlan) {
    for field in plan.fields where plan.isWritten(field) {
      let values = plan.result(of: field)
      switch field.property {
      case .attribute(let attribute):
        set(attribute.isList ? Value(list: values) : values.first, attribute.name, of: plan.kept)
      case .relationship(let link):
        setLinks(Value(list: values).linkedKeys, link, of: plan.kept)
      }
    }
  }

  /// Gives the kept record the places of a record in the orders that other records hold.
  fileprivate mutating func takePlaces(of id: ObjectID, by plan: MergePlan) {
    for field in plan.fields {
      guard case .relationship(let link) = field.property,
        let order = link.inverse.flatMap({ model[link.destination]?.relationship($0) }),
        order.holdsOrderOnly
      else { continue }
      for other in links(link, of: id) where !field.contents[0].contains(.link(other.key)) {
        let keys = value(order.name, of: other).linkedKeys
        guard keys.contains(id.key), keys.contains(plan.kept.key) else { continue }
        let rest = keys.filter { $0 != plan.kept.key }
        let moved = rest.map { $0 == id.key ? plan.kept.key : $0 }
        set(order.value(linkingTo: moved), order.name, of: other)
      }
    }
  }

  /// Removes the links of a record whose other ends belong to the kept record now.
  ///
  /// Otherwise the delete rules would delete these ends, too. A link that is ignored by the delete
  /// rules must not remain.
  fileprivate mutating func releaseLinks(of id: ObjectID, by plan: MergePlan) {
    for field in plan.fields {
      guard case .relationship(let link) = field.property else { continue }
      let moved = Set(plan.result(of: field))
      let rest = Value?.some(.list(field.contents[plan.ids.firstIndex(of: id) ?? 0]))
        .linkedKeys.filter { key in
          !moved.contains(.link(key)) && link.deleteRule != .none
            && !plan.ids.contains(ObjectID(entity: link.destination, key: key))
        }
      setLinks(rest, link, of: id)
    }
  }

  /// Visits each relationship whose records hold links to records of `destination`.
  private mutating func forEachLinkStored(
    to destination: String,
    _ body: (inout EditedSnapshot, Entity, Relationship, Relationship?) -> Void
  ) {
    for entity in model.entities {
      for relationship in entity.relationships
      where relationship.destination == destination && relationship.isStored
        && !relationship.holdsOrderOnly
      {
        let inverse = relationship.inverse.flatMap { model[destination]?.relationship($0) }
        body(&self, entity, relationship, inverse)
      }
    }
  }
}
