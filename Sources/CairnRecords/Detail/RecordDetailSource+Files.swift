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
    let job = Job("looking at the file", holdsKeys: true) {
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

  /// Reads the record's kept files on another thread, since they may be large.
  func checkFiles() -> [Effect] {
    let row = snapshot.row(id)
    let files = entity.storedProperties.filter(\.isFile)
      .flatMap { row?[$0.name]?.elements ?? [] }.compactMap(KeptFile.init(of:))
    guard !files.isEmpty else { return [] }
    return checkingFiles.start { [health = client.health] in
      Dictionary(
        files.compactMap { file in health.fault(of: file).map { (file, $0) } },
        uniquingKeysWith: { first, _ in first })
    } completion: { [weak self] found in
      self?.faults = found
      return []
    }
  }

  /// Returns a field with a word about the first file that is missing or was changed.
  func marked(_ field: DetailField, _ files: [KeptFile]) -> DetailField {
    var field = field
    let fault = files.lazy.compactMap { [client, faults] in
      faults[$0] ?? client.health.quickFault(of: $0)
    }.first
    if let fault {
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
