public import CairnScreens
internal import CairnStore

extension RecordDetailSource {
  /// Opens a kept file in the program that the system has for it.
  ///
  /// The file may come from another machine. So a person is asked once for each type of files, and
  /// a file that the system would run is not opened.
  public func open(file path: String) -> [Effect] {
    guard let files = client.files else { return [] }
    let job = Job("looking at the file", holdsKeys: true) {
      files.obstacle(toOpening: path)
    } completion: { [client] obstacle -> [Effect] in
      let name = path.fileName
      if let obstacle { return [.say(Message("\(name) \(obstacle)", tone: .warning))] }
      let type = name.fileType
      if client.openedTypes.contains(type) { return Self.hand(path) }
      // Without a type, the next file may be of another kind.
      let detail = type.isEmpty ? "" : "and do not ask again for \(type) files"
      let choices = [
        Menu.Choice("o", "Open", detail: detail) {
          if !type.isEmpty { client.openedTypes.insert(type) }
          return Self.hand(path)
        },
        Menu.Choice("y", "Copy the path") { [.copy(path, what: "the path")] },
        Menu.Choice("c", "Cancel") { [] },
      ]
      return [.present(Menu("Open \(name) in another program?", choices: choices))]
    }
    return [.run(job)]
  }

  private static func hand(_ path: String) -> [Effect] {
    let program = ForegroundProgram(ForegroundProgram.opening(path)) { end in
      switch end {
      case .exited(0): []
      case .exited:
        [.say(Message("the system has no program for \(path.fileName)", tone: .bad))]
      case .failed(let reason): [.say(Message(reason, tone: .bad))]
      }
    }
    return [.hand(program)]
  }
}

extension String {
  /// The last name of a path.
  fileprivate var fileName: String { split(separator: "/").last.map(String.init) ?? self }

  /// The last part of a file's name after a point, in lower case; empty if there is none.
  package var fileType: String {
    guard let point = lastIndex(of: "."), point != startIndex else { return "" }
    return self[index(after: point)...].lowercased()
  }
}
