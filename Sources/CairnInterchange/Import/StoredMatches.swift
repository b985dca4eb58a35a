internal import CairnStore

/// Finds the stored record of a row, if no person chose a field for that.
///
/// Each stored record is found for one row only. So equal rows of a file stay several records, and
/// a second import of the file finds all of these records.
struct StoredMatches {
  /// The way in which the folder of a note narrows the search.
  enum Folder {
    /// The records have no folders.
    case none
    /// The folder is known: records in another folder are other notes.
    case known
    /// The folder is unknown: a note is found if it is the only one of its name.
    case unknown
  }

  private let entity: Entity
  private let table: Table
  /// The places of all stored properties.
  private let places: [StoredPlace]
  private var chains: [[Int]: RecordChains] = [:]
  private var claimed: Set<RecordKey> = []

  /// Creates the search among the stored records of an entity; `nil` if there are none.
  init?(_ entity: Entity, in stored: StoredRecords) {
    guard let table = stored.table(entity.name), table.count > 0 else { return nil }
    self.entity = entity
    self.table = table
    places = entity.storedProperties.indices.map { StoredPlace($0, of: entity, in: table) }
  }

  /// Marks a record as found, so that no other row finds it.
  mutating func claim(_ key: RecordKey) { claimed.insert(key) }

  /// Returns a record with all values of a draft.
  ///
  /// - Parameters:
  ///   - draft: the draft; fields that the row does not mention may have any value.
  ///   - anchor: the positions of the fields that are searched by their values; never empty.
  /// - Returns: the record; `nil` without one, or if the draft has no value.
  mutating func record(equalTo draft: RecordDraft, anchor: [Int]) -> RecordKey? {
    guard draft.hasValue else { return nil }
    let given = givenPlaces(of: draft)
    var found: RecordKey?
    search(draft, by: anchor) { chunk, row in
      if given.allSatisfy({ $0.value(in: chunk, row) == $0.value(in: draft) }) {
        found = chunk.keys[row]
      }
      return found == nil
    }
    return found
  }

  /// Returns the record with a draft's value of the field that identifies it.
  ///
  /// Of several records, a record with all values of the draft is the best. Otherwise it is the
  /// record that shares most values with the draft.
  ///
  /// - Parameters:
  ///   - place: the position of the identifying field, in which the draft has a value.
  ///   - draft: the draft.
  ///   - folder: the way in which the folder of a note counts.
  /// - Returns: the record; `nil` without one.
  /// - Throws: `RowProblem.ambiguous` for several notes in unknown folders.
  mutating func record(
    identifiedBy place: Int, like draft: RecordDraft, _ folder: Folder
  ) throws(RowProblem) -> RecordKey? {
    guard !places.isEmpty, let value = draft.values[place] else { return nil }
    let (given, identity) = (givenPlaces(of: draft), places[place])
    let folders =
      folder == .none
      ? nil
      : FolderRule(draft, entity.storedPlace(matching: MarkdownReader.folder).map { places[$0] })
    var best: (key: RecordKey, rank: Int)?
    var count = 0
    search(draft, by: [place]) { chunk, row in
      guard identity.value(in: chunk, row) == identity.value(in: draft),
        folder != .known || folders?.allows(chunk, row) == true
      else { return true }
      count += 1
      let equal = given.count { $0.value(in: chunk, row) == $0.value(in: draft) }
      let isWhole = equal == given.count
      let isNear = folders?.isSame(chunk, row) == true
      let rank =
        isWhole && (isNear || folder != .known) ? Int.max : equal + (isNear ? given.count : 0)
      if best.map({ rank > $0.rank }) ?? true { best = (chunk.keys[row], rank) }
      return rank < Int.max
    }
    if folder == .unknown, count > 1, best?.rank != Int.max {
      throw .ambiguous(
        field: entity.storedProperties[place].name, text: FieldIndex.text(of: value))
    }
    return best?.key
  }

  private mutating func search(
    _ draft: RecordDraft, by places: [Int], _ visit: (Chunk, Int) -> Bool
  ) {
    if chains[places] == nil {
      chains[places] = RecordChains(table, by: places.map { self.places[$0] })
    }
    chains[places]?.search(draft, without: claimed, visit)
  }

  /// The places of the attributes that a row mentions.
  private func givenPlaces(of draft: RecordDraft) -> [StoredPlace] {
    draft.givenPlaces.map { places[$0] }
  }
}

/// The rule that notes in two folders are two notes.
///
/// A note without a folder was imported before folders were saved, so it may be in any.
private struct FolderRule {
  private let place: StoredPlace?
  private let folder: Value?

  init(_ draft: RecordDraft, _ place: StoredPlace?) {
    self.place = place
    folder = place.flatMap { $0.value(in: draft) }
  }

  func isSame(_ chunk: Chunk, _ row: Int) -> Bool { place?.value(in: chunk, row) == folder }

  func allows(_ chunk: Chunk, _ row: Int) -> Bool {
    isSame(chunk, row) || place?.value(in: chunk, row) == nil
  }
}

extension RecordDraft {
  /// Whether some field has a value.
  fileprivate var hasValue: Bool { values.contains { $0 != nil } }
}
