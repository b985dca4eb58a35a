import Glibc

// A static program, as the benchmarks are, has no Testing to link with.
#if canImport(Testing)
import Testing

/// Compares a text with the one that a test recorded earlier.
///
/// The text is `Tests/MODULE/Snapshots/NAME.txt`. With `RECORD_SNAPSHOTS=1` in the environment it
/// is written instead of compared; look at the difference before you commit it.
///
/// - Parameters:
///   - text: what the test got.
///   - name: the name of the file, without its extension.
///   - testFile: the test's file.
///   - location: the test's place.
public func expectSnapshot(
  _ text: String, named name: String, testFile: String = #filePath,
  sourceLocation location: SourceLocation = #_sourceLocation
) {
  let folder = snapshotFolder(ofTestFile: testFile)
  let path = "\(folder)/\(name).txt"
  let expected = text + "\n"
  if getenv("RECORD_SNAPSHOTS") != nil {
    mkdir(folder, 0o755)
    if !writeFile(path, expected) {
      Issue.record("can't write the snapshot \(path)", sourceLocation: location)
    }
    return
  }
  guard let recorded = readFile(path) else {
    Issue.record(
      "no snapshot \(name); RECORD_SNAPSHOTS=1 records it:\n\(text)",
      sourceLocation: location)
    return
  }
  guard recorded != expected else { return }
  Issue.record(
    "the snapshot \(name) differs:\n\(lineDifference(from: recorded, to: expected))",
    sourceLocation: location)
}
#endif

private func snapshotFolder(ofTestFile file: String) -> String {
  let parts = file.split(separator: "/")
  let tests = parts.lastIndex(of: "Tests") ?? parts.count - 2
  return "/" + parts.prefix(tests + 2).joined(separator: "/") + "/Snapshots"
}

/// The lines of two texts, those that only one of them has marked with `-` and `+`.
func lineDifference(from old: String, to new: String) -> String {
  let oldLines = old.split(separator: "\n", omittingEmptySubsequences: false)
  let newLines = new.split(separator: "\n", omittingEmptySubsequences: false)
  let difference = newLines.difference(from: oldLines)
  let removed = Set(difference.removals.map(place))
  let inserted = Set(difference.insertions.map(place))
  var (oldIndex, newIndex) = (0, 0)
  var lines: [String] = []
  while oldIndex < oldLines.count || newIndex < newLines.count {
    if removed.contains(oldIndex) {
      lines.append("- \(oldLines[oldIndex])")
      oldIndex += 1
    } else if inserted.contains(newIndex) {
      lines.append("+ \(newLines[newIndex])")
      newIndex += 1
    } else {
      lines.append("  \(newLines[newIndex])")
      (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
    }
  }
  return lines.joined(separator: "\n")
}

private func place(_ change: CollectionDifference<Substring>.Change) -> Int {
  switch change {
  case .insert(let offset, _, _), .remove(let offset, _, _): offset
  }
}

private func readFile(_ path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&part, 1, part.count, file), count > 0 {
    bytes += part.prefix(count)
  }
  return String(decoding: bytes, as: UTF8.self)
}

private func writeFile(_ path: String, _ text: String) -> Bool {
  guard let file = fopen(path, "w") else { return false }
  let written = fwrite(text, 1, text.utf8.count, file)
  return fclose(file) == 0 && written == text.utf8.count
}
