internal import CairnInterchange
internal import CairnJSON
internal import CairnNavigation
internal import CairnStore

/// The files and choices of an import that was done; the next import of such files begins with
/// these choices.
///
/// The records of jobs keep it:
///
///     "source":{"url":"cairn://~import?file=~/bank-11.csv&into=entries","header":["Date","Amount"]}
struct EarlierImport: Hashable, Sendable {
  /// The files and choices, with the name of the collection if there is only one.
  let choices: ImportChoices
  /// The columns of the only table, as its header names them; `nil` for other files.
  let header: [String]?

  /// Describes an import that was done; `nil` if there is no file to recognize, as for standard
  /// input, or if no row became a record.
  ///
  /// - Parameters:
  ///   - choices: the choices of the import, with absolute or abbreviated paths.
  ///   - inputs: the files.
  ///   - report: the report of the import.
  init?(_ choices: ImportChoices, _ inputs: InspectedInputs, _ report: ImportReport) {
    guard !choices.files.isEmpty, report.hasRecords else { return nil }
    var choices = choices
    if report.collections.count == 1, choices.options.collection == nil {
      choices.options.collection = report.collections.first?.entity.plural
    }
    guard choices.url.isReadable else { return nil }
    self.choices = choices
    header = inputs.header
  }

}

/// The imports that were done, the newest first, into collections that still exist.
struct EarlierImports {
  /// An import, and the time when it began.
  struct Found: Sendable {
    let `import`: EarlierImport
    let time: Timestamp
  }

  private let all: [Found]

  /// Finds the imports in the records of jobs, the newest first.
  ///
  /// An import is left out if its collection is gone: it was undone, or its records were deleted.
  init(_ reports: [JobReport], in model: ObjectModel) {
    let names = Set(model.entities.flatMap { [$0.name, $0.plural] })
    all = reports.filter { $0.state == .done }.compactMap { report in
      guard let source = report.outcome.source,
        source.choices.options.collection.map(names.contains) ?? true
      else { return nil }
      return Found(import: source, time: report.started)
    }
  }

  /// Returns the newest import of files with these paths.
  func find(of files: [String]) -> Found? {
    let paths = Set(files.map(\.normalizedPath))
    return all.first { Set($0.import.choices.files.map(\.normalizedPath)) == paths }
  }

  /// Returns the newest import of a table with a header.
  func find(withHeader header: [String]) -> Found? { all.first { $0.import.header == header } }
}

// MARK: - JSON

extension EarlierImport {
  /// The import as JSON.
  var json: JSONValue {
    .object([
      "url": .string(choices.url.text),
      "header": header.map { .array($0.map(JSONValue.string)) } ?? .null,
    ])
  }

  /// Reads an import; `nil` for choices that this version doesn't know.
  init?(_ json: JSONValue) {
    guard let object = json.object, let text = object["url"]?.string,
      let url = try? ScreenURL(parsing: text), ImportScreens.isReview(url),
      let choices = try? ImportChoices(url), !choices.files.isEmpty
    else { return nil }
    self.choices = choices
    header = object["header"]?.array?.compactMap(\.string)
  }
}

extension String {
  /// The path without `.`, `..`, doubled slashes and a slash at its end.
  fileprivate var normalizedPath: String {
    var steps: [Substring] = []
    for step in split(separator: "/") where step != "." {
      if step == "..", !steps.isEmpty { steps.removeLast() } else { steps.append(step) }
    }
    return (hasPrefix("/") ? "/" : "") + steps.joined(separator: "/")
  }
}
