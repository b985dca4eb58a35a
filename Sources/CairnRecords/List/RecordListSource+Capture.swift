internal import CairnNavigation
public import CairnScreens
package import CairnStore

/// New records in one line, such as `call plumber friday project:House`.
extension RecordListSource {
  /// Asks for a line, and adds it as a record with the values that put it into this list.
  public func capture(in section: String?) -> [Effect]? { capture(in: section, text: "") }

  private func capture(
    in section: String?, text: String, problem: String? = nil
  ) -> [Effect]? {
    guard let title = entity.titleAttribute?.name else { return nil }
    let noun = entity.name.lowercased()
    let tag = entity.attributes.contains { $0.type == .tags } ? " · #tag" : ""
    let prompt = TextPrompt(
      "New \(noun) in a line", text: text,
      footer: "\(title) · FIELD:value\(tag) · a day or a choice at the end", problem: problem
    ) { [weak self] text in
      guard let self, !text.isEmpty else { return nil }
      if case .failure(let problem) = values(of: text, in: section) { return problem.text }
      return nil
    } hint: { [weak self] text in
      self?.reading(of: text)
    } finish: { [weak self] text in
      guard let self, case .success(let values) = values(of: text, in: section), !values.isEmpty
      else { return [] }
      return add(values, from: text, in: section)
    }
    return [.present(prompt)]
  }

  private struct Problem: Error {
    let text: String
  }

  /// What a line means so far; `nil` for an empty line.
  ///
  /// Each drawing asks for it, so links are not looked up.
  private func reading(of text: String) -> String? {
    let clock = client.clock()
    let line = CaptureLine(text, of: entity, at: clock)
    if let problem = unknownField(of: line) { return problem }
    let title = entity.titleAttribute?.caption ?? ""
    let parts =
      (line.title.isEmpty ? [] : ["\(title): \(line.title)"])
      + line.fields.map { field in
        guard case .attribute(let attribute)? = entity.property(matching: field.name),
          let value = try? ValueInput(clock: clock).value(of: field.text, for: attribute)
        else { return "\(field.name): \(field.text)" }
        let distance = ValueText.distance(of: value, at: clock).map { " (\($0))" } ?? ""
        return "\(attribute.caption): \(ValueText.display(value, at: clock))\(distance)"
      }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  /// The first field in a line that the collection lacks, as a sentence.
  private func unknownField(of line: CaptureLine) -> String? {
    line.unknown.first.map { name in
      let nearest = NearestNames.nearest(to: name, among: entity.properties.map(\.name), limit: 1)
      let hint = nearest.first.map { "; did you mean \($0)?" } ?? ""
      return "\(entity.plural) have no field \(name)\(hint)"
    }
  }

  /// Reads a line as the values of a new record.
  private func values(
    of text: String, in section: String?
  ) -> Result<[String: String], Problem> {
    if text.isEmpty { return .success([:]) }
    let clock = client.clock()
    let line = CaptureLine(text, of: entity, at: clock)
    if let problem = unknownField(of: line) { return .failure(Problem(text: problem)) }
    guard let title = entity.titleAttribute?.name else { return .success([:]) }
    var values: [String: String] = [:]
    for item in prefill(in: section) { values[item.name] = item.value ?? "" }
    var own: Set<String> = []
    if !line.title.isEmpty {
      values[title] = line.title
      own.insert(title)
    }
    for field in line.fields {
      guard own.insert(field.name).inserted else {
        return .failure(Problem(text: "\(field.name) has two values"))
      }
      switch value(of: field) {
      case .success(let text): values[field.name] = text
      case .failure(let problem): return .failure(problem)
      }
    }
    if values[title]?.isEmpty != false {
      return .failure(Problem(text: "the line has no words for \(title)"))
    }
    return .success(values)
  }

  /// The text of a field as a draft takes it: for links, the keys of the records.
  private func value(of field: CaptureLine.Field) -> Result<String, Problem> {
    switch entity.property(matching: field.name) {
    case .attribute(let attribute)?:
      do {
        _ = try ValueInput(clock: client.clock()).value(of: field.text, for: attribute)
        return .success(field.text)
      } catch {
        return .failure(Problem(text: "\(error)"))
      }
    case .relationship(let link)?:
      let ends = client.snapshot.ends(of: link, called: field.text)
      if let name = ends.unknown {
        let plural = client.snapshot.model[link.destination]?.plural ?? link.destination
        return .failure(Problem(text: "\(plural) have no single record called \(name)"))
      }
      return .success(ends.keys.map { "\($0)" }.joined(separator: "\n"))
    case nil: return .failure(Problem(text: "there is no field \(field.name)"))
    }
  }

  private func add(
    _ values: [String: String], from text: String, in section: String?
  ) -> [Effect] {
    let draft = RecordDraft(
      entity: entity, ids: [], values: values, seen: client.snapshot,
      input: ValueInput(clock: client.clock()), files: client.files,
      prefilled: prefill(in: section).reduce(into: [:]) { $0[$1.name] = $1.value })
    return client.change { [draft] (store) throws(StoreError) in
      try draft.save(to: store)
    } completion: { [weak self] outcome in
      guard let self else { return [] }
      switch outcome {
      case .success(let transaction):
        let added = transaction?.changes.first { $0.kind == .insert }?.id
        let words = added.map { client.snapshot.summary(of: $0, at: client.clock()) } ?? text
        return [.say(.saved("added \(words)", isChange: true))]
          + client.reveal(transaction, since: draft.seen.model)
      case .failure(let error):
        let reason = error.description(in: draft.seen.model)
        return capture(in: section, text: text, problem: reason) ?? []
      }
    }
  }
}

extension Snapshot {
  /// Most characters of a value in a summary.
  private static let longestSummary = 60

  /// The title of a record and its other values in a line, with the distance of days.
  package func summary(of id: ObjectID, at clock: WallClock) -> String {
    guard let entity = model[id.entity], let row = row(id) else { return "\(id.key)" }
    let parts = entity.storedProperties.compactMap { property -> String? in
      guard property.name != entity.titleAttribute?.name, let value = row[property.name] else {
        return nil
      }
      switch property {
      case .attribute:
        let distance = ValueText.distance(of: value, at: clock).map { " (\($0))" } ?? ""
        let text = ValueText.display(value, at: clock)
        let first = text.prefix { !$0.isNewline }.prefix(Self.longestSummary)
        let name = property.name
        // "Every every week" says it twice.
        let isSpan = entity.repetition?.interval == .field(name)
        let repeats = isSpan && first.lowercased().hasPrefix(name.lowercased() + " ")
        let words = repeats ? first.dropFirst(name.count + 1) : first
        return "\(name) \(words)\(first.count < text.count ? "…" : "")\(distance)"
      case .relationship(let link):
        let titles = Value?.some(value).linkedKeys.map {
          title(of: ObjectID(entity: link.destination, key: $0))
        }
        return "\(property.name) \(titles.joined(separator: ", "))"
      }
    }
    return ([title(of: id)] + parts).joined(separator: " · ")
  }
}
