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
  /// input.
  ///
  /// - Parameters:
  ///   - choices: the choices of the import, with absolute or abbreviated paths.
  ///   - inputs: the files as they were read.
  ///   - report: the report of the import.
  init?(_ choices: ImportChoices, _ inputs: InspectedInputs, _ report: ImportReport) {
    guard !choices.files.isEmpty, !choices.files.contains("-") else { return nil }
    var choices = choices
    if report.collections.count == 1, choices.options.collection == nil {
      choices.options.collection = report.collections.first?.entity.plural
    }
    guard choices.url.isWithinLimits else { return nil }
    self.choices = choices
    header = inputs.header
  }

  /// Returns the newest import of the same files, else of one table with the same header.
  ///
  /// - Parameters:
  ///   - files: the paths of the files, absolute or abbreviated like those of the import.
  ///   - header: the columns of the only table of the files.
  ///   - reports: the records of jobs, the newest first.
  /// - Returns: the import, and the time when it began; `nil` if no import is alike.
  static func find(
    like files: [String], _ header: [String]?, in reports: [JobReport]
  ) -> (import: EarlierImport, time: Timestamp)? {
    let done = reports.lazy.compactMap { report in
      report.state == .done
        ? report.outcome.source.map { (import: $0, time: report.started) } : nil
    }
    return done.first { Set($0.import.choices.files) == Set(files) }
      ?? done.first { header != nil && $0.import.header == header }
  }
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

  /// Reads an import; `nil` if its choices can't be read, such as those of a later version.
  init?(_ json: JSONValue) {
    guard let object = json.object, let text = object["url"]?.string,
      let url = try? ScreenURL(parsing: text), let choices = try? ImportChoices(url),
      !choices.files.isEmpty
    else { return nil }
    self.choices = choices
    header = object["header"]?.array?.compactMap(\.string)
  }
}
