/// The result of looking up an address of a record.
public enum RecordResolution: Hashable, Sendable {
  /// The address names this record.
  case found(ObjectID)

  /// The record does not exist.
  ///
  /// Keys are never reused, so it was deleted, or it never reached this store.
  case deleted(ObjectID)

  /// A value that should be unique is in several records. Two of their ids follow.
  case ambiguous(entity: String, text: String, [ObjectID])

  /// No record of the entity has the value.
  case noMatch(entity: String, text: String)

  /// The address belongs to another store.
  case otherStore(ObjectURI)

  /// The model does not have the entity.
  case unknownEntity(String)

  /// A necessary file cannot be read; the reason is a sentence.
  case unavailable(reason: String)

  /// The text is not an address; the reason is a sentence.
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
  ///     entity's handle. A key takes precedence over a handle with the same spelling.
  ///   - name: The entity's name.
  ///   - clock: The clock for dates in words.
  /// - Returns: The result; no error is thrown.
  ///
  /// Cost: logarithmic for a key; otherwise an index, or a search in files that were not read yet.
  public func resolve(
    _ text: String, in name: String, at clock: WallClock = .current
  ) -> RecordResolution {
    guard let entity = model[name] else { return .unknownEntity(name) }
    let key = RecordKey(text).map { ObjectID(entity: name, key: $0) }
    if let key {
      let resolution = resolve(key)
      // The text is tried as a handle only if no record has the key.
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
  /// The unique attribute, or the handle, called `name` by a person.
  func uniqueAttribute(matching name: String) -> Attribute? {
    guard case .attribute(let attribute)? = property(matching: name),
      hasUniqueValues(attribute)
    else { return nil }
    return attribute
  }
}
