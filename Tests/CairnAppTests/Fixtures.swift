internal import CairnFiles
internal import CairnScreens
internal import CairnStore

@testable internal import CairnApp

extension Environment {
  /// A run in `/home/ann/notes` with these variables, at noon on 20 November 2026.
  static func fixture(
    _ variables: [String: String] = [:], currentFolder: String = "/home/ann/notes",
    localTime: LocalTime = .fixed(3600)
  ) throws(AppError) -> Environment {
    try Environment(
      variables: ["HOME": "/home/ann"].merging(variables) { $1 }, currentFolder: currentFolder,
      terminals: [], clock: { Timestamp("2026-11-20T12:00:00Z") ?? Timestamp(microseconds: 0) },
      localTime: localTime)
  }
}

extension Workspace {
  /// A store with a model, in memory unless other files are given.
  static func fixture(
    _ model: String = "%rec: Recipe\n%attribute: Name string\n",
    in files: any FileSystem = MemoryFileSystem(), localTime: LocalTime = .fixed(3600)
  ) throws -> Workspace {
    try Workspace.create(
      "/store", modelText: model,
      environment: try .fixture(["CAIRN_SEED": "1"], localTime: localTime),
      fileSystem: files)
  }
}

/// Does effects to their end, and returns what was said; `meanwhile` comes before each work.
func settle(
  _ effects: [Effect], choosing letter: String? = nil, meanwhile: () -> Void = {}
) -> [String] {
  var (messages, effects) = ([String](), effects)
  while !effects.isEmpty {
    switch effects.removeFirst() {
    case .run(let job):
      meanwhile()
      effects = job.completion(job.work()) + effects
    case .say(let message): messages.append(message.text)
    case .present(let menu):
      if let letter { effects = (menu.insert(letter) ?? []) + effects }
    default: continue
    }
  }
  return messages
}
