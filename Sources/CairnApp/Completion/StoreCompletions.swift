internal import CairnNavigation
internal import CairnRecords
public import CairnScreens
internal import CairnStore

/// Completes words with the contents of a store: collections, fields, values, records and
/// favorites.
///
/// 1. Completion must be fast, as a person waits for it. Anything outside the model is searched
///    only in the first few thousand records.
/// 2. Content that can't be read gives no completions and no error.
/// 3. Every completion begins with the typed word, so that a shell can replace the word.
public struct StoreCompletions {
  let workspace: Workspace

  /// Creates completions for the store of `workspace`.
  public init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  var model: ObjectModel { workspace.store.snapshot.model }

  var records: RecordCompletions {
    RecordCompletions(workspace.store.snapshot, at: workspace.clock, for: .shell)
  }

  /// Returns the collections by their plurals.
  public func collections(_ word: String) -> [Completion] {
    model.entities.map { Completion($0.plural, "collection") }
      .filter { $0.text.hasPrefix(word) }
  }

  /// Returns the favorites and aliases as `@name`.
  func favorites(_ word: String) -> [Completion] {
    var completions: [Completion] = []
    for favorite in (try? workspace.favorites()) ?? [] {
      guard let name = favorite.name ?? favorite.letter.map(String.init) else { continue }
      completions.append(Completion("@\(name)", favorite.title))
    }
    for (name, url) in ((try? workspace.settings.aliases) ?? [:]).sorted(by: { $0.key < $1.key }) {
      completions.append(Completion("@\(name)", url.text))
    }
    return completions.filter { $0.text.hasPrefix(word) }
  }
}

// Completes arguments of commands.
extension StoreCompletions {
  private static let scheme = "\(ScreenURL.defaultScheme)://"

  /// Returns completions of a URL: collections, records, clauses after a question mark, favorites,
  /// and app screens after `~`.
  public func urls(_ word: String) -> [Completion] {
    if word.hasPrefix("@") { return favorites(word) }
    let scheme = word.hasPrefix(Self.scheme) ? Self.scheme : ""
    let path = word.dropFirst(scheme.count)
    if path.contains("?") { return clauses(word) }
    if path.hasPrefix("~") { return pages(word, behind: scheme) }
    guard let slash = path.lastIndex(of: "/") else {
      let collections = collections(String(path)).map { Completion(scheme + $0.text, $0.note) }
      return word.isEmpty ? collections + favorites("") : collections
    }
    let folder = String(path[..<slash])
    guard !folder.contains("/"), let entity = model.entity(matching: folder) else { return [] }
    return records.records(of: entity, word, behind: "\(scheme)\(folder)/")
  }

  /// Returns the app's own screens.
  private func pages(_ word: String, behind scheme: String) -> [Completion] {
    AppPage.places.map { place in
      Completion(scheme + place.url.segments.joined(separator: "/"), place.title)
    }.filter { $0.text.hasPrefix(word) }
  }

  /// Returns completions for the clauses of a list's URL.
  private func clauses(_ word: String) -> [Completion] {
    guard let mark = word.firstIndex(of: "?"), let entity = entity(at: String(word[..<mark]))
    else { return [] }
    let end = word.lastIndex { $0 == "?" || $0 == "&" } ?? mark
    let head = String(word[...end])
    let clause = word[word.index(after: end)...]
    guard let equals = clause.firstIndex(of: "=") else {
      let names = ["where", "sort", "group", "columns", "totals", "view"].map { name in
        Completion("\(head)\(name)=", "list")
      }
      let fields = records.fields(of: entity, "").map { Completion("\(head)\($0.text)=", $0.note) }
      return (names + fields).filter { $0.text.hasPrefix(word) }
    }
    let name = String(clause[..<equals])
    let value = String(clause[clause.index(after: equals)...])
    let start = "\(head)\(name)="
    switch name {
    case "where":
      return records.filters(value, of: entity).map { Completion(start + $0.text, $0.note) }
    case "sort", "group", "columns":
      return records.fieldList(value, of: entity).map { Completion(start + $0.text, $0.note) }
    case "view":
      return records.views(value, of: entity).map { Completion(start + $0) }
    case "totals":
      return SectionTotals.allCases.map { Completion(start + $0.rawValue) }
        .filter { $0.text.hasPrefix(word) }
    default:
      guard let property = entity.property(matching: name) else { return [] }
      return records.values(of: property, in: entity, value)
        .map { Completion(start + Self.escapedClause($0)) }.filter { $0.text.hasPrefix(word) }
    }
  }

  /// Returns the fields of the records at a URL.
  public func fields(_ word: String, at url: String) -> [Completion] {
    entity(at: url).map { records.fields(of: $0, word) } ?? []
  }

  /// Returns completions of a collection and one of its fields, such as `books.Author`.
  public func fieldsOfCollections(_ word: String) -> [Completion] {
    guard let point = word.firstIndex(of: ".") else {
      return collections(word).map { Completion($0.text + ".", $0.note) }
    }
    let start = String(word[...point])
    guard let entity = model.entity(matching: String(word[..<point])) else { return [] }
    return entity.attributes.map { Completion(start + $0.name, $0.type.title) }
      .filter { $0.text.hasPrefix(word) }
  }

  /// Returns completions of a list of fields, separated by commas, each perhaps reversed by a
  /// minus.
  public func fieldList(_ word: String, at url: String) -> [Completion] {
    entity(at: url).map { records.fieldList(word, of: $0) } ?? []
  }

  /// Returns completions of `FIELD=VALUE` for the records at a URL.
  public func assignments(_ word: String, at url: String) -> [Completion] {
    guard let entity = entity(at: url) else { return [] }
    guard let equals = word.firstIndex(of: "=") else {
      return records.fields(of: entity, word).map { Completion($0.text + "=", $0.note) }
    }
    var name = word[..<equals]
    if name.last == "+" || name.last == "-" { name.removeLast() }
    guard let property = entity.property(matching: String(name)) else { return [] }
    let start = String(word[...equals])
    let value = String(word.dropFirst(start.count))
    return records.values(of: property, in: entity, value).map { Completion(start + $0) }
  }

  /// Returns completions of a filter for the records at a URL.
  public func filters(_ text: String, at url: String) -> [Completion] {
    entity(at: url).map { records.filters(text, of: $0) } ?? []
  }

  /// Returns the entity of the records at a URL, or of a collection's name.
  private func entity(at url: String) -> Entity? {
    let path = url.split(separator: "?").first.map(String.init) ?? url
    if let entity = model.entity(matching: path) { return entity }
    guard let address = try? Address(path), let (place, _) = try? workspace.place(at: address)
    else { return nil }
    switch place {
    case .list(let name, _): return model[name]
    case .record(let id): return model[id.entity]
    default: return nil
    }
  }

  /// Returns a value as a URL's clause spells it.
  private static func escapedClause(_ text: String) -> String {
    let url = ScreenURL(["x"]).setting("x", to: text).text
    return url.firstIndex(of: "=").map { String(url[url.index(after: $0)...]) } ?? text
  }
}
