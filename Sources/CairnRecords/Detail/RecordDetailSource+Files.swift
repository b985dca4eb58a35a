internal import CairnInterface
public import CairnScreens
internal import CairnStore

extension RecordDetailSource {
  /// Opens a kept file in the program that the system has for it.
  ///
  /// The file may come from another machine. So a person is asked once for each type of files, and
  /// a file that the system would run is not opened.
  public func open(file path: String) -> [Effect] {
    guard let files = client.files else { return [] }
    let job = BackgroundJob("looking at the file", holdsKeys: true) {
      files.obstacle(toOpening: path)
    } completion: { [client] obstacle -> [Effect] in
      let name = FileName(ofPath: path)
      if let obstacle { return [.say(Message("\(name) \(obstacle)", tone: .warning))] }
      let type = name.type
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

  /// The record's kept files.
  private var keptFiles: [KeptFile] {
    let row = snapshot.row(id)
    return entity.storedProperties.filter(\.isFile)
      .flatMap { row?[$0.name]?.elements ?? [] }.compactMap(KeptFile.init(of:))
  }

  /// A short rest while the record's files are unknown, since the person may move on at once.
  public var pace: Duration? {
    examining.isUnderWay || client.health.isKnown(keptFiles) ? nil : SingleFlight.rest
  }

  /// Reads the record's kept files on another thread, since they may be large.
  func examineFiles() -> [Effect] { client.examine(keptFiles, examining) }

  /// Returns a field with a word about the first file that is missing or was changed.
  func marked(_ field: DetailField, _ files: [KeptFile]) -> DetailField {
    var field = field
    if let fault = files.lazy.compactMap(client.health.known).first {
      field.role = .bad
      field.remark = "\(fault.word); cairn store verify tells how to repair it"
    }
    return field
  }

  private static func hand(_ path: String) -> [Effect] {
    let program = ForegroundProgram(ForegroundProgram.opening(path)) { end in
      switch end {
      case .exited(0): []
      case .exited:
        [.say(Message("the system has no program for \(FileName(ofPath: path))", tone: .bad))]
      case .failed(let reason): [.say(Message(reason, tone: .bad))]
      }
    }
    return [.hand(program)]
  }
}
