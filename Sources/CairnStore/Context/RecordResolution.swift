/// What became of an address of a record.
public enum RecordResolution: Hashable, Sendable {
  /// There is such a record.
  case found(ObjectID)

  /// There is no such record; keys are never given twice, so there was one, or it never came here.
  case deleted(ObjectID)

  /// Several records have the value, which should be unique; two of them.
  case ambiguous(entity: String, text: String, [ObjectID])

  /// No record of the entity has the value.
  case noMatch(entity: String, text: String)

  /// The address is of another store.
  case otherStore(ObjectURI)

  /// The model has no such entity.
  case unknownEntity(String)

  /// The file that would tell cannot be read; in a sentence, why.
  case unavailable(reason: String)

  /// The text is no address; in a sentence, why.
  case malformed(text: String, reason: String)
}

extension Snapshot {
  /// Finds the record that a portable address names: `x-cairn://STORE/Entity/p3`.
  public func resolve(uri text: String) -> RecordResolution {
    let uri: ObjectURI
    do throws(StoreError) {
      uri = try ObjectURI(parsing: text)
    } catch {
      return .malformed(text: text, reason: "\(error)")
    }
    guard uri.store == storeID else { return .otherStore(uri) }
    let id = model.currentID(of: uri.id)
    guard model[id.entity] != nil else { return .unknownEntity(id.entity) }
    return resolve(id)
  }

  /// Finds the record that a person names within a collection.
  ///
  /// - Parameters:
  ///   - text: A key such as `p3`, `FIELD=VALUE` of a unique field, or the bare value of the
  ///     entity's handle. A key goes before a handle that is spelled the same.
  ///   - name: The entity's name.
  ///   - clock: The clock by which dates in words are read.
  /// - Returns: What became of it; nothing is thrown.
  ///
  /// Cost: a key, logarithmic; anything else, a search in files that were not read yet, or an
  /// index.
  public func resolve(
    _ text: String, in name: String, at clock: WallClock
  ) -> RecordResolution {
    guard let entity = model[name] else { return .unknownEntity(name) }
    let key = RecordKey(text).map { ObjectID(entity: name, key: $0) }
    if let key {
      let resolution = resolve(key)
      // Not before it is known that there is no such key is it a handle.
      guard case .deleted = resolution else { return resolution }
    }
    if key == nil, let sign = text.firstIndex(of: "=") {
      let field = String(text[..<sign])
      guard let attribute = entity.uniqueAttribute(matching: field) else {
        return .malformed(text: text, reason: "\(field) is not a unique field of \(entity.plural)")
      }
      return find(String(text[text.index(after: sign)...]), attribute, entity, clock)
    }
    if let handle = entity.handle.flatMap(entity.attribute) {
      let match = find(text, handle, entity, clock)
      switch match {
      case .found, .ambiguous, .unavailable: return match
      default: return key.map(RecordResolution.deleted) ?? match
      }
    }
    let reason = "\"\(text)\" is not an id such as p3, and \(entity.plural) have no short names"
    return key.map(RecordResolution.deleted) ?? .malformed(text: text, reason: reason)
  }

  private func find(
    _ text: String, _ attribute: Attribute, _ entity: Entity, _ clock: WallClock
  ) -> RecordResolution {
    do throws(FilterError) {
      let found = try records(where: attribute, of: entity, is: text, limit: 2, at: clock)
      if found.count > 1 { return .ambiguous(entity: entity.name, text: text, found) }
      return found.first.map(RecordResolution.found) ?? .noMatch(entity: entity.name, text: text)
    } catch .unavailable(let error) {
      return .unavailable(reason: "\(error)")
    } catch {
      return .malformed(text: text, reason: "\(error)")
    }
  }

  private func resolve(_ id: ObjectID) -> RecordResolution {
    do throws(StoreError) {
      return try lazyTable(id.entity).row(id.key) == nil ? .deleted(id) : .found(id)
    } catch {
      return .unavailable(reason: "\(error)")
    }
  }
}

extension Entity {
  /// The unique attribute, or the handle, that a person means by `name`.
  func uniqueAttribute(matching name: String) -> Attribute? {
    guard case .attribute(let attribute)? = property(matching: name),
      hasUniqueValues(attribute)
    else { return nil }
    return attribute
  }
}
