internal import CairnStore

/// Merges the trees of two commits that have a common base, without a change of the checked-out
/// files.
struct TreeMerge {
  /// A merged file whose content differs from both sides.
  struct WrittenFile {
    var path: String
    var mode: String
    var text: [UInt8]
  }

  /// The new entries of our tree, without the written files.
  private(set) var entries: [String: TreeChange.Entry] = [:]
  private(set) var written: [WrittenFile] = []
  /// The model of both sides.
  private(set) var model: ObjectModel
  /// The times of each side in fields that got another type on the other side.
  private var retyped: (base: RetypedTimes, ours: RetypedTimes, theirs: RetypedTimes)
  /// The findings of the merge for the person.
  private(set) var found = TextMerge.Findings()

  /// The change of a file on both sides.
  ///
  /// A renamed collection's files count under their new name.
  struct Sides {
    var ours: (old: TreeChange.Entry, new: TreeChange.Entry)?
    var theirs: (old: TreeChange.Entry, new: TreeChange.Entry)?
    var places: Set<String> = []
  }

  /// Merges two commits.
  ///
  /// - Parameters:
  ///   - git: git in the repository of the commits.
  ///   - base: the common base of both sides.
  ///   - ours: our commit.
  ///   - theirs: the other side's commit.
  ///   - left: the paths at which our file stays, whatever the other side has.
  ///   - model: our model.
  ///   - localTime: the zone of times without one.
  ///   - names: the names of the two sides in conflicts.
  /// - Throws: `SyncError.foreignConflict` for a file without records that both sides changed.
  init(
    _ git: Git, from base: String, ours: String, theirs: String, leaving left: Set<String>,
    model: ObjectModel, in localTime: LocalTime, names: (ours: String, theirs: String)
  ) throws(SyncError) {
    self.model = model
    let (ourModel, same) = (model, RetypedTimes(from: model, to: model, in: localTime))
    retyped = (same, same, same)
    let here = try git.difference(from: base, to: ours)
    let there = try git.difference(from: base, to: theirs).filter { !left.contains($0.path) }
    let unnamed = there.filter { !$0.isNamed }.map(\.path)
    guard unnamed.isEmpty else { throw .unnamed(paths: unnamed) }
    var contents = try git.contents(of: here + there)
    try mergeModel(contents, here, there, names)
    noteRetypedTimes(contents, here, there, ours: ourModel, localTime)
    let sides = sides(here, there)
    let contested = sides.filter(\.value.isContested)
    let links = contested.filter { !KeptFile.isPlace($0.key) && !$0.value.isRegular }.keys.sorted()
    guard links.isEmpty else { throw .foreignConflict(paths: links) }
    let others = contested.filter { !TextMerge.knows($0.key) && !KeptFile.isPlace($0.key) }
    contents.merge(try git.contents(of: others.values.flatMap(\.blobs))) { $1 }
    try merge(sides, contents, names)
  }

  private mutating func merge(
    _ sides: [String: Sides], _ contents: [String: [UInt8]],
    _ names: (ours: String, theirs: String)
  ) throws(SyncError) {
    var deletions = MergedDeletions(model: model)
    for (path, sides) in sides where deletions.concern(path) {
      let versions = versions(of: sides, at: path, contents)
      deletions.add(path, base: versions.base, ours: versions.ours, theirs: versions.theirs)
    }
    let staying = deletions.staying
    var merge = TextMerge(model: model, ours: names.ours, theirs: names.theirs)
    merge.staying = staying.records
    var foreign: [String] = []
    for (path, sides) in sides.sorted(by: { $0.key < $1.key }) {
      if KeptFile.isPlace(path) {
        // A kept file never changes, so both sides have the same one.
        if sides.ours == nil, let theirs = sides.theirs { entries[path] = theirs.new.plain }
        continue
      }
      let isRetyped =
        TextMerge.collection(of: path, in: model) != nil
        && (sides.ours != nil && !retyped.ours.isEmpty
          || sides.theirs != nil && !retyped.theirs.isEmpty)
      if sides.isContested || isRetyped || staying.paths.contains(path) {
        let versions = versions(of: sides, at: path, contents)
        let outcome = merge.merged(
          path, base: versions.base, ours: versions.ours, theirs: versions.theirs)
        let isOfRecords = TextMerge.collection(of: path, in: model) != nil
        if !isOfRecords, !outcome.found.conflicts.isEmpty { foreign.append(path) }
        take(outcome, at: path, mode: sides.mode)
      } else if let theirs = sides.theirs {
        entries[path] = theirs.new
      } else {
        continue
      }
      for place in sides.places where place != path { entries[place] = TreeChange.Entry.none }
    }
    guard foreign.isEmpty else { throw .foreignConflict(paths: foreign) }
  }

  /// The bytes of a file on the three sides, all with times of the merged model's types.
  private func versions(
    of sides: Sides, at path: String, _ contents: [String: [UInt8]]
  ) -> (base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?) {
    let versions = sides.versions(contents)
    return (
      versions.base.map { retyped.base.converted($0, at: path) },
      versions.ours.map { retyped.ours.converted($0, at: path) },
      versions.theirs.map { retyped.theirs.converted($0, at: path) }
    )
  }

  private mutating func take(_ outcome: TextMerge.Outcome, at path: String, mode: String) {
    if let text = outcome.text {
      written.append(WrittenFile(path: path, mode: mode, text: text))
    } else {
      entries[path] = TreeChange.Entry.none
    }
    found.add(outcome.found)
  }

  /// Merges the model first, because it decides how the other files are read.
  private mutating func mergeModel(
    _ contents: [String: [UInt8]], _ here: [TreeChange], _ there: [TreeChange],
    _ names: (ours: String, theirs: String)
  ) throws(SyncError) {
    let path = ObjectStore.modelFile
    guard let theirs = there.first(where: { $0.path == path }) else { return }
    let ours = here.first { $0.path == path }?.new ?? theirs.old
    let merge = TextMerge(model: model, ours: names.ours, theirs: names.theirs)
    let text = merge.merged(
      path, base: contents[theirs.old.blob], ours: contents[ours.blob],
      theirs: contents[theirs.new.blob]
    ).text
    guard let text, let merged = try? ObjectModel(parsing: String(decoding: text, as: UTF8.self))
    else { throw .foreignConflict(paths: [path]) }
    model = merged
  }

  /// Compares the models of the three trees with the merged one.
  private mutating func noteRetypedTimes(
    _ contents: [String: [UInt8]], _ here: [TreeChange], _ there: [TreeChange],
    ours: ObjectModel, _ localTime: LocalTime
  ) {
    let changes = [here, there].map { $0.first { $0.path == ObjectStore.modelFile } }
    func parsed(_ entry: TreeChange.Entry?) -> ObjectModel? {
      entry.flatMap { contents[$0.blob] }.flatMap { text in
        try? ObjectModel(parsing: String(decoding: text, as: UTF8.self))
      }
    }
    guard let base = parsed(changes[0]?.old ?? changes[1]?.old) else { return }
    let theirs = parsed(changes[1]?.new) ?? base
    func times(of side: ObjectModel) -> RetypedTimes {
      RetypedTimes(from: side, to: model, in: localTime)
    }
    retyped = (times(of: base), times(of: ours), times(of: theirs))
  }

  /// Returns the changes of each file on both sides, by the file's path under the merged model.
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
}

extension TreeMerge.Sides {
  /// Whether both sides changed the file differently.
  var isContested: Bool {
    guard let ours, let theirs else { return false }
    return ours.new != theirs.new
  }

  var isRegular: Bool {
    [ours, theirs].allSatisfy { side in
      side.map { !$0.new.exists || $0.new.isRegular } ?? true
    }
  }

  private var base: TreeChange.Entry {
    [ours, theirs].compactMap { $0?.old }.first(where: \.exists) ?? .none
  }

  /// The file's bytes on the three sides.
  func versions(
    _ contents: [String: [UInt8]]
  ) -> (base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?) {
    (
      contents[base.blob], contents[(ours?.new ?? base).blob],
      contents[(theirs?.new ?? base).blob]
    )
  }

  var blobs: [String] { [ours, theirs].compactMap(\.self).flatMap { [$0.old.blob, $0.new.blob] } }

  /// The mode that the merged file gets.
  var mode: String {
    let entries = [ours?.new, theirs?.new, ours?.old, theirs?.old].compactMap(\.self)
    return entries.first(where: \.exists)?.mode ?? "100644"
  }
}
