internal import CairnInterface

/// Keys that come along, for who has those of another program in the fingers.
///
/// Each is a file of `Resources/keymaps/`, written as a person's own keys are. They go before the
/// keys that actions have by themselves; a person's own go before them.
struct BundledKeymap: Hashable, Sendable {
  /// The word by which settings name it.
  let name: String

  /// What its file says.
  let text: String

  /// Its keys.
  var bindings: [KeyBinding] { (try? Configuration(parsing: text))?.bindings ?? [] }

  /// All that come along, in the order of their names.
  static let all: [BundledKeymap] = EmbeddedFile.all.compactMap { file in
    guard file.path.count == 2, file.path[0] == "keymaps" else { return nil }
    return BundledKeymap(name: String(file.path[1].prefix { $0 != "." }), text: file.text)
  }
}
