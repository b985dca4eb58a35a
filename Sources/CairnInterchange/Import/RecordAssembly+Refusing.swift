internal import CairnStore

/// A row and a reason to refuse it, which may come from several of its records.
private struct Refusal: Hashable {
  let row: WaitingLink.Origin
  let problem: RowProblem
}

/// Refuses rows, with all their reasons.
extension RecordAssembly {
  /// Refuses the rows of new records that lack a required link.
  ///
  /// Links are known only now, after the records were made.
  mutating func refuseRowsWithoutLinks() {
    for (field, origin) in requiredLinks.missing { refuse(.required(field: field), from: origin) }
  }

  /// Refuses the rows whose records break a rule of the program.
  ///
  /// A rule may look at linked records, so that it is checked after all of them were made.
  mutating func refuseRowsWithBreaches(
    in sink: inout CommitDraft
  ) throws(InterchangeError) {
    // The rows of a new pass may no longer break a rule.
    if ruledRows.isEmpty || mustStartOver { return }
    var refused: Set<Refusal> = []
    do throws(StoreError) {
      for (id, breach) in try sink.breaches() {
        let rows = ruledRows[id] ?? []
        // The last row that gives the field counts; without one, no row is more to blame than others.
        let last = breach.field.flatMap { field in rows.last { $0.fields.contains(field) } }
        for (row, _) in last.map({ [$0] }) ?? rows {
          let problem = RowProblem.breach(field: breach.field, message: breach.message)
          if refused.insert(Refusal(row: row, problem: problem)).inserted {
            refuse(problem, from: row)
          }
        }
      }
    } catch {
      throw .store(error)
    }
  }

  /// Refuses a row after its record was made, so that a new pass is necessary.
  mutating func refuse(_ problem: RowProblem, from origin: WaitingLink.Origin) {
    report.note(problem, of: origin)
    guard let place = plan.tables.firstIndex(where: { $0.place == origin.table }) else { return }
    fates[place].refused.note([problem], of: origin.row, isRead: true)
    mustStartOver = true
  }

  /// Refuses a row that made no record.
  mutating func refuse(
    _ row: borrowing RawRow, _ problems: [RowProblem], _ number: Int,
    from origin: WaitingLink.Origin, of table: TablePlan, at place: Int
  ) {
    if let address = table.address(in: row) { refusedAddresses.insert(address) }
    for problem in problems { report.note(problem, of: origin) }
    fates[place].refused.note(problems, of: number, isRead: row.problem == nil)
    samples[place].note(row, of: table, .refused(problems))
    if problems.contains(where: \.isMisfit) {
      samples[place].countMisfits(row, of: table, in: context(of: table))
    }
  }

  /// Returns all reasons to refuse a row, of which one is known.
  ///
  /// A row that can't be read has no other reasons.
  mutating func allProblems(
    of row: borrowing RawRow, beginningWith first: RowProblem, of table: TablePlan
  ) -> [RowProblem] {
    guard row.problem == nil, first.isOfRecord else { return [first] }
    var (problems, draft) = table.problems(of: row, in: context(of: table))
    // A card only loses its odd values, unless the import is strict.
    if table.table.form.format.isForgiving, !isStrict {
      problems = []
      draft.loseBreaches()
    }
    if isStrict { problems += row.losses }
    let misfits = Set(problems.compactMap(\.field))
    // Without the value that identifies the record, the record is unknown.
    if table.match?.field.map({ !misfits.contains($0.name) }) ?? true {
      problems += rulesProblems(of: draft, in: table).filter { problem in
        problem.field.map { !misfits.contains($0) } ?? true
      }
    }
    return [first] + problems.filter { $0 != first }
  }

  /// Returns the rules that a draft breaks.
  private mutating func rulesProblems(
    of draft: RecordDraft, in table: TablePlan
  ) -> [RowProblem] {
    let known: ObjectID?
    do throws(RowFailure) {
      known = try existing(draft, of: table)
    } catch {
      // The reason is known, since the row was refused for it.
      return []
    }
    var draft = draft
    let rules = rules(of: draft.entity)
    if known == nil { rules.fillDefaults(of: &draft) }
    let row = known.flatMap(stored.row)
    var problems = rules.problems(of: draft, isNew: known == nil) { isStored(draft, $0, in: row) }
    for (place, attribute) in rules.unique {
      do throws(RowProblem) {
        _ = try claims(draft, attribute, at: place, known)
      } catch {
        problems.append(error)
      }
    }
    return problems
  }

  /// Returns the context of a table's rows.
  ///
  /// An export has all links of its records. Accompanying records may lack some.
  func context(of table: TablePlan) -> RowContext {
    RowContext(
      table.table.form.format, model: plan.model, localTime: plan.localTime,
      isExport: plan.origin != nil, hasAllLinks: !table.table.cameAlong)
  }
}
