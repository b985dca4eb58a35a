internal import CairnNavigation
internal import CairnStore

/// What options say about a list, besides its URL.
///
/// An option goes before the same word in the URL; a filter joins the URL's own.
public struct ListClauses: Sendable {
  private let filter: String?
  private let sort: String?
  private let group: String?
  private let columns: String?

  /// Reads the options.
  ///
  /// - Throws: ``AppError/usage(_:)`` for a filter or a key that can't be read, with its column.
  public init(
    filter: String? = nil, sort: String? = nil, group: String? = nil, columns: String? = nil
  ) throws(AppError) {
    var choices: [ColumnChoice]?
    do throws(FilterError) {
      if let filter { _ = try Predicate.parse(filter) }
      if let sort { _ = try SortDescriptor.parse(sort) }
      if let group { _ = try FieldPath.parse(group) }
      if let columns, columns != "*" { choices = try ColumnChoice.parse(columns) }
    } catch {
      throw .usage(error.description)
    }
    if choices?.isEmpty == true { throw .usage("--columns names no field; '*' means all") }
    self.filter = filter
    self.sort = sort
    self.group = group
    self.columns = columns
  }

  /// `url` with what the options say.
  func applied(to url: ScreenURL) -> ScreenURL {
    var result = url
    if let filter { result = result.replacing(query: result.query + [QueryItem("where", filter)]) }
    for (name, value) in [("sort", sort), ("group", group), ("columns", columns)] {
      if let value { result = result.setting(name, to: value) }
    }
    return result
  }
}
