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

  /// The paths of which the person was told that their files will be kept.
  private let promised: Set<String>

  /// Creates a keeper of files for a store.
  ///
  /// - Parameters:
  ///   - files: the files that a person names.
  ///   - store: the store that keeps them.
  ///   - promised: the paths of which the person was told that their files will be kept.
  package init(_ files: any NamedFiles, in store: ObjectStore, promised: Set<String> = []) {
    (self.files, self.store, self.promised) = (files, store, promised)
  }

  /// Returns the value of a field, with the path of a copy for each typed path.
  ///
  /// A path stays unchanged if its file is missing, too large, or no regular file, unless the person
  /// was told that it will be kept.
  ///
  /// - Parameters:
  ///   - value: the value of the field.
  ///   - present: values that were there before a person typed.
  /// - Returns: the value to save.
  /// - Throws: the errors of ``ObjectStore/keep(_:named:)``; `StoreError.refused` if a promised file
  ///   can no longer be kept.
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
    guard KeptFile(path) == nil else { return path }
    let file: (content: [UInt8], name: String)
    do throws(FileRefusal) {
      file = try files.read(path, atMost: KeptFile.largest)
    } catch {
      guard promised.contains(path) else { return path }
      throw .refused("\(path) \(error.reason), so it can't be kept any more")
    }
    let kept = try store.keep(file.content, named: file.name).path
    known[path] = kept
    return kept
  }
}
