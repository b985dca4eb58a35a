internal import CairnInterface
internal import CResources

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
  static let all: [BundledKeymap] = (0..<cairn_resource_count).compactMap {
    index -> BundledKeymap? in
    let resource = unsafe cairn_resource_at(index)
    let parts = unsafe String(cString: resource.path).split(separator: "/")
    guard parts.count == 2, parts[0] == "keymaps" else { return nil }
    let bytes = unsafe UnsafeBufferPointer(start: resource.bytes, count: resource.size)
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    let name = parts[1].prefix { $0 != "." }
    return BundledKeymap(name: String(name), text: text)
  }
}
