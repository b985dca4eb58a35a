public import CairnInterchange
public import CairnJSON
internal import CairnRecords
internal import CairnStore

extension ImportReport {
  /// The report for programs: the inputs with their dialects, collections with their counts,
  /// notices, refused rows, and values that could not be stored.
  public var json: JSONValue {
    .object([
      "inputs": .array(inputs.map(\.json)),
      "collections": .array(collections.map(\.json)),
      "notices": .array(notices.map(JSONValue.string)),
      "refusedCount": .number(JSONNumber(Int64(badRowCount))),
      "refused": .array(badRows.map(\.json)),
      "misfits": .array(misfits.map(\.json)),
      "lostCount": .number(JSONNumber(Int64(lostValueCount))),
      "lost": .array(lostValues.map(\.json)),
      "change": transaction.map { .number(JSONNumber(Int64(clamping: $0))) } ?? .null,
    ])
  }
}

extension ImportReport.Input {
  fileprivate var json: JSONValue {
    let parts = Dialect.Part.allCases.compactMap { part -> JSONObject.Member? in
      let words = form.dialect.words(of: part).map(JSONValue.string)
      guard !words.isEmpty else { return nil }
      return JSONObject.Member(
        name: part.rawValue, value: part == .null ? .array(words) : words[0])
    }
    let given = Dialect.Part.allCases.filter(form.given.contains).map {
      JSONValue.string($0.rawValue)
    }
    return .object(
      JSONObject(
        [
          JSONObject.Member(name: "file", value: .string(name)),
          JSONObject.Member(name: "format", value: .string(form.format.rawValue)),
        ] + parts + [
          JSONObject.Member(name: "given", value: .array(given)),
          JSONObject.Member(
            name: "repeatedRows", value: .number(JSONNumber(Int64(repeatedCount)))),
        ]))
  }
}

extension ImportReport.Collection {
  fileprivate var json: JSONValue {
    let counts = [
      ("new", inserted), ("updated", updated), ("unchanged", unchanged), ("relinked", relinked),
      ("deleted", deleted), ("equal", equal),
    ]
    return .object(
      JSONObject(
        [
          JSONObject.Member(name: "collection", value: .string(entity.plural)),
          JSONObject.Member(name: "isNew", value: .boolean(isNew)),
        ]
          + counts.map {
            JSONObject.Member(name: $0.0, value: .number(JSONNumber(Int64($0.1))))
          }))
  }
}

extension ImportReport.Misfits {
  fileprivate var json: JSONValue {
    .object([
      "collection": .string(collection), "field": .string(field),
      "movedTo": target.map(JSONValue.string) ?? .null,
      "count": .number(JSONNumber(Int64(count))),
    ])
  }
}

extension ImportReport.BadRow {
  fileprivate var json: JSONValue {
    .object([
      "file": .string(input), "line": .number(JSONNumber(Int64(problemLine))),
      "field": problem.field.map(JSONValue.string) ?? .null,
      "value": problem.value.map(JSONValue.string) ?? .null, "reason": .string(problem.cause),
    ])
  }
}

extension ExportOperation.Leftover {
  /// A sentence about the values that the output leaves out; `nil` without any.
  public var sentence: String? {
    let sentences = [
      dateSentence, valueSentence, linkSentence, columnSentence, fileSentence,
      formulaSentence,
    ]
    .compactMap(\.self)
    return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
  }

  private var dateSentence: String? {
    guard undated > 0 else { return nil }
    let subject = "\(counted(undated, "record")) \(undated == 1 ? "is" : "are") left out"
    return "\(subject), without a date in \(calendarDate ?? "them")"
  }

  private var valueSentence: String? {
    guard values > 0 else { return nil }
    let subject = "\(counted(values, "value")) of \(counted(records, "record"))"
    let (verb, object) = values == 1 ? ("stays", "it") : ("stay", "them")
    return "\(subject) \(verb) only in the store's files, as no field holds \(object); "
      + "cairn store verify names \(object)"
  }

  private var linkSentence: String? {
    guard !missing.isEmpty else { return nil }
    return missing.count == 1
      ? "links to 1 record that the store lacks are left out"
      : "links to \(missing.count) records that the store lacks are left out"
  }

  private var fileSentence: String? {
    guard !files.isEmpty else { return nil }
    let (verb, object) = files.count == 1 ? ("is", "it") : ("are", "them")
    return "\(counted(files.count, "kept file")) \(verb) not in the output, which has only the "
      + "\(files.count == 1 ? "path" : "paths"); an export into a folder has \(object)"
  }

  private var formulaSentence: String? {
    guard formulas.count > 0, let first = formulas.first else { return nil }
    let (verb, object) = formulas.count == 1 ? ("begins", "it") : ("begin", "them")
    return "\(counted(formulas.count, "cell")) \(verb) like a formula, such as \(first); "
      + "--quote-formulas puts an apostrophe before \(object)"
  }

  private var columnSentence: String? {
    guard !columns.isEmpty else { return nil }
    let object = columns.count == 1 ? "it" : "them"
    let verb = columns.count == 1 ? "is no field" : "are no fields"
    return "\(columns.joined(separator: ", ")) \(verb) of the records, so the output leaves "
      + "\(object) out; cairn list --format csv has \(object)"
  }
}

extension Dialect {
  /// Sets a part of the dialect to a word of a command line or a URL.
  ///
  /// - Throws: ``AppError/usage(_:)`` that names `option`, if the word does not fit.
  public mutating func give(_ part: Part, _ word: String, option: String) throws(AppError) {
    do throws(Mistake) {
      try set(part, to: word)
    } catch {
      throw .usage("\(option) \(error)")
    }
  }
}

/// Parses the options of an import from a command line or a URL.
extension ImportOptions {
  /// Adds `COLUMN=TYPE`, or `COLUMN=TYPE:FORM` for values in a form of ``RegionalForm``.
  ///
  /// The type is a word of the model, such as `integer` or `int`, or of the screens, such as
  /// `whole number`. For a field of several values, `multiple` follows the type, as in a model.
  ///
  /// - Throws: ``AppError/usage(_:)`` that names `option`, if the pair, the type or the form is
  ///   invalid.
  public mutating func addType(_ pair: String, option: String) throws(AppError) {
    // No type contains `=`, so the last one separates the two, even if the column's name has one.
    guard let equals = pair.utf8.lastIndex(of: UInt8(ascii: "=")) else {
      throw .usage("\(option) takes COLUMN=TYPE, not \(pair)")
    }
    let words = pair[pair.utf8.index(after: equals)...].split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var name = String(words[0]).trimmingBlanks()
    let isMultiple = name.hasSuffix(" multiple")
    if isMultiple { name = String(name.dropLast(" multiple".count)).trimmingBlanks() }
    let type = try AttributeType(words: name)
    let form = try words.dropFirst().first.map { word throws(AppError) in
      try Self.form(String(word), of: type)
    }
    let column = String(pair[..<equals])
    let isSame =
      types[column] == type && forms[column] == form && multiples.contains(column) == isMultiple
    try refuse(pair, option: option, if: types[column] != nil && !isSame)
    setType(of: column, type, as: form, isMultiple: isMultiple)
  }

  /// Refuses a second word about a column, since one of the two would be lost.
  private func refuse(_ pair: String, option: String, if isSecond: Bool) throws(AppError) {
    guard isSecond else { return }
    throw .usage("\(option) \(pair): another \(option) is about the same column")
  }

  /// Refuses choices for a column that is left out.
  ///
  /// - Throws: ``AppError/usage(_:)`` that names the column.
  public func refuseContradictions() throws(AppError) {
    for column in mapping.filter({ $0.value.isEmpty }).keys.sorted() {
      let chosen = [
        types[column] == nil ? nil : "type", misfits[column] == nil ? nil : "misfits",
        links.contains { $0.column == column && $0.field == nil } ? "link" : nil,
      ].compactMap(\.self)
      guard let option = chosen.first else { continue }
      throw .usage("--map \(column)= leaves the column out, but --\(option) uses it")
    }
  }

  private static func form(_ word: String, of type: AttributeType) throws(AppError) -> RegionalForm
  {
    let forms = RegionalForm.all(of: type)
    if let form = forms.first(where: { $0.rawValue == word }) { return form }
    let names = forms.map(\.rawValue).joined(separator: ", ")
    throw .usage(
      names.isEmpty
        ? "\(type.rawValue) has no format \(word)"
        : "\(type.rawValue) has no format \(word); the formats are \(names)")
  }

  /// The words that ``addType(_:option:)`` parses.
  var typeWords: [String] {
    types.sorted { $0.key < $1.key }.map { column, type in
      "\(column)=\(type.rawValue)" + (multiples.contains(column) ? " multiple" : "")
        + (forms[column].map { ":\($0.rawValue)" } ?? "")
    }
  }

  /// Adds `COLUMN=FIELD`, parsed as a ``ColumnPair``; without a field the column is left out.
  ///
  /// - Throws: ``AppError/usage(_:)`` that names `option`, if the pair is invalid.
  public mutating func addMapping(_ pair: String, option: String) throws(AppError) {
    guard let parts = ColumnPair(pair) else {
      throw .usage("\(option) takes COLUMN=FIELD, not \(pair)")
    }
    let known = mapping[parts.column]
    try refuse(pair, option: option, if: known != nil && known != parts.word)
    mapping[parts.column] = parts.word
  }

  /// Adds `COLUMN=empty`, `COLUMN=text`, `COLUMN=refuse`, or `COLUMN=FIELD`.
  ///
  /// - Throws: ``AppError/usage(_:)`` that names `option`, if the pair is invalid.
  public mutating func addMisfits(_ pair: String, option: String) throws(AppError) {
    guard let parts = ColumnPair(pair), !parts.word.isEmpty else {
      throw .usage("\(option) takes COLUMN=empty, text, refuse or a field, not \(pair)")
    }
    let (known, choice) = (misfits[parts.column], Misfits(parts.word))
    try refuse(pair, option: option, if: known != nil && known != choice)
    setMisfits(of: parts.column, choice)
  }

  /// Adds `COLUMN=COLLECTION.FIELD` or `COLUMN=COLLECTION`.
  ///
  /// - Throws: ``AppError/usage(_:)`` that names `option`, if the link is invalid.
  public mutating func addLink(_ text: String, option: String) throws(AppError) {
    guard let link = Link(text) else {
      throw .usage("\(option) takes COLUMN=COLLECTION or COLUMN=COLLECTION.FIELD, not \(text)")
    }
    try refuse(
      text, option: option,
      if: link.field == nil && links.contains { $0.column == link.column && $0.field == nil })
    links.append(link)
  }
}
