public import CairnNavigation
internal import CairnRecords
public import CairnStore

/// A place that a person names on the command line: a URL, or a favorite.
///
/// It is parsed before the store is opened, so that a malformed URL is not reported as missing.
public enum Address: Hashable, Sendable {
  /// A URL, absolute, with or without its scheme.
  case url(ScreenURL)

  /// `@name`: the URL of a favorite, by its name or letter, or of an alias.
  case favorite(String)

  /// Parses an address.
  ///
  /// - Throws: ``AppError/usage(_:)`` for a malformed URL.
  public init(_ text: String) throws(AppError) {
    if text.hasPrefix("@") {
      guard text.count > 1 else { throw .usage("@ needs a favorite's name behind it") }
      self = .favorite(String(text.dropFirst()))
      return
    }
    let url: ScreenURL
    do throws(NavigationError) {
      url = try ScreenURL(parsing: text)
    } catch {
      throw .usage(error.description)
    }
    guard url.scheme == ScreenURL.defaultScheme else {
      throw .usage("\(text) is not a URL of Cairn; such URLs begin with cairn://")
    }
    try Self.checkClauses(of: url)
    self = .url(url)
  }

  /// Whether the address is the import screen, which needs no store and can create the first one.
  public var isImport: Bool {
    guard case .url(let url) = self else { return false }
    return url.segments == ImportScreens.url.segments
  }

  /// Refuses list clauses that can't be read.
  ///
  /// The query of a form holds values of fields instead.
  private static func checkClauses(of url: ScreenURL) throws(AppError) {
    guard url.segments.last != "~new" else { return }
    for item in url.query {
      guard let value = item.value else { continue }
      switch item.name {
      case "where": _ = try ListClauses(filter: value)
      case "sort": try ListClauses.judge(value, RecordSort.parse)
      case "group": try ListClauses.judge(value, FieldPath.parse)
      default: break
      }
    }
  }
}

extension Workspace {
  var clock: WallClock { environment.wallClock }

  /// Returns the URL of an address.
  ///
  /// A favorite or an alias is looked up.
  ///
  /// - Throws: ``AppError/failed(_:)`` when there is no such favorite or alias.
  public func url(of address: Address) throws(AppError) -> ScreenURL {
    try url(of: address) { () throws(AppError) in try settings.aliases }
  }

  /// Returns the URL of an address.
  ///
  /// A favorite, or one of these aliases, is looked up.
  func url(
    of address: Address, aliases: () throws(AppError) -> [String: ScreenURL]
  ) throws(AppError) -> ScreenURL {
    switch address {
    case .url(let url): return url
    case .favorite(let name):
      let favorites = try self.favorites()
      guard let favorite = favorites.first(where: { $0.isCalled(name) }) else {
        let aliases = try aliases()
        if let url = aliases[name] { return url }
        let names = favorites.compactMap { $0.name ?? $0.letter.map(String.init) } + aliases.keys
        let nearest = NearestNames.nearest(to: name, among: names, limit: 1)
        let hint = nearest.first.map { "; did you mean @\($0)?" } ?? ""
        throw .failed("no favorite is called \(name)\(hint)")
      }
      do throws(NavigationError) {
        return try ScreenURL(parsing: favorite.presentURL)
      } catch {
        throw .failed(error.description)
      }
    }
  }

  /// Returns whether an address leads to a list of records.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the address leads nowhere.
  public func isList(_ address: Address) throws(AppError) -> Bool {
    if case (.list, _) = try place(at: address) { true } else { false }
  }

  /// Returns the record at an address.
  ///
  /// - Parameters:
  ///   - address: the record's address.
  ///   - snapshot: the content to search; `nil` for the newest.
  /// - Returns: the record's id.
  /// - Throws: ``AppError/failed(_:)`` when the address leads nowhere, or not to a record.
  public func record(
    at address: Address, in snapshot: Snapshot? = nil
  ) throws(AppError) -> ObjectID {
    switch try place(at: address, in: snapshot) {
    case (.record(let id), _): return id
    case (.list, let url):
      throw .failed(
        "\(url.text) is a list, not a record; in cairn set and remove, --all takes each of its records"
      )
    case (_, let url): throw .failed("\(url.text) is a form; a record's URL is needed")
    }
  }

  /// Returns the collection with a name in the plural or singular.
  ///
  /// - Throws: ``AppError/failed(_:)`` with the nearest name when there is no such collection.
  public func collection(_ name: String) throws(AppError) -> Entity {
    guard !store.snapshot.model.entities.isEmpty else {
      throw .failed(
        "no collection called \(name), nor any other; cairn import FILE makes one")
    }
    do throws(AddressProblem) {
      let place = try StoreAddress(ScreenURL([name]), in: store.snapshot, at: clock)
      if case .list(let entity, nil) = place, let definition = store.snapshot.model[entity] {
        return definition
      }
    } catch {
      throw .failed(error.description)
    }
    throw .failed("no collection called \(name)")
  }
}
