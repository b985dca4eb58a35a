internal import CairnStore

/// Merges what two commits made of the files of a third, without touching what is checked out.
struct TreeMerge {
  /// A file that neither side has like that.
  struct WrittenFile {
    var path: String
    var mode: String
    var text: [UInt8]
  }

  /// What becomes of files of our side, but for the written ones.
  private(set) var entries: [String: TreeChange.Entry] = [:]
  private(set) var written: [WrittenFile] = []
  /// The model of both sides.
  private(set) var model: ObjectModel
  private(set) var conflicts: [TextMerge.Conflict] = []
  private(set) var kept: [ObjectID] = []
  private(set) var ownedCount = 0
  private(set) var disputed: [String] = []

  /// What became of a file, wherever it lay and lies: a collection's files have its name.
  struct Sides {
    var ours: (old: TreeChange.Entry, new: TreeChange.Entry)?
    var theirs: (old: TreeChange.Entry, new: TreeChange.Entry)?
    var places: Set<String> = []
  }

  /// Merges.
  ///
  /// - Parameters:
  ///   - git: where the commits are.
  ///   - base: the tree that both sides began with.
  ///   - ours: our commit.
  ///   - theirs: the other one.
  ///   - model: our model.
  ///   - names: what the two sides are called in conflicts.
  /// - Throws: `SyncError.foreignConflict` for what is no record and was changed on both sides.
  init(
    _ git: Git, from base: String, ours: String, theirs: String, model: ObjectModel,
    names: (ours: String, theirs: String)
  ) throws(SyncError) {
    self.model = model
    let here = try git.difference(from: base, to: ours)
    let there = try git.difference(from: base, to: theirs)
    let unnamed = there.filter { !$0.isNamed }.map(\.path)
    guard unnamed.isEmpty else { throw .foreignConflict(paths: unnamed) }
    try mergeModel(git, here, there, names)
    var merge = TextMerge(model: self.model, ours: names.ours, theirs: names.theirs)
    let sides = sides(here, there)
    var outcomes = try Self.merged(sides.filter { $0.value.isContested }, merge, git)
    // What one side deleted and the other works with stays; so does what it belongs to, and what
    // was deleted with that, and so on.
    let owned = sides.filter { !$0.value.isContested && merge.mayBeOwned($0.key) }
    let owners = Set(
      try Self.merged(owned, merge, git, isSearch: true).values.flatMap(\.owners))
    var kept = try Self.staying(outcomes, owners, sides, merge, git)
    while kept != merge.staying {
      merge.staying = kept
      let owned = sides.filter { merge.mayHoldOwned($0.key) }
      outcomes.merge(try Self.merged(owned, merge, git)) { $1 }
      kept = try Self.staying(outcomes, owners, sides, merge, git)
    }
    for (path, sides) in sides.sorted(by: { $0.key < $1.key }) {
      if let outcome = outcomes[path] {
        take(outcome, at: path, mode: sides.mode)
      } else if let theirs = sides.theirs {
        entries[path] = theirs.new
      } else {
        continue
      }
      for place in sides.places where place != path { entries[place] = TreeChange.Entry.none }
    }
    let foreign = outcomes.filter { !Self.isOurs($0.key) && !$0.value.conflicts.isEmpty }
    guard foreign.isEmpty else { throw .foreignConflict(paths: foreign.keys.sorted()) }
  }

  /// Merges the texts of files.
  private static func merged(
    _ files: [String: Sides], _ merge: TextMerge, _ git: Git, isSearch: Bool = false
  ) throws(SyncError) -> [String: TextMerge.Outcome] {
    let links = files.filter { !$0.value.isRegular }.keys.sorted()
    guard links.isEmpty else { throw .foreignConflict(paths: links) }
    let contents = try git.contents(of: files.values.flatMap(\.blobs))
    var outcomes: [String: TextMerge.Outcome] = [:]
    for (path, sides) in files {
      let blobs = sides.versions
      outcomes[path] = merge.merged(
        path, base: contents[blobs.base], ours: contents[blobs.ours],
        theirs: contents[blobs.theirs], isSearch: isSearch)
    }
    return outcomes
  }

  /// The records that stay though one side deleted them.
  private static func staying(
    _ outcomes: [String: TextMerge.Outcome], _ owners: Set<ObjectID>, _ sides: [String: Sides],
    _ merge: TextMerge, _ git: Git
  ) throws(SyncError) -> Set<ObjectID> {
    let staying = Set(outcomes.values.flatMap { $0.kept + $0.owned })
    let owners = owners.union(outcomes.values.flatMap(\.owners)).subtracting(staying)
    guard !owners.isEmpty else { return staying }
    // Of files that one side alone changed nothing is known yet.
    var search = merge
    search.staying = owners
    let files = sides.filter { outcomes[$0.key] == nil && search.mayHoldOwned($0.key) }
    search.staying = []
    let gone =
      try merged(files, search, git, isSearch: true).values.flatMap(\.gone)
      + outcomes.values.flatMap(\.gone)
    return staying.union(owners.intersection(gone))
  }

  private mutating func take(_ outcome: TextMerge.Outcome, at path: String, mode: String) {
    if let text = outcome.text {
      written.append(WrittenFile(path: path, mode: mode, text: text))
    } else {
      entries[path] = TreeChange.Entry.none
    }
    conflicts += outcome.conflicts
    kept += outcome.kept
    ownedCount += outcome.owned.count
    disputed += outcome.disputed
  }

  /// Brings the model together first, since by it the rest is read.
  private mutating func mergeModel(
    _ git: Git, _ here: [TreeChange], _ there: [TreeChange],
    _ names: (ours: String, theirs: String)
  ) throws(SyncError) {
    let path = ObjectStore.modelFile
    guard let theirs = there.first(where: { $0.path == path }) else { return }
    let ours = here.first { $0.path == path }
    let contents = try git.contents(
      of: [theirs.old.blob, theirs.new.blob, ours?.new.blob ?? theirs.old.blob])
    let merge = TextMerge(model: model, ours: names.ours, theirs: names.theirs)
    let text = merge.merged(
      path, base: contents[theirs.old.blob],
      ours: contents[ours?.new.blob ?? theirs.old.blob], theirs: contents[theirs.new.blob]
    ).text
    guard let text, let merged = try? ObjectModel(parsing: String(decoding: text, as: UTF8.self))
    else { throw .foreignConflict(paths: [path]) }
    model = merged
  }

  /// What became of each file on both sides, by where it lies under the merged model.
  private func sides(_ here: [TreeChange], _ there: [TreeChange]) -> [String: Sides] {
    var sides: [String: Sides] = [:]
    for (changes, side) in [(here, \Sides.ours), (there, \Sides.theirs)] {
      for change in changes {
        let path = TextMerge.place(of: change.path, in: model)
        var known = sides[path] ?? Sides()
        known.places.insert(change.path)
        var entry = known[keyPath: side] ?? (TreeChange.Entry.none, TreeChange.Entry.none)
        if change.old.exists { entry.old = change.old }
        if change.new.exists { entry.new = change.new }
        known[keyPath: side] = entry
        sides[path] = known
      }
    }
    return sides
  }

  /// Whether the file is one of records, where both sides may stand in the text.
  private static func isOurs(_ path: String) -> Bool {
    path.hasPrefix("data/") || path == "favorites.rec"
  }
}

extension TreeMerge.Sides {
  /// Whether both sides changed the file, and not in the same way.
  var isContested: Bool {
    guard let ours, let theirs else { return false }
    return ours.new != theirs.new
  }

  var isRegular: Bool {
    [ours, theirs].allSatisfy { side in
      side.map { !$0.new.exists || $0.new.isRegular } ?? true
    }
  }

  /// The file's contents on the three sides.
  var versions: (base: String, ours: String, theirs: String) {
    let bases = [ours, theirs].compactMap { $0?.old }
    let base = bases.first(where: \.exists) ?? .none
    return (base.blob, (ours?.new ?? base).blob, (theirs?.new ?? base).blob)
  }

  var blobs: [String] { [versions.base, versions.ours, versions.theirs] }

  /// The mode that the merged file gets.
  var mode: String {
    let entries = [ours?.new, theirs?.new, ours?.old, theirs?.old].compactMap(\.self)
    return entries.first(where: \.exists)?.mode ?? "100644"
  }
}
