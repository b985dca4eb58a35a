package import CairnScreens
package import CairnStore

extension FilterProblem {
  /// What is wrong with `filter`, from the column that the store names to the end of the word.
  package init(_ error: FilterError, in filter: String) {
    let start = min(max(0, error.column - 1), filter.count)
    let length = filter.dropFirst(start).prefix { $0 != " " }.count
    self.init(error.description, at: start..<(start + length))
  }
}

extension ListSort {
  init(_ sort: SortDescriptor) {
    self.init(sort.field.description, isDescending: sort.isDescending)
  }
}
