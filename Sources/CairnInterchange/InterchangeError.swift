public import CairnStore

/// Why an import or export as a whole cannot go on.
public enum InterchangeError: Error, Sendable, CustomStringConvertible {
  /// The input failed while it was read.
  case unreadable(name: String, reason: String)
  /// The input is no longer what it was when types were found in it.
  case changed(name: String)
  /// The output failed while it was written.
  case unwritable(name: String, reason: String)
  /// The input is no text; the form says what it is, if that is known.
  case binary(name: String, form: BinaryForm?)
  /// The input's name says that it is of a form that is not read, and no format was named.
  case foreign(name: String, form: String)
  /// The input has no header and no record.
  case empty(name: String)
  /// The input is not the JSON that it should be.
  case malformed(name: String, line: Int, column: Int, reason: String)
  /// The input is JSON, but holds no objects.
  case noRecords(name: String)
  /// Two inputs are the models of exports of two stores.
  case twoExports
  /// An option names a column that no input has.
  case unknownColumn(String, option: String, columns: [String])
  /// An option names a collection that is not there.
  case unknownCollection(String, option: String)
  /// An option names a field that the collection lacks.
  case unknownField(String, collection: String, option: String)
  /// An option names a time zone that is not there.
  case unknownZone(ZoneError, option: String)
  /// Some rows are bad, and the import was to be all or nothing.
  case refused(ImportReport)
  /// The import or export was canceled before it changed anything.
  case canceled
  /// What was to be exported cannot be understood.
  case request(FilterError)
  /// The store refused.
  case store(StoreError)

  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .unreadable(let name, let reason): "\(name) cannot be read: \(reason)"
    case .changed(let name): "\(name) changed while it was read, so nothing was imported"
    case .unwritable(let name, let reason): "\(name) cannot be written: \(reason)"
    case .binary(let name, let form?): "\(name) \(form.sentence(of: name))"
    case .binary(let name, nil):
      "\(name) is not text in UTF-8, UTF-16, UTF-32 or Windows-1252"
    case .foreign(let name, let form):
      "\(name) is \(form) by its name, which can't be imported; --format names another format"
    case .empty(let name): "\(name) is empty"
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
    case .unknownZone(let error, let option): "\(option): \(error)"
    case .refused(let report):
      "nothing was imported, because \(counted(report.badRowCount, "row")) cannot be"
        + (report.badRows.first.map { "; \($0)" } ?? "")
    case .canceled: "canceled; nothing was changed"
    case .request(let error): error.description
    case .store(let error): error.description
    }
  }
}
