import CairnFiles
import CairnJSON
import CairnNavigation

// A history that was read can be moved about in, and is read back from what is saved of it.
extension FuzzTarget {
  /// A session's file, whose header gets the length that it should say.
  static let state = FuzzTarget("state") { bytes in
    let files = MemoryFileSystem()
    try files.makeFolder("/state")
    try files.replace("/state/main.jsonl", with: measured(bytes))
    guard let state = try SessionFile.peek("main", in: "/state", fileSystem: files) else { return }
    let session = try SessionFile.claim("main", in: "/state", fileSystem: files)
    try session.save(state, at: Timestamp(milliseconds: 0))
    let again = try SessionFile.peek("main", in: "/state", fileSystem: files)
    try hold(again == state, "a history is read back from its file: \(state.jsonText)")
    let actions: [NavigatorAction] = [
      .back, .forward, .popToRoot, .dismiss, .moveTab(to: 0), .closeTab(0), .clearRecents,
      .forget(before: Timestamp(milliseconds: 1_763_640_000_000)),
    ]
    for action in actions {
      let next = NavigatorState.reduce(state, action)
      try hold(next.tabs.indices.contains(next.selectedTab), "one is in a tab after \(action)")
    }
  }

  private static func measured(_ bytes: [UInt8]) -> [UInt8] {
    guard let end = bytes.firstIndex(of: 10),
      var header = (try? JSONValue(reading: Array(bytes[..<end])))?.object
    else { return bytes }
    header["bytes"] = .number(JSONNumber(Int64(bytes.count - end - 1)))
    return JSONValue.object(header).bytes() + bytes[end...]
  }
}
