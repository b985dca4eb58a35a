internal import CairnNavigation
internal import CairnRecords
public import CairnScreens
internal import CairnStore

/// Completes words with what a store has: collections, fields, values, records and favorites.
///
/// 1. It answers while a person waits for a key: what is not in the model is looked for in the
///    first few thousand records only, whatever the store holds.
/// 2. What cannot be read completes nothing, and is no error.
/// 3. Every answer begins with what was typed, so that a shell can put it in its place.
public struct StoreCompletions {
  let workspace: Workspace

  /// Completes with what `workspace` has.
  public init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  var model: ObjectModel { workspace.store.snapshot.model }

  var records: RecordCompletions {
    RecordCompletions(workspace.store.snapshot, at: workspace.clock, for: .shell)
  }

  /// The collections by their plurals.
  public func collections(_ word: String) -> [Completion] {
    model.entities.map { Completion($0.plural, "collection") }
      .filter { $0.text.hasPrefix(word) }
  }

  /// The favorites and aliases, as `@name`.
  func favorites(_ word: String) -> [Completion] {
    var completions: [Completion] = []
    for favorite in (try? workspace.favorites()) ?? [] {
      guard let name = favorite.name ?? favorite.letter.map(String.init) else { continue }
      completions.append(Completion("@\(name)", favorite.title))
    }
    for (name, url) in ((try? workspace.settings.aliases) ?? [:]).sorted(by: { $0.key < $1.key }) {
      completions.append(Completion("@\(name)", url.text))
    }
    return completions.filter { $0.text.hasPrefix(word) }
  }
}
