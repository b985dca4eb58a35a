package import CairnInterface
public import CairnScreens
public import CairnStore

/// The columns of a list of records, and the texts of their cells.
public struct RecordColumns: Sendable {
  private struct Column: Sendable {
    let path: FieldPath
    let content: FieldDisplay
    var shape: ListColumn
    /// Whether it is the record's title.
    let isTitle: Bool
    /// The attribute, if the records themselves have it and its values may have roles.
    let colored: (attribute: Attribute, place: Int)?
    /// The place of the files that the records themselves name.
    let files: Int?
  }

  private var columns: [Column]
  private let state: StateFields
  private let clock: WallClock

  /// The columns as the list screen needs them.
  public var shapes: [ListColumn] { columns.map(\.shape) }

  /// Chooses the columns of a list.
  ///
  /// - Parameters:
  ///   - query: the list's query; its own columns take precedence.
  ///   - entity: the entity of the rows.
  ///   - snapshot: the source of linked records' titles.
  ///   - clock: the clock for showing moments.
  ///   - sample: the records that decide the widths; `nil` for a sample of the whole collection.
  ///   - hasExtras: whether extra fields follow for wide lists, if the query names no columns.
  /// - Throws: `FilterError` for a column that the entity doesn't have.
  public init(
    _ query: RecordQuery, of entity: Entity, in snapshot: Snapshot, at clock: WallClock = .current,
    measuring sample: [Row]? = nil, withExtras hasExtras: Bool = false
  ) throws(FilterError) {
    var columns: [Column] = []
    (state, self.clock) = (StateFields(entity), clock)
    let choices = try Self.choices(query, entity)
    let extras =
      hasExtras && query.columns == nil
      ? Self.extras(of: entity, from: query.request.origin, in: snapshot, beside: choices) : []
    let sample = sample ?? snapshot.table(entity.name)?.sample(Self.sampleSize) ?? []
    for (place, choice) in (choices + extras).enumerated() {
      let path = choice.field
      let content: FieldDisplay
      do throws(FilterError) {
        content = try FieldDisplay(path, of: entity, in: snapshot, at: clock)
      } catch {
        // A column that a change of the model made impossible must not close the whole list.
        if query.columns == nil, !error.isOfFiles, choices.count > 1 { continue }
        throw error
      }
      let isTitle = path.description == entity.titleAttribute?.name
      let isExtra = place >= choices.count
      let measured = Array(sample.prefix(Self.sampleSize(ofExtra: place - choices.count)))
      let title = snapshot.model.caption(of: path, from: entity)
      var shape = Self.shape(path.description, title, content, isTitle: isTitle, measured)
      // At 40 columns, the days of an agenda have room, too.
      if isTitle, query.request.isAgenda, shape.width.lowerBound > 20 {
        shape.width = 20...shape.width.upperBound
      }
      (shape.chosenWidth, shape.isExtra) = (choice.width, isExtra)
      columns.append(
        Column(
          path: path, content: content, shape: shape, isTitle: isTitle,
          colored: Self.colored(path, of: entity, state),
          files: content.type == .file ? Self.place(of: path, in: entity) : nil))
    }
    self.columns = columns
  }

  /// Lets text columns grow to the texts of the first rows, if there is room.
  ///
  /// The sample of a large collection may lack the few rows that a filter leaves.
  mutating func makeRoom(for rows: FetchResult) {
    let first = (0..<min(rows.count, Self.roomSize)).map { rows[$0] }
    for index in columns.indices where columns[index].shape.alignment == .leading {
      let widest = first.reduce(columns[index].shape.fullWidth) {
        max($0, GlyphWidth.columns(of: cell(index, of: $1)))
      }
      columns[index].shape.fullWidth = widest
    }
  }

  /// The number of rows that get room; a large window shows so many.
  private static let roomSize = 60

  /// The columns that have totals, by index, with their functions.
  ///
  /// A meaningless sum is left out or replaced by an average.
  func totals(
    _ function: Aggregate.Function
  ) -> [(index: Int, aggregate: Aggregate)] {
    columns.enumerated().compactMap { index, column in
      guard let type = column.content.type, function.takes(type),
        let meant = NumberMeaning(of: column.path.names.last ?? "", type).total(function)
      else { return nil }
      return (index, Aggregate(meant, of: column.path))
    }
  }

  /// The values of a row, each with a condition that matches it; without long texts and binary
  /// data.
  func conditions(
    of row: Row, in snapshot: Snapshot, at clock: WallClock
  ) -> [(title: String, column: String, condition: RecordPredicate)] {
    columns.filter { ![.text, .data].contains($0.content.type) }.flatMap { column in
      ((try? snapshot.values(of: column.path, in: row, at: clock)) ?? []).map { value in
        let title = value.value == nil ? "(none)" : value.title
        return (
          "\(column.shape.title): \(title)", column.shape.name, value.condition(on: column.path)
        )
      }
    }
  }

  /// The unit of a column's numbers that the model tells; `nil` without one.
  func unit(_ column: Int) -> String? { columns[column].content.unit }

  /// The text of a row's cell in one column.
  ///
  /// A record without a title shows its other name there.
  func cell(_ column: Int, of row: Row) -> String {
    let text = columns[column].content.text(of: row)
    return text.isEmpty && columns[column].isTitle ? row.otherName ?? "" : text
  }

  /// Whether a column has text that is sorted alphabetically.
  func isText(_ column: Int) -> Bool {
    [.string, .text, .email, .url].contains(columns[column].content.type)
  }

  /// The texts of a row's cells.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - health: the faults of kept files; `nil` to leave them out.
  /// - Returns: the texts, with a word for a fault.
  public func cells(of row: Row, _ health: FileHealth? = nil) -> [String] {
    columns.enumerated().map { index, column in
      let text = cell(index, of: row)
      return fault(in: column, of: row, health).map { "\(text) (\($0.word))" } ?? text
    }
  }

  /// The first fault of the files in a cell.
  private func fault(
    in column: Column, of row: Row, _ health: FileHealth?
  ) -> KeptFile.Fault? {
    guard let health, let place = column.files, let value = row[place] else { return nil }
    return value.elements.lazy.compactMap(KeptFile.init(of:)).compactMap(health.known).first
  }

  /// The kept files in a row's cells.
  func files(of row: Row) -> [KeptFile] {
    columns.compactMap(\.files).flatMap { row[$0]?.elements ?? [] }.compactMap(KeptFile.init(of:))
  }

  /// Whether a column has files.
  var haveFiles: Bool { columns.contains { $0.files != nil } }

  /// The roles of a row's cells, by column.
  func roles(of row: Row, _ health: FileHealth? = nil) -> [Int: Role] {
    var roles: [Int: Role] = [:]
    for (index, column) in columns.enumerated() {
      if fault(in: column, of: row, health) != nil {
        roles[index] = .bad
        continue
      }
      guard let (attribute, place) = column.colored, let value = row[place] else { continue }
      roles[index] = state.role(of: value, in: attribute, of: row, at: clock).map(Role.init)
    }
    return roles
  }

  /// The roles of words in cells of lists, by column.
  func wordRoles(of row: Row) -> [Int: [String: Role]] {
    var all: [Int: [String: Role]] = [:]
    for (index, column) in columns.enumerated() {
      guard let (attribute, place) = column.colored, attribute.isList, let value = row[place]
      else { continue }
      let roles = state.roles(ofWordsIn: value, of: attribute).mapValues(Role.init)
      if !roles.isEmpty { all[index] = roles }
    }
    return all
  }

  private static func colored(
    _ path: FieldPath, of entity: Entity, _ state: StateFields
  ) -> (attribute: Attribute, place: Int)? {
    guard let place = place(of: path, in: entity),
      let attribute = entity.property(matching: path.names[0]).flatMap({ entity.attribute($0.name) }
      ),
      state.mayColor(attribute)
    else { return nil }
    return (attribute, place)
  }

  /// The place of a field that the records themselves have.
  private static func place(of path: FieldPath, in entity: Entity) -> Int? {
    guard path.names.count == 1, let field = entity.property(matching: path.names[0]) else {
      return nil
    }
    return entity.storedIndex(of: field.name)
  }

  /// The texts of a row's cells in the export format; `nil` for no value.
  public func exported(_ row: Row) -> [String?] {
    columns.map { $0.content.exportText(of: row) }
  }

  private static func choices(
    _ query: RecordQuery, _ entity: Entity
  ) throws(FilterError) -> [ColumnChoice] {
    if let columns = query.columns, !columns.isEmpty { return columns }
    var names = query.showsAllColumns ? entity.properties.map(\.name) : entity.listedFields
    if query.request.isAgenda, let day = query.request.group {
      // An agenda shows its days, also where only two columns have room.
      let name = day.names.count == 1 ? entity.currentName(of: day.names[0]) : day.description
      names.removeAll { $0 == name }
      names.insert(name, at: min(1, names.count))
    }
    return try names.map { (name) throws(FilterError) in ColumnChoice(try FieldPath.parse(name)) }
  }

  /// The extra fields that a wide list shows after its columns.
  ///
  /// They are the links, except the one that the list belongs to, and then the other attributes. If
  /// the model names the columns, the only extras are links to owners, such as an ingredient's
  /// recipe.
  private static func extras(
    of entity: Entity, from origin: FetchRequest.Origin?, in snapshot: Snapshot,
    beside choices: [ColumnChoice]
  ) -> [ColumnChoice] {
    let isChosen = !entity.columns.isEmpty
    let shown = Set(choices.map { "\($0.field)" })
    let way = origin.flatMap { snapshot.model[$0.id.entity]?.relationship($0.relationship) }
    // This limits the linked titles to the number that can be read within one key's time.
    var most = RecordFetch.shortCount
    let candidates = isChosen ? snapshot.model.ownerLinks(of: entity) : entity.relationships
    let links = candidates.filter { link in
      guard link.isStored, !link.isToMany, link.name != way?.inverse, !shown.contains(link.name),
        let count = count(of: link.destination, in: snapshot, atMost: most)
      else { return false }
      most -= count
      return true
    }
    let attributes = (isChosen ? [] : entity.attributes).filter { attribute in
      attribute.type != .text && attribute.type != .data && attribute.name != entity.handle
    }
    return (links.map(\.name) + attributes.map(\.name)).filter { !shown.contains($0) }
      .compactMap { try? FieldPath.parse($0) }.map { ColumnChoice($0) }
  }

  /// The number of an entity's records; `nil` if there are more than `most`, which are not read.
  private static func count(
    of entity: String, in snapshot: Snapshot, atMost most: Int
  ) -> Int? {
    guard let unread = try? snapshot.unreadCount(of: entity), unread <= most,
      let count = snapshot.table(entity)?.count, count <= most
    else { return nil }
    return count
  }

  /// The width range of a column.
  ///
  /// It follows the texts, so that short ones leave room for long ones.
  ///
  /// The sample is of the collection, not of the result, so a filter doesn't move columns.
  private static func shape(
    _ name: String, _ title: String, _ content: FieldDisplay, isTitle: Bool, _ sample: [Row]
  ) -> ListColumn {
    let faultWidth = content.type == .file ? " (unreadable)".count : 0
    let widest = sample.reduce(GlyphWidth.columns(of: title) + sortMarkWidth) {
      max($0, GlyphWidth.columns(of: content.text(of: $1)) + faultWidth)
    }
    switch content.type {
    case .integer, .decimal, .double:
      // The head of a calculated column is long, but its start tells little.
      let head = min(GlyphWidth.columns(of: title) + sortMarkWidth, 30)
      let least = min(widest, 16)
      var column = ListColumn(
        name, title: title, alignment: .trailing, width: least...max(least, head))
      column.fullWidth = max(least, head)
      return column
    case .date, .datetime, .localtime:
      // Within a repeated hour, a moment also shows its offset.
      let most = content.type == .datetime ? 22 : 16
      return ListColumn(name, title: title, width: min(widest, 16)...min(widest, most))
    default:
      let least = min(widest, isTitle ? 24 : wholeWidth)
      var column = ListColumn(name, title: title, width: least...min(widest, isTitle ? 60 : 40))
      column.fullWidth = widest
      return column
    }
  }

  /// The space for the sort mark in a header.
  private static let sortMarkWidth = 1

  /// Texts up to this width are shown whole or not at all: one column less is better than many cut
  /// texts.
  private static let wholeWidth = 18

  /// The number of records to measure; reading them costs less than drawing.
  private static let sampleSize = 200

  /// The number of records to measure for an extra column, which may stay hidden; a negative place
  /// belongs to another column.
  ///
  /// On a screen of 200 columns, at most ten extra columns have room. A person scrolls to the rest.
  private static func sampleSize(ofExtra place: Int) -> Int {
    place < 0 ? .max : place < 10 ? 40 : 10
  }
}

extension Table {
  /// About `count` rows from all parts of the table, including the last row.
  func sample(_ count: Int) -> [Row] {
    let step = max(1, self.count / count)
    return chunks.flatMap { chunk in
      // From the end, as the last rows often have the longest numbers.
      stride(from: chunk.count - 1, through: 0, by: -step).map { Row(chunk: chunk, index: $0) }
    }
  }
}

extension Role {
  /// The role of the theme for the role of a value.
  package init(_ role: ValueRole) {
    self =
      switch role {
      case .accent: .accent
      case .good: .good
      case .warning: .warning
      case .bad: .bad
      case .dim: .dim
      }
  }
}
