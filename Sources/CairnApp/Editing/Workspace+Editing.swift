internal import CairnFiles
internal import CairnInterchange
public import CairnNavigation
internal import CairnRecords
internal import CairnScreens
public import CairnStore

extension Workspace {
  /// Returns the canonical URL of a record, as in the output.
  public func url(of id: ObjectID) -> ScreenURL { store.snapshot.url(of: id) }

  /// The present model of the store.
  public var model: ObjectModel { store.snapshot.model }

  /// Returns the choices that an earlier model lacked, one line for each field.
  public func choicesAdded(to earlier: ObjectModel) -> [String] {
    model.entities.flatMap { entity in
      entity.attributes.compactMap { attribute in
        guard let known = earlier[entity.name]?.attribute(attribute.name) else { return nil }
        let new = attribute.choices.filter { !known.choices.contains($0) }
        guard !new.isEmpty, known.type == .choice else { return nil }
        return "new choice of \(attribute.name): \(new.joined(separator: ", "))"
      }
    }
  }

  /// Returns how typed texts were read, one line for each text that differs from its value.
  ///
  /// - Parameters:
  ///   - assignments: the fields' values.
  ///   - entity: the collection that has the fields.
  /// - Returns: the lines.
  public func readings(of assignments: [Assignment], in entity: Entity) -> [String] {
    assignments.compactMap { assignment in
      guard case .some(let text) = assignment.text,
        case .attribute(let attribute)? = entity.property(matching: assignment.field),
        attribute.type == .choice || !attribute.type.isTextual,
        let value = try? ValueInput(clock: clock).value(of: text, for: attribute)
      else { return nil }
      return ValueText.reading(of: text, as: value, at: clock).map { "\(attribute.name) = \($0)" }
    }
  }

  /// Returns the typed paths that are saved without a copy of a file, with the reasons, one line for
  /// each field.
  ///
  /// - Parameters:
  ///   - assignments: the fields' values.
  ///   - entity: the collection that has the fields.
  /// - Returns: the lines.
  public func unkeptFiles(of assignments: [Assignment], in entity: Entity) -> [String] {
    assignments.compactMap { assignment in
      guard case .some(let text) = assignment.text, assignment.operation != .remove,
        case .attribute(let attribute)? = entity.property(matching: assignment.field),
        attribute.type == .file
      else { return nil }
      return refusal(of: text, for: attribute)
    }
  }

  private func refusal(of text: String, for attribute: Attribute) -> String? {
    let value = try? ValueInput(clock: clock).value(of: text, for: attribute)
    let reasons = (value?.elements ?? []).compactMap { element -> String? in
      let path = ValueText.export(element)
      guard KeptFile(of: element) == nil else { return nil }
      do throws(FileRefusal) {
        _ = try files.look(at: path, atMost: KeptFile.largest)
        return nil
      } catch {
        return "\(path) \(error.reason)"
      }
    }
    guard !reasons.isEmpty else { return nil }
    return "\(attribute.name) = path only: \(reasons.joined(separator: ", "))"
  }

  /// Reads words as the fields of a new record: assignments, and a line among them.
  ///
  /// - Parameters:
  ///   - words: assignments, and the words of a line; see ``CaptureLine``.
  ///   - collection: the plural or singular name of the collection.
  /// - Returns: the assignments of the line, and then the given ones.
  /// - Throws: ``AppError/failed(_:)`` for an unknown collection, a line without a title, a word
  ///   that is almost a field's name, and a field that is set twice.
  public func captured(
    _ words: [String], in collection: String
  ) throws(AppError) -> [Assignment] {
    let entity = try self.collection(collection)
    let isGiven = { (word: String) in
      Assignment.isAssignment(word)
        || (try? Assignment(word)).flatMap { entity.property(matching: $0.field) } != nil
    }
    let given = try Assignment.parse(words.filter(isGiven))
    let others = words.filter { !isGiven($0) }
    // A label may contain blanks, so only the collection tells that no line was typed.
    if others.isEmpty { return given }
    let line = CaptureLine(Self.line(others), of: entity, at: clock)
    guard let title = entity.titleAttribute?.name else {
      throw .failed("\(entity.plural) have no title; use FIELD=VALUE")
    }
    if let name = line.unknown.first { throw .failed(RecordEditor.unknown(name, of: entity)) }
    var fields = line.fields.map { Assignment($0.name, to: linked($0, of: entity)) }
    if !line.title.isEmpty { fields.insert(Assignment(title, to: line.title), at: 0) }
    var set: Set<String> = []
    for assignment in fields + given where assignment.operation == .set {
      let name = entity.property(matching: assignment.field)?.name ?? assignment.field
      guard set.insert(name).inserted else { throw .failed("\(name) has two values") }
    }
    guard set.contains(title) else { throw .failed("the line has no words for \(title)") }
    return fields + given
  }

  /// The text of a field; for a link, the addresses of the records whose titles it has.
  private func linked(_ field: CaptureLine.Field, of entity: Entity) -> String {
    // A text with a slash is an address.
    guard case .relationship(let link)? = entity.property(matching: field.name),
      !field.text.contains("/"), let plural = store.snapshot.model[link.destination]?.plural
    else { return field.text }
    let ends = store.snapshot.ends(of: link, called: field.text)
    guard ends.unknown == nil else { return field.text }
    return ends.keys.map { "\(plural)/\($0)" }.joined(separator: ",")
  }

  /// The words of a command as one line; a word with blanks stays one if it begins with a field.
  private static func line(_ words: [String]) -> String {
    guard words.count > 1 else { return words.first ?? "" }
    return words.map { word in
      guard let sign = word.firstIndex(of: ":"), word.contains(" "),
        !word[..<sign].contains(where: { $0.isWhitespace || $0 == "\"" }), !word.contains("\"")
      else { return word }
      return "\(word[...sign])\"\(word[word.index(after: sign)...])\""
    }.joined(separator: " ")
  }

  /// The title of a record and its other values in a line, as `show` prints them.
  public func summary(of id: ObjectID) -> String { store.snapshot.summary(of: id, at: clock) }

  /// Adds a record, or changes the record with the same value in the field `match`.
  ///
  /// - Parameters:
  ///   - collection: the plural or singular name of the collection.
  ///   - assignments: the fields' values.
  ///   - match: the field that identifies an existing record.
  ///   - readFile: reads the file of `FIELD=@FILE`.
  /// - Returns: the record.
  /// - Throws: ``AppError/failed(_:)`` for unknown names and for values that don't fit.
  public func add(
    to collection: String, _ assignments: [Assignment], match: String?,
    readFile: @escaping (String) throws(AppError) -> [UInt8]
  ) throws(AppError) -> ObjectID {
    let entity = try self.collection(collection)
    let context = store.newContext()
    var existing: ObjectID?
    if let match { existing = try self.existing(entity, match, assignments) }
    let record: Record
    if let existing {
      record = try existingObject(existing, in: context)
    } else {
      do throws(StoreError) {
        record = try context.create(entity.name)
      } catch {
        throw failure(error)
      }
    }
    try editor(of: context, readFile).apply(assignments, to: record)
    _ = try save(context, title: "\(existing == nil ? "add" : "change") \(record.title)")
    return record.id
  }

  /// Changes records by assignments, all of them or none.
  ///
  /// - Parameters:
  ///   - ids: the records.
  ///   - assignments: the fields' values.
  ///   - isDryRun: whether to check the change without saving it.
  ///   - readFile: reads the file of `FIELD=@FILE`.
  /// - Returns: the saved change; `nil` if nothing changed.
  /// - Throws: ``AppError/failed(_:)`` for unknown names and for values that don't fit.
  @discardableResult
  public func set(
    _ ids: [ObjectID], _ assignments: [Assignment], isDryRun: Bool,
    readFile: @escaping (String) throws(AppError) -> [UInt8]
  ) throws(AppError) -> Transaction? {
    let title = "change \(store.snapshot.title(of: ids))"
    return try edit(ids, title, isDryRun: isDryRun) { context, note throws(AppError) in
      let editor = editor(of: context, keepingFiles: !isDryRun, readFile)
      for (done, id) in ids.enumerated() {
        try editor.apply(assignments, to: try existingObject(id, in: context))
        note(done + 1)
      }
      if let first = context.validate().first {
        throw .failed("\(url(of: first.id).text): \(first)")
      }
    }
  }

  /// Returns a line for each record that came back because a record was done, and for each one
  /// that could not.
  ///
  /// - Parameter transaction: the change; `nil` if nothing changed.
  /// - Returns: the lines; for many records, one line with their number.
  public func comebacks(after transaction: Transaction?) -> [String] {
    guard let transaction else { return [] }
    let found = Comebacks(after: transaction, in: store.snapshot, clock.localTime)
    let missing = found.missing.map { "\(url(of: $0.id).text) does not come back: \($0.reason)" }
    let back =
      found.records.count > Self.mostComebacks
      ? ["\(found.records.count) records come back"]
      : found.records.map { "\(url(of: $0).text) comes back: \(summary(of: $0))" }
    return back + missing
  }

  private static let mostComebacks = 3

  /// Deletes records and applies their delete rules, for all of them or none.
  ///
  /// - Parameters:
  ///   - ids: the records.
  ///   - isDryRun: whether to check the deletion without saving it.
  /// - Returns: the URLs of all deleted records, including those deleted by rules, and a message
  ///   for the person.
  /// - Throws: ``AppError/failed(_:)`` when a rule denies the deletion.
  public func remove(
    _ ids: [ObjectID], isDryRun: Bool
  ) throws(AppError) -> (urls: [ScreenURL], message: String) {
    var gone: [ScreenURL] = []
    let title = store.snapshot.title(of: ids)
    _ = try edit(ids, "delete \(title)", isDryRun: isDryRun) { context, _ throws(AppError) in
      do throws(StoreError) {
        try context.delete(ids)
      } catch {
        throw failure(error)
      }
      gone = context.changes.filter { $0.kind == .delete }.map { url(of: $0.id) }
    }
    return (gone, StoreClient.deleted(title, ids.count, of: gone.count))
  }

  /// Saves the changes that `change` makes in a new context.
  ///
  /// A change of several records is recorded as a job.
  private func edit(
    _ ids: [ObjectID], _ title: String, isDryRun: Bool,
    _ change: (ObjectContext, _ note: (Int) -> Void) throws(AppError) -> Void
  ) throws(AppError) -> Transaction? {
    let context = store.newContext()
    guard !isDryRun else {
      try change(context) { _ in }
      return nil
    }
    guard ids.count > 1 else {
      try change(context) { _ in }
      return try save(context, title: title)
    }
    return try recorded(.change, title.prefix(1).uppercased() + title.dropFirst()) { transaction in
      let count = counted(transaction?.visibleChanges.count ?? 0, "record")
      return JobOutcome(
        result: "\(count) in one change", change: transaction?.number,
        replica: transaction?.replica)
    } _: { log throws(AppError) -> Transaction? in
      try change(context) { log.note(JobProgress.Reading($0, of: ids.count)) }
      return try save(context, title: title)
    }
  }

  private func editor(
    of context: ObjectContext, keepingFiles keepsFiles: Bool = true,
    _ readFile: @escaping (String) throws(AppError) -> [UInt8]
  ) -> RecordEditor {
    RecordEditor(
      context: context, input: ValueInput(clock: clock), links: links(in: context.snapshot),
      readFile: readFile, keeper: keepsFiles ? FileKeeper(files, in: store) : nil)
  }

  /// The files that the person names.
  var files: PersonsFiles { PersonsFiles(environment: environment, fileSystem: fileSystem) }

  /// Returns the reader of link ends that a person types.
  func links(in snapshot: Snapshot) -> LinkInput {
    LinkInput(snapshot: snapshot, clock: clock) { (url) throws(AppError) in
      try routed(url, in: snapshot)
    }
  }

  private func existingObject(
    _ id: ObjectID, in context: ObjectContext
  ) throws(AppError) -> Record {
    do throws(StoreError) {
      return try context.existingObject(with: id)
    } catch {
      throw failure(error)
    }
  }

  private func save(
    _ context: ObjectContext, title: String
  ) throws(AppError) -> Transaction? {
    do throws(StoreError) {
      return try context.save(title: title)
    } catch {
      throw failure(error)
    }
  }

  /// Returns the record whose field has the value in an assignment.
  private func existing(
    _ entity: Entity, _ field: String, _ assignments: [Assignment]
  ) throws(AppError) -> ObjectID? {
    guard case .attribute(let attribute)? = entity.property(matching: field) else {
      throw .failed(RecordEditor.unknown(field, of: entity))
    }
    let given = assignments.first {
      entity.property(matching: $0.field)?.name == attribute.name
    }
    guard case .some(let text)? = given?.text else {
      throw .failed("--match \(attribute.name) needs a value for \(attribute.name)")
    }
    let snapshot = store.snapshot
    do throws(FilterError) {
      let found = try snapshot.records(
        where: attribute, of: entity, is: text, limit: 2, at: clock)
      guard found.count < 2 else {
        throw .unavailable(.refused("more than one record has \(attribute.name) \(text)"))
      }
      return found.first
    } catch {
      throw .failed(error.description)
    }
  }
}
