internal import CairnStore

/// The records of a collection that hold words, those first whose titles hold them: who types a
/// name looks for what bears it.
struct FoundRows: Sendable {
  private let result: FetchResult
  /// The indices of the result by place; `nil` where that is its own order.
  private var order: [Int]?
  /// The places by index.
  private var places: [Int] = []

  /// Puts what was found in order, in time that is linear in its number.
  ///
  /// - Parameters:
  ///   - result: what was found.
  ///   - words: what it was found by.
  init(_ result: FetchResult, words: [String]) {
    self.result = result
    let words = words.map(SearchFold.fold)
    let isNamed = result.map { row in
      let title = SearchFold.fold(row.title)
      return words.allSatisfy(title.contains)
    }
    let named = result.indices.filter { isNamed[$0] }
    guard !named.isEmpty, named.count < result.count else { return }
    let order = named + result.indices.filter { !isNamed[$0] }
    places = Array(repeating: 0, count: order.count)
    for (place, index) in order.enumerated() { places[index] = place }
    self.order = order
  }

  /// The collection's name.
  var entity: String { result.request.entity }
  var count: Int { result.count }

  subscript(place: Int) -> Row { result[order?[place] ?? place] }

  /// The record at a place; `nil` where there is none.
  func id(at place: Int) -> ObjectID? {
    result.indices.contains(place) ? result.id(at: order?[place] ?? place) : nil
  }

  /// Where a record stands.
  func place(of key: RecordKey) -> Int? {
    result.index(of: key).map { order == nil ? $0 : places[$0] }
  }
}
