internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

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
    return records(of: entity, word, behind: "\(scheme)\(folder)/")
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
      let fields = fields(of: entity, "").map { Completion("\(head)\($0.text)=", $0.note) }
      return (names + fields).filter { $0.text.hasPrefix(word) }
    }
    let name = String(clause[..<equals])
    let value = String(clause[clause.index(after: equals)...])
    let start = "\(head)\(name)="
    switch name {
    case "where": return filters(value, of: entity).map { Completion(start + $0.text, $0.note) }
    case "sort", "group", "columns":
      return fieldList(value, of: entity).map { Completion(start + $0.text, $0.note) }
    case "totals":
      return SectionTotals.allCases.map { Completion(start + $0.rawValue) }
        .filter { $0.text.hasPrefix(word) }
    default:
      guard let property = entity.property(matching: name) else { return [] }
      return values(of: property, in: entity, value)
        .map { Completion(start + Self.escapedClause($0)) }.filter { $0.text.hasPrefix(word) }
    }
  }

  /// Fields of the records at a URL.
  public func fields(_ word: String, at url: String) -> [Completion] {
    entity(at: url).map { fields(of: $0, word) } ?? []
  }

  /// Fields of the records at a URL, behind those that were typed with commas, each perhaps
  /// reversed by a minus.
  public func fieldList(_ word: String, at url: String) -> [Completion] {
    entity(at: url).map { fieldList(word, of: $0) } ?? []
  }

  /// Values for the fields of the records at a URL, as `FIELD=VALUE`.
  public func assignments(_ word: String, at url: String) -> [Completion] {
    guard let entity = entity(at: url) else { return [] }
    guard let equals = word.firstIndex(of: "=") else {
      return fields(of: entity, word).map { Completion($0.text + "=", $0.note) }
    }
    var name = word[..<equals]
    if name.last == "+" || name.last == "-" { name.removeLast() }
    guard let property = entity.property(matching: String(name)) else { return [] }
    let start = String(word[...equals])
    let value = String(word.dropFirst(start.count))
    return values(of: property, in: entity, value).map { Completion(start + $0) }
  }

  /// Words of a filter over the records at a URL.
  public func filters(_ text: String, at url: String) -> [Completion] {
    entity(at: url).map { filters(text, of: $0) } ?? []
  }

  private func filters(_ text: String, of entity: Entity) -> [Completion] {
    var isQuoted = false
    var start = text.startIndex
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      let isSign = text[index] == "-" && start == index
      if !isQuoted, isSign || " (".contains(text[index]) { start = text.index(after: index) }
    }
    let head = String(text[..<start])
    let word = text[start...]
    guard let sign = word.firstIndex(where: { ":=<>!~".contains($0) }) else {
      return fields(of: entity, String(word)).map { Completion("\(head)\($0.text):", $0.note) }
    }
    guard word[sign] == ":" || word[sign] == "=",
      let property = entity.property(matching: String(word[..<sign]))
    else { return [] }
    let value = word[word.index(after: sign)...]
    let isOpen = value.hasPrefix("\"")
    return values(of: property, in: entity, String(isOpen ? value.dropFirst() : value)).map {
      let isWord = !isOpen && $0.allSatisfy { $0.isLetter || $0.isNumber }
      let quoted = $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return Completion("\(head)\(word[...sign])" + (isWord ? $0 : "\"\(quoted)\""))
    }.filter { $0.text.hasPrefix(text) }
  }

  private func fields(of entity: Entity, _ word: String) -> [Completion] {
    entity.properties.compactMap { property in
      guard property.name.hasPrefix(word) else { return nil }
      switch property {
      case .attribute(let attribute): return Completion(property.name, attribute.type.rawValue)
      case .relationship(let link): return Completion(property.name, "link to \(link.destination)")
      }
    }
  }

  private func fieldList(_ word: String, of entity: Entity) -> [Completion] {
    let comma = word.lastIndex(of: ",")
    var head = comma.map { String(word[...$0]) } ?? ""
    var name = word.dropFirst(head.count)
    if name.hasPrefix("-") {
      head += "-"
      name = name.dropFirst()
    }
    return fields(of: entity, String(name)).map { Completion(head + $0.text, $0.note) }
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
