package import CairnStore

/// Replaces typed paths by the paths of copies that the store keeps, within one change.
///
/// Only a path that a person typed is copied. A default, a filter or a record of another machine
/// could name any file.
package final class FileKeeper {
  private let files: any NamedFiles
  private let store: ObjectStore
  /// The values of the paths so far; a change of many records reads each file once.
  private var known: [String: String] = [:]

  /// Creates a keeper of files for a store.
  package init(_ files: any NamedFiles, in store: ObjectStore) {
    (self.files, self.store) = (files, store)
  }

  /// Returns the value of a field, with the path of a copy for each typed path.
  ///
  /// A path stays unchanged if its file is missing, too large, or no regular file.
  ///
  /// - Parameters:
  ///   - value: the value of the field.
  ///   - present: values that were there before a person typed.
  /// - Returns: the value to save.
  /// - Throws: the errors of ``ObjectStore/keep(_:named:)``.
  package func value(_ value: Value, besides present: [Value?]) throws(StoreError) -> Value {
    let untyped = present.flatMap { $0?.elements ?? [] }
    guard !untyped.contains(value) else { return value }
    switch value {
    case .text(let path): return .text(try kept(path))
    case .labeled(let label, let inner):
      return .labeled(label, try self.value(inner, besides: present))
    case .list(let elements):
      return .list(
        try elements.map { element throws(StoreError) in
          try self.value(element, besides: present)
        })
    default: return value
    }
  }

  private func kept(_ path: String) throws(StoreError) -> String {
    if let known = known[path] { return known }
    guard KeptFile(path) == nil, let file = try? files.read(path, atMost: KeptFile.largest) else {
      return path
    }
    let kept = try store.keep(file.content, named: file.name).path
    known[path] = kept
    return kept
  }
}
