internal import CairnFiles

extension Verification {
  /// One note if others on the machine may read or change something of the store.
  func openFiles() throws(StoreError) -> [StoreProblem] {
    let contents = try folder.contents()
    var open: [(path: String, mode: UInt16)] = []
    for path in ["."] + contents.folders + contents.files {
      let status = try folder.perform { fileSystem throws(FileError) in
        try fileSystem.status(of: path == "." ? folder.path : "\(folder.path)/\(path)")
      }
      if let status, status.permissions & 0o077 != 0 { open.append((path, status.permissions)) }
    }
    let above = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.status(of: folder.path.parentFolder)
    }
    // Where the sticky bit is set, others can't rename what isn't theirs.
    var found: [StoreProblem] = []
    if let above, above.permissions & 0o022 != 0, above.permissions & 0o1000 == 0 {
      let parent = folder.path.parentFolder
      found.append(
        StoreProblem(
          severity: .note, file: "..", line: 0,
          message: "other users may replace the store's folder (mode "
            + "\(String(above.permissions, radix: 8))); chmod go-w \(parent) prevents that"))
    }
    guard let first = open.first else { return found }
    let more = open.count > 1 ? ", and \(open.count - 1) more" : ""
    return found + [
      StoreProblem(
        severity: .note, file: first.path, line: 0,
        message: "other users may use it (mode \(String(first.mode, radix: 8)))\(more); "
          + "chmod -R go= \(folder.path) prevents that")
    ]
  }
}
