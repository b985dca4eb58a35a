/// Groups of records that are likely the same.
///
/// Two records are alike if they have like values in all fields of one alternative. A record that
/// is like any record of a group belongs to the group. No value is like nothing.
struct LikeRecords {
  /// Records that are likely the same.
  struct Group {
    /// The indexes of the records in the result, ascending; at least two.
    var members: [Int]
    /// The alternatives in which some of them are alike, ascending.
    var alternatives: [Int]
  }

  /// The groups, in the order of their first records.
  let groups: [Group]

  /// Groups the records of `result`.
  ///
  /// - Parameters:
  ///   - alternatives: the fields to compare; one alternative decides.
  ///   - result: the records.
  ///   - clock: the clock by which words such as `today` are read.
  /// - Throws: `FilterError` for a field that the entity cannot have.
  ///
  /// Cost: a look at each record's values.
  init(
    by alternatives: [[FieldPath]], in result: FetchResult, at clock: WallClock
  ) throws(FilterError) {
    var sets = DisjointSets(count: result.count)
    var joined: [(member: Int, alternative: Int)] = []
    // All records are alike in no field.
    for (index, fields) in alternatives.enumerated() where !fields.isEmpty {
      let readers = try fields.map { field throws(FilterError) in
        try LikenessReader(field, of: result, at: clock)
      }
      var first: [String: Int] = [:]
      for (member, row) in result.enumerated() {
        for form in Self.forms(of: row, readers) {
          guard let other = first[form] else {
            first[form] = member
            continue
          }
          // A record may have a value in two spellings.
          guard other != member else { continue }
          sets.join(other, member)
          joined.append((member, index))
        }
      }
    }
    groups = Self.groups(of: sets, joined)
  }

  private static func groups(
    of sets: DisjointSets, _ joined: [(member: Int, alternative: Int)]
  ) -> [Group] {
    var sets = sets
    var places: [Int: Int] = [:]
    var groups: [Group] = []
    for member in 0..<sets.count {
      let root = sets.root(of: member)
      if let place = places[root] {
        groups[place].members.append(member)
      } else {
        places[root] = groups.count
        groups.append(Group(members: [member], alternatives: []))
      }
    }
    for (member, alternative) in joined {
      guard let place = places[sets.root(of: member)],
        !groups[place].alternatives.contains(alternative)
      else { continue }
      groups[place].alternatives.append(alternative)
    }
    return groups.filter { $0.members.count > 1 }
  }

  /// The forms of a row's values in all fields, one for each combination.
  private static func forms(of row: Row, _ readers: [LikenessReader]) -> [String] {
    var forms = [""]
    for reader in readers {
      let own = reader.forms(of: row)
      forms = forms.flatMap { start in own.map { start + "\0" + $0 } }
    }
    return forms
  }
}

/// Reads the values of a field in the form that is compared.
private struct LikenessReader {
  private let reader: FieldReader
  private let type: AttributeType?

  init(_ field: FieldPath, of result: FetchResult, at clock: WallClock) throws(FilterError) {
    let resolved = try FieldResolver(model: result.snapshot.model)
      .resolve(field, of: result.table.entity)
    reader = try FieldReader(resolved, in: result.snapshot, at: clock)
    type = resolved.aggregate == nil ? resolved.attribute?.0.type : nil
  }

  func forms(of row: Row) -> [String] {
    reader.values(of: row).map { Likeness.form(of: $0, as: type) }.filter { !$0.isEmpty }
  }
}

/// Sets of numbers that grow together.
private struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  var count: Int { parents.count }

  mutating func root(of member: Int) -> Int {
    var member = member
    while parents[member] != member {
      parents[member] = parents[parents[member]]
      member = parents[member]
    }
    return member
  }

  mutating func join(_ one: Int, _ other: Int) {
    let (one, other) = (root(of: one), root(of: other))
    parents[max(one, other)] = min(one, other)
  }
}

extension FetchRun {
  /// Returns the records that are likely the same, a section for each group.
  func duplicates(reusing previous: FetchResult?) throws(FilterError) -> FetchResult {
    var all = request
    (all.likeness, all.group, all.isAgenda, all.offset, all.limit) = ([], nil, false, 0, nil)
    let found = try FetchRun(all, in: snapshot, at: clock).result(reusing: previous)
    let groups = try LikeRecords(by: request.likeness, in: found, at: clock).groups
    let end = request.limit.map { min($0, .max - request.offset) + request.offset } ?? .max
    var places: [RowPlace] = []
    var sections: [FetchResult.Section] = []
    var index = 0
    for group in groups {
      let start = places.count
      for member in group.members {
        if index >= request.offset, index < end {
          places.append(found.places[found.places.startIndex + member])
        }
        index += 1
      }
      guard places.count > start else { continue }
      let first = found[group.members[0]]
      sections.append(
        FetchResult.Section(
          value: .text("\(first.key)"), title: title(of: group, first),
          range: start..<places.count))
    }
    return FetchResult(
      request: request, snapshot: snapshot, sections: sections, totalCount: index,
      table: found.table, places: places[...], matches: found.matches, ranks: found.ranks)
  }

  /// The title of a group's first record, and the fields in which its records are alike.
  private func title(of group: LikeRecords.Group, _ first: Row) -> String {
    let fields = group.alternatives.sorted().map { index in
      request.likeness[index].map { snapshot.model.caption(of: $0, from: table.entity) }
        .joined(separator: "+")
    }
    return "\(snapshot.title(of: first.id)) (\(fields.joined(separator: ", ")))"
  }
}

extension Entity {
  /// The fields by which records are compared if a person names none: the title, addresses,
  /// telephone numbers, and texts that must be unique.
  package var likenessFields: [String] {
    let own = attributes.filter { attribute in
      [.email, .url, .phone].contains(attribute.type)
        || hasUniqueValues(attribute) && attribute.type.isTextual && attribute.type != .uuid
    }.map(\.name)
    let title = titleAttribute?.name
    return (title.map { [$0] } ?? []) + own.filter { $0 != title }
  }
}
