import CairnFiles

@testable import CairnStore

/// What a store held after each change that was saved in it.
struct SavedStates: Sendable {
  /// How far what was acknowledged reaches.
  struct Progress: Hashable, Sendable {
    var isCreated = false
    var version: UInt64 = 0
    /// Whether somebody wrote a change and died before waiting for the disk.
    ///
    /// If power fails while the next one is saved, half of the first and the start of the second
    /// may survive, which nobody can tell from a saved change that was damaged.
    var isAmbiguous = false

    /// Takes note of a store, all of whose changes were acknowledged if `isSaved`.
    mutating func note(_ store: ObjectStore, isSaved: Bool) {
      isCreated = true
      if isSaved { version = store.snapshot.version }
      isAmbiguous = store.snapshot.version > version
    }
  }

  /// How what was found differs from what was saved.
  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  private var contents: [UInt64: [String]] = [:]

  mutating func note(_ store: ObjectStore) {
    contents[store.snapshot.version] = store.modelLines + store.content
  }

  /// Checks that a store holds what was acknowledged, or what was about to be.
  func check(_ store: ObjectStore, _ progress: Progress) throws(Violation) {
    let version = store.snapshot.version
    let problems = store.problems.filter { problem in
      !(progress.isAmbiguous && problem.message.hasSuffix("what follows it cannot be read"))
    }
    guard problems.isEmpty else { throw Violation(description: "found \(problems)") }
    guard version >= progress.version else {
      throw Violation(description: "lost changes \(version + 1) to \(progress.version)")
    }
    let found = store.modelLines + store.content
    guard found == contents[version] else {
      let difference = found.difference(from: contents[version] ?? [])
      throw Violation(description: "change \(version) is not what was saved: \(difference)")
    }
    // No other program wrote the files.
    guard store.problems.isEmpty else { return }
    let edits: [FileEdit]
    do { edits = try store.foreignEdits() } catch { throw Violation(description: "\(error)") }
    guard edits.isEmpty else { throw Violation(description: "took for foreign: \(edits)") }
  }
}

extension ObjectStore {
  /// Every entity with the names of its fields.
  var modelLines: [String] {
    snapshot.model.storedEntities.map { entity in
      "\(entity.name): \(entity.properties.map(\.name).joined(separator: " "))"
    }
  }

  /// Every record with all its fields, those that the model does not know included.
  var content: [String] {
    var lines: [String] = []
    for entity in snapshot.model.storedEntities {
      for chunk in snapshot.table(entity.name)?.chunks ?? ChunkList() {
        let draft = ChunkDraft(chunk)
        for (row, key) in chunk.keys.enumerated() {
          let fields = draft.fields(ofRow: row).sorted { $0.name < $1.name }
            .map { "\($0.name)=\($0.value.storedTexts.joined(separator: "|"))" }
          lines.append("\(entity.name)/\(key) \(fields.joined(separator: " "))")
        }
      }
    }
    return lines
  }
}
