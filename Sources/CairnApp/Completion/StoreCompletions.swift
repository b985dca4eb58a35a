internal import CairnNavigation
internal import CairnRecords
public import CairnScreens
internal import CairnStore

/// Completes words with what a store has: collections, fields, values, records and favorites.
///
/// 1. It answers while a person waits for a key: what is not in the model is looked for in the
///    first few thousand records only, whatever the store holds.
/// 2. What cannot be read completes nothing, and is no error.
/// 3. Every answer begins with what was typed, so that a shell can put it in its place.
public struct StoreCompletions {
  let workspace: Workspace

  /// Completes with what `workspace` has.
  public init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  var model: ObjectModel { workspace.store.snapshot.model }

  var records: RecordCompletions {
    RecordCompletions(workspace.store.snapshot, at: workspace.clock, for: .shell)
  }

  /// The collections by their plurals.
  public func collections(_ word: String) -> [Completion] {
    model.entities.map { Completion($0.plural, "collection") }
      .filter { $0.text.hasPrefix(word) }
  }

  /// The favorites and aliases, as `@name`.
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

// The words of a command that a store knows something of.
extension StoreCompletions {
  private static let scheme = "\(ScreenURL.defaultScheme)://"

  /// URLs: a collection, a record in it, clauses behind a question mark, a favorite, or behind `~` a
  /// screen of the app's own.
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

  /// The app's own screens.
  private func pages(_ word: String, behind scheme: String) -> [Completion] {
    AppPage.places.map { place in
      Completion(scheme + place.url.segments.joined(separator: "/"), place.title)
    }.filter { $0.text.hasPrefix(word) }
  }

  /// Clauses of a list's URL.
  private func clauses(_ word: String) -> [Completion] {
    guard let mark = word.firstIndex(of: "?"), let entity = entity(at: String(word[..<mark]))
    else { return [] }
    let end = word.lastIndex { $0 == "?" || $0 == "&" } ?? mark
    let head = String(word[...end])
    let clause = word[word.index(after: end)...]
    guard let equals = clause.firstIndex(of: "=") else {
      let names = ["where", "sort", "group", "columns", "totals"].map { name in
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
    case "totals":
      return SectionTotals.allCases.map { Completion(start + $0.rawValue) }
        .filter { $0.text.hasPrefix(word) }
    default:
      guard let property = entity.property(matching: name) else { return [] }
      return records.values(of: property, in: entity, value)
        .map { Completion(start + Self.escapedClause($0)) }.filter { $0.text.hasPrefix(word) }
    }
  }

  /// Fields of the records at a URL.
  public func fields(_ word: String, at url: String) -> [Completion] {
    entity(at: url).map { records.fields(of: $0, word) } ?? []
  }

  /// Fields of the records at a URL, behind those that were typed with commas, each perhaps
  /// reversed by a minus.
  public func fieldList(_ word: String, at url: String) -> [Completion] {
    entity(at: url).map { records.fieldList(word, of: $0) } ?? []
  }

  /// Values for the fields of the records at a URL, as `FIELD=VALUE`.
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

  /// Words of a filter over the records at a URL.
  public func filters(_ text: String, at url: String) -> [Completion] {
    entity(at: url).map { records.filters(text, of: $0) } ?? []
  }

  /// The entity of the records at what was typed as a URL, or a collection's name.
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

  /// A value as a clause of a URL spells it.
  private static func escapedClause(_ text: String) -> String {
    let url = ScreenURL(["x"]).setting("x", to: text).text
    return url.firstIndex(of: "=").map { String(url[url.index(after: $0)...]) } ?? text
  }
}
