package import CairnScreens
package import CairnStore

extension FilterProblem {
  /// What is wrong with `filter`, from the column that the store names to the end of the word; or
  /// what can follow where a person only has to go on typing.
  ///
  /// - Parameters:
  ///   - error: what the store says.
  ///   - filter: the text that it is about.
  ///   - check: finds what is wrong with another text, so that a mistake is told of although the
  ///     filter isn't ended yet.
  package init(
    _ error: FilterError, in filter: String, checking check: (String) -> FilterError? = { _ in nil }
  ) {
    var (told, next) = (error, error)
    var isUnfinished = error.isUnfinished(in: filter)
    if isUnfinished, error.isSyntax, let behind = error.behindEnd(of: filter, check) {
      let isInSight = (1...filter.count).contains(behind.column)
      if isInSight { told = behind }
      isUnfinished = !isInSight || behind.isUnfinished(in: filter)
      if !isInSight, case .badValue = behind { next = behind } else { next = told }
    }
    let start = min(max(0, told.column - 1), filter.count)
    let length = filter.dropFirst(start).prefix { $0 != " " }.count
    self.init(
      isUnfinished ? next.nextWords : told.description, at: start..<(start + length),
      isUnfinished: isUnfinished)
  }
}

extension ListSort {
  init(_ sort: SortDescriptor) {
    self.init(sort.field.description, isDescending: sort.isDescending)
  }
}
