import CairnFiles
import CairnStore
import TestSupport

/// Five edits sent to another repository, beside what git alone takes to commit, fetch and push as
/// many edited lines of the same files; and the merge of files of records.
struct SyncMeasure: Measure {
  let bench: Bench
  let name = "cairn sync of 5 edits"
  /// So many that the median of either side doesn't hang on what the disk does in a few of them.
  private static let syncs = 31
  private static let merges = 9
  private static let edits = 5
  private static let words = "git add -A && git commit -q -m x && git fetch -q && git push -q"

  init(_ bench: Bench) { self.bench = bench }

  private var cairn: MeasuredProgram {
    var variables = bench.variables
    for role in ["AUTHOR", "COMMITTER"] {
      variables["GIT_\(role)_NAME"] = "bench"
      variables["GIT_\(role)_EMAIL"] = "bench@localhost"
    }
    return MeasuredProgram(path: bench.cairn, variables: variables)
  }

  func figures() throws -> [Figure] {
    guard let git = MeasuredProgram.find("git"), var shell = MeasuredProgram.find("sh") else {
      throw BenchError("git isn't installed")
    }
    shell.variables = cairn.variables
    let (hub, other) = (bench.folder.path("hub.git"), bench.folder.path("other.git"))
    let copy = bench.folder.path("copy")
    for path in [hub, other] { try git.run(["init", "-q", "--bare", path]) }
    try cairn.run(["sync", "init", hub])
    try shell.run([
      "-c",
      "git clone -q -b main '\(hub)' '\(copy)' && cd '\(copy)' && git config core.fsync all && "
        + "git remote set-url origin '\(other)' && git push -q origin main",
    ])
    var (own, peer) = (Samples(), Samples())
    for round in 1...Self.syncs {
      for edit in 1...Self.edits {
        let record = edit * bench.rows / (Self.edits + 1)
        try cairn.run(["set", "places/p\(record)", "Seats=\(round)"])
      }
      try shell.run(["-c", editing(in: copy, round)])
      // Each of the two comes first in every other round.
      for isOwn in [round % 2 == 1, round % 2 == 0] {
        if isOwn {
          own.add(try cairn.run(["sync"]).duration)
        } else {
          peer.add(try shell.run(["-c", "cd '\(copy)' && \(Self.words)"]).duration)
        }
      }
    }
    return [
      Figure(
        name: name, quantity: .seconds, own: own,
        peer: .measured("git commit, fetch, push", own.isEmpty ? Samples() : peer),
        goal: .ratio(1.3)),
      try mergeFigure(),
    ]
  }

  /// What edits as many lines in as many files of `copy`.
  private func editing(in copy: String, _ round: Int) -> String {
    let files = "find '\(copy)/data' -name '*.rec' | sort | head -n \(Self.edits)"
    return "\(files) | xargs sed -i '0,/^Seats: .*/s//Seats: \(round)/'"
  }

  /// How fast files are merged in which both sides changed every other record.
  private func mergeFigure() throws -> Figure {
    let folder = "\(bench.store)/data/Place"
    let fileSystem = RealFileSystem()
    let model = try ObjectModel(
      parsing: String(
        decoding: try fileSystem.read("\(bench.store)/\(ObjectStore.modelFile)"), as: UTF8.self))
    let merge = TextMerge(model: model, ours: "desk", theirs: "laptop")
    let names = try fileSystem.list(folder).filter { $0.hasSuffix(".rec") }.prefix(20)
    let files = try names.map { name in
      let base = try fileSystem.read("\(folder)/\(name)")
      return (
        path: "data/Place/\(name)", base: base, ours: Self.edited(base, "Seats", 0),
        theirs: Self.edited(base, "Name", 1)
      )
    }
    let bytes = files.reduce(0) { $0 + $1.base.count }
    var speed = Samples()
    for _ in 0..<Self.merges {
      let time = try processorTimed {
        for file in files {
          let outcome = merge.merged(
            file.path, base: file.base, ours: file.ours, theirs: file.theirs)
          guard outcome.found.conflicts.isEmpty, outcome.text != nil else {
            throw BenchError("\(file.path) was not merged")
          }
        }
      }
      speed.add(Double(bytes) / 1_000_000 / time.inSeconds)
    }
    return Figure(
      name: "merge of both sides' edits", quantity: .megabytesPerSecond, own: speed,
      goal: .atLeast(20))
  }

  /// The text with another value in a field of every third record, of all of which one field is
  /// edited by one side and the other by the other.
  private static func edited(_ text: [UInt8], _ field: String, _ place: Int) -> [UInt8] {
    var (lines, number) = ([Substring](), 0)
    for line in String(decoding: text, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("Id: ") { number += 1 }
      let isMeant = number % 3 == place || number % 3 == 2
      lines.append(isMeant && line.hasPrefix("\(field): ") ? line + "7" : line)
    }
    return Array(lines.joined(separator: "\n").utf8)
  }
}
