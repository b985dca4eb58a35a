internal import CairnFiles

extension Verification {
  /// The kept files of an entity's records that are missing or damaged.
  func missingFiles(of entity: Entity) throws(StoreError) -> [StoreProblem] {
    let columns = entity.storedProperties.enumerated().filter { $1.isFile }
    guard !columns.isEmpty else { return [] }
    var found: [StoreProblem] = []
    for chunk in try snapshot.load(entity.name).chunks {
      for (column, property) in columns {
        for (row, key) in chunk.keys.enumerated() {
          for value in chunk.columns[column][row]?.elements ?? [] {
            guard let file = KeptFile(of: value), let fault = folder.fault(of: file) else {
              continue
            }
            let place = "\(entity.plural)/\(key), \(property.name)"
            found.append(
              StoreProblem(
                severity: .damage, file: chunk.shard.path(entity: entity.name), line: 0,
                message: "\(place): \(file.path) \(fault.words); \(Self.remedy)"))
          }
        }
      }
    }
    return found
  }

  private static let remedy =
    "a sync brings it back; without one, restore it from a backup, or choose the file again"

  /// What lies among the kept files and is none: a link, or a file that no store keeps.
  func oddFiles() throws(StoreError) -> [StoreProblem] {
    let contents = try folder.contents()
    let links = contents.forbidden.map { path in
      StoreProblem(
        severity: .damage, file: path, line: 0,
        message: "this link is not followed on this machine; replace it by its file or folder, or "
          + "run cairn store links --allow \(path)")
    }
    var odd: [StoreProblem] = []
    for path in contents.files where KeptFile.isPlace(path) {
      guard let refusal = try refusal(of: path) else { continue }
      odd.append(
        StoreProblem(
          severity: .note, file: path, line: 0,
          message: "\(refusal.words), so it is not sent to other machines"))
    }
    return links + odd
  }

  private func refusal(of path: String) throws(StoreError) -> KeptFile.Refusal? {
    guard KeptFile(path) != nil else { return .name }
    let size = try folder.fingerprint(of: "\(folder.path)/\(path)")?.size ?? 0
    return size > KeptFile.largest ? .size : nil
  }
}

extension Property {
  /// Whether the values are paths of files.
  package var isFile: Bool {
    if case .attribute(let attribute) = self { attribute.type == .file } else { false }
  }
}
