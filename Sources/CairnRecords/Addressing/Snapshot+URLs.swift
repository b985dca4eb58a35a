public import CairnNavigation
internal import CairnScreens
public import CairnStore

extension Snapshot {
  /// The words for records of one collection: the title of one, or the number of several.
  package func title(of ids: [ObjectID]) -> String {
    guard ids.count != 1 else { return title(of: ids[0]) }
    let plural = ids.first.map { model[$0.entity]?.caption ?? $0.entity } ?? "records"
    return "\(Count.text(ids.count)) \(plural)"
  }

  /// The URL of a collection's list.
  public func url(of entity: Entity) -> ScreenURL {
    ScreenURL([entity.plural])
  }

  /// The canonical URL of a record.
  ///
  /// It holds the key, so it stays valid if the title or handle changes.
  public func url(of id: ObjectID) -> ScreenURL {
    ScreenURL([model[id.entity]?.plural ?? id.entity, "\(id.key)"])
  }

  /// The URL of a record that is safe in other stores: there it reports that the record is of
  /// another store.
  public func portableURL(of id: ObjectID) -> ScreenURL {
    let uri = ObjectURI(store: storeID, id: id).description
    let segment = PortableID(uri: uri)?.text ?? "\(id.key)"
    return ScreenURL([model[id.entity]?.plural ?? id.entity, segment])
  }

  /// The canonical form of `url`: the plural for the collection, the key for the record.
  ///
  /// A URL that leads to nothing stays unchanged, so that its screen can report the problem.
  public func canonical(_ url: ScreenURL, at clock: WallClock = .current) -> ScreenURL {
    do throws(AddressProblem) {
      switch try StoreAddress(url, in: self, at: clock) {
      case .list(let entity, nil):
        let list = url.tidy.replacing(segments: [model[entity]?.plural ?? entity])
        return model.renamed(list, listing: model[entity])
      case .list(let entity, let origin?):
        let segments = self.url(of: origin.id).segments + [origin.relationship.lowercased()]
        return model.renamed(url.tidy.replacing(segments: segments), listing: model[entity])
      case .record(let id): return url.replacing(segments: self.url(of: id).segments)
      case .new(let entity):
        return url.replacing(segments: [model[entity]?.plural ?? entity, StoreAddress.newSegment])
      case .edit(let id):
        return url.replacing(segments: self.url(of: id).segments + [StoreAddress.editSegment])
      case .merge(let id):
        return url.replacing(segments: self.url(of: id).segments + [StoreAddress.mergeSegment])
      }
    } catch .appWord {
      return url.tidy
    } catch {
      return url
    }
  }

  /// Whether a URL is of a missing record, or of one of its screens.
  ///
  /// For drawing: it reads no file, so records in unread files don't count as missing. It does not
  /// look up names either.
  public func lacksRecord(of url: ScreenURL) -> Bool {
    let segments = url.segments
    guard segments.count >= 2, let entity = model.entity(matching: segments[0]),
      let key = RecordKey(segments[1])
    else { return false }
    return isKnownToLack(ObjectID(entity: entity.name, key: key))
  }

  /// The most readable form of the URL: a record's handle replaces its key, if the handle would
  /// lead back to the record.
  ///
  /// For drawing: it reads no file, so a record that wasn't read yet keeps its key. It does not
  /// check whether another record has the same handle; following the URL reports both.
  public func readable(_ url: ScreenURL) -> ScreenURL {
    let segments = url.segments
    guard segments.count >= 2, let entity = model.entity(matching: segments[0]),
      let handle = entity.handle, let key = RecordKey(segments[1]),
      let value = rowRead(ObjectID(entity: entity.name, key: key))?[handle]
    else { return url }
    let name = ValueText.export(value)
    guard StoreAddress.canBeHandle(name) else { return url }
    return url.replacing(segments: [segments[0], name] + segments.dropFirst(2))
  }

  /// The title of a list: its collection's plural, or the link and its record; then the field of
  /// the view and its measure, as in `Tasks by Due` or `Recipes by Kind, Minutes.sum`.
  public func title(
    ofList entity: Entity, origin: FetchRequest.Origin?, by field: FieldPath? = nil,
    measure: Aggregate? = nil
  ) -> String {
    let title =
      origin.map { "\(caption(of: $0)) of \(self.title(of: $0.id))" }
      ?? entity.caption.capitalizingFirst
    guard let field else { return title }
    let words = measure.map { ", \(caption(of: $0, from: entity))" } ?? ""
    return "\(title) by \(model.caption(of: field, from: entity))\(words)"
  }

  /// The title of a number about many records, such as `Minutes.sum`.
  package func caption(of measure: Aggregate, from entity: Entity) -> String {
    measure.field.map { field in
      Aggregate(measure.function, of: model.captionPath(of: field, from: entity)).name
    } ?? measure.name
  }

  private func caption(of origin: FetchRequest.Origin) -> String {
    model[origin.id.entity]?.relationship(origin.relationship)?.caption ?? origin.relationship
  }

  /// The title of the screen at `url`: the collection, the record or the link; `nil` for a URL that
  /// leads to nothing.
  public func title(of url: ScreenURL, at clock: WallClock = .current) -> String? {
    do throws(AddressProblem) {
      switch try StoreAddress(url, in: self, at: clock) {
      case .list(let entity, nil): return model[entity]?.caption.capitalizingFirst
      case .list(_, let origin?): return caption(of: origin)
      case .record(let id): return title(of: id)
      case .new, .edit, .merge: return nil
      }
    } catch {
      return nil
    }
  }
}

extension ObjectModel {
  /// The URL with the current names of its collection, link and fields; reads no record.
  package func renamed(_ url: ScreenURL) -> ScreenURL {
    var segments = url.segments
    guard let word = segments.first, let entity = entity(matching: word) else { return url }
    segments[0] = entity.plural
    var listed: Entity? = segments.count == 1 ? entity : nil
    if segments.count == 3, let link = entity.relationship(matching: segments[2]) {
      segments[2] = link.name.lowercased()
      listed = self[link.destination]
    }
    return renamed(url.replacing(segments: segments), listing: listed)
  }

  /// The URL of a list with the current names of fields.
  fileprivate func renamed(_ url: ScreenURL, listing entity: Entity?) -> ScreenURL {
    guard let entity, !url.query.isEmpty else { return url }
    let items = presentNames(in: url.query.map { ($0.name, $0.value ?? "") }, of: entity)
    return url.replacing(
      query: zip(url.query, items).map { old, new in
        QueryItem(new.key, old.value == nil ? nil : new.value)
      })
  }

  /// The URL's text with the current names; other text stays unchanged.
  func renamed(_ text: String) -> String {
    guard let url = try? ScreenURL(parsing: text) else { return text }
    return renamed(url).text
  }
}

extension ScreenURL {
  /// The URL of the same list, with filters in the app's own spelling, and without empty items.
  package var tidy: ScreenURL {
    replacing(
      query: query.compactMap { item in
        guard Self.listItems.contains(item.name) else { return item }
        let value = item.name == "where" ? item.value?.tidyFilter : item.value
        return value?.isEmpty == false ? QueryItem(item.name, value) : nil
      })
  }

  /// The names of items that describe a list; without a value, they have no effect.
  private static let listItems: Set<String> = ["where", "sort", "group", "columns", "view"]
}
