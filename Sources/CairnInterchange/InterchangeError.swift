public import CairnStore

/// The reason why an import or export failed as a whole.
public enum InterchangeError: Error, Sendable, CustomStringConvertible {
  /// The input failed while it was read.
  case unreadable(name: String, reason: String)
  /// The input changed after its types were inferred.
  case changed(name: String)
  /// The output failed while it was written.
  case unwritable(name: String, reason: String)
  /// The input is not text; `form` is its binary format, if known.
  case binary(name: String, form: BinaryForm?)
  /// The input is text, but not Unicode, and several encodings are plausible; the samples show the
  /// likeliest ones.
  case unclearEncoding(name: String, samples: [EncodingSample])
  /// The input has lines in UTF-8, and lines in the single-byte encoding.
  case mixedEncodings(
    name: String, TextEncoding, unicode: EncodedLine, other: EncodedLine)
  /// Backslashes precede the quotes in the cells of a table.
  case escapedQuotes(name: String)
  /// The parts of the dialect contradict each other.
  case contradiction(String)
  /// The input's name has the extension of an unsupported format, and no format was given.
  case foreign(name: String, form: String)
  /// A line that an option names is after the last one; `reason` is "line 99 can't be the header".
  case beyondEnd(name: String, lines: Int, reason: String)
  /// The input has neither a header nor a record.
  case empty(name: String)
  /// The input is not empty, but has no record of its format: `expected` names what is missing, and
  /// `found` is the first line.
  case noneOfKind(name: String, expected: String, found: String)
  /// The input is malformed JSON or another malformed text.
  case malformed(name: String, line: Int, column: Int, reason: String)
  /// The input is JSON, but holds no objects.
  case noRecords(name: String)
  /// Two inputs are models of exports from two stores.
  case twoExports
  /// An option names a column that no input has.
  case unknownColumn(String, option: String, columns: [String])
  /// An option names an unknown collection.
  case unknownCollection(String, option: String)
  /// An option names a field that the collection does not have.
  case unknownField(String, collection: String, option: String)
  /// A column can't become the link that an option asks for.
  case unlinkable(reason: String, option: String)
  /// An option names an unknown time zone.
  case unknownZone(ZoneError, option: String)
  /// Rows are searched among records that cannot be read or are lost, so that the import could add
  /// these records again, or remove links to them.
  case incomplete(collection: String, StoreProblem)
  /// Some rows are bad, and the import is strict.
  case refused(ImportReport)
  /// The import or export was canceled before it changed anything.
  case canceled
  /// The request for the export is invalid.
  case request(FilterError)
  /// Records cannot be exported in the format.
  case onlyImported(InterchangeFormat)
  /// A calendar needs dates, and the collection has none.
  case noDates(collection: String)
  /// The store refused the operation.
  case store(StoreError)

  /// The reason as a sentence.
  public var description: String { sentence(.properties) }

  /// Returns the reason as a sentence for its readers.
  package func sentence(_ wording: ImportWording) -> String {
    switch self {
    case .unreadable(let name, let reason): "\(name) cannot be read: \(reason)"
    case .changed(let name): "\(name) changed while it was read, so nothing was imported"
    case .unwritable(let name, let reason): "\(name) cannot be written: \(reason)"
    case .binary(let name, let form?): "\(name) \(form.sentence(of: name, wording))"
    case .binary(let name, nil):
      "\(name) is not text in UTF-8, UTF-16, UTF-32 or an encoding of single bytes"
    case .unclearEncoding(let name, let samples):
      "\(name) is not UTF-8, and its encoding is not clear; choose one with "
        + "\(ImportChoice.encoding(nil).text(wording)): "
        + samples.map { "\($0.encoding.name) reads \"\($0.text)\"" }.joined(separator: ", ")
    case .mixedEncodings(let name, let encoding, let unicode, let other):
      "\(name) has two encodings: line \(unicode.number) is UTF-8 (\(unicode.text)), and line "
        + "\(other.number) is \(encoding.name) (\(other.text)); "
        + "\(ImportChoice.encoding(.mixed(with: encoding)).text(wording)) reads each line in its own"
    case .escapedQuotes(let name):
      "\(name) has backslashes before the quotes in its cells; "
        + "\(ImportChoice.escape(.byte(Byte.backslash)).text(wording)) reads them, and "
        + "\(ImportChoice.escape(.none).text(wording)) reads backslashes as text"
    case .contradiction(let reason): reason
    case .foreign(let name, let form):
      "\(name) is \(form) by its name, which can't be imported; "
        + "\(ImportChoice.format.text(wording)) names another format"
    case .beyondEnd(let name, let lines, let reason):
      "\(name) has \(counted(lines, "line")), so \(reason)"
    case .empty(let name): "\(name) is empty"
    case .noneOfKind(let name, let expected, let found):
      "\(name) has no \(expected); it begins with \"\(found)\""
    case .malformed(let name, let line, let column, let reason):
      "\(name), line \(line), column \(column): \(reason)"
    case .noRecords(let name): "\(name) holds no records; it needs an object or an array of objects"
    case .twoExports: "these are exports of two stores; import one after the other"
    case .unknownColumn(let column, let option, let columns):
      "\(option) names the column \(column); the columns are \(columns.joined(separator: ", "))"
    case .unknownCollection(let collection, let option):
      "\(option) names the collection \(collection), which does not exist"
    case .unknownField(let field, let collection, let option):
      "\(option) names the field \(field), which \(collection) does not have"
    case .unlinkable(let reason, let option): "\(option): \(reason)"
    case .unknownZone(let error, let option): "\(option): \(error)"
    case .incomplete(let collection, let problem):
      "the import cannot find all \(collection) and could add them again: \(problem); "
        + problem.firstStep(wording)
    case .refused(let report):
      "nothing was imported, because \(counted(report.badRowCount, "row")) cannot be"
        + (report.badRows.first.map { "; \($0)" } ?? "")
    case .canceled: "canceled; nothing was changed"
    case .request(let error): error.description
    case .noDates(let collection): "\(collection) have no date for a calendar"
    case .onlyImported(let format): "\(format.title) can only be imported"
    case .store(let error): error.description
    }
  }
}

/// A way to read an input that can be read in several ways.
public struct DialectRemedy: Hashable, Sendable {
  /// The part of the dialect to give.
  public let part: Dialect.Part
  /// The word for the part.
  public let word: String
  /// What the input shows then.
  public let sample: String
}

extension InterchangeError {
  /// The likeliest ways to read the input; empty if there is none.
  public var remedies: [DialectRemedy] {
    switch self {
    case .unclearEncoding(_, let samples):
      samples.map { DialectRemedy(part: .encoding, word: $0.encoding.name, sample: $0.text) }
    case .mixedEncodings(_, let encoding, let unicode, let other):
      [
        DialectRemedy(
          part: .encoding, word: TextEncoding.mixed(with: encoding).name,
          sample: "\(unicode.text) · \(other.text)"),
        DialectRemedy(part: .encoding, word: encoding.name, sample: other.text),
      ]
    case .escapedQuotes:
      [
        DialectRemedy(part: .escape, word: "\\", sample: "backslashes before quotes are no text"),
        DialectRemedy(part: .escape, word: "none", sample: "backslashes are text"),
      ]
    default: []
    }
  }
}

extension StoreProblem {
  /// The step that makes the import possible.
  fileprivate func firstStep(_ wording: ImportWording) -> String {
    if isLoss {
      return wording == .commandOptions
        ? "cairn store verify --accept-missing accepts the loss" : "acceptLosses() accepts the loss"
    }
    return severity == .conflict ? "resolve the conflict first" : "repair the file first"
  }
}
