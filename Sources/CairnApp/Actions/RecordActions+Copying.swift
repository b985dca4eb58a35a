internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

extension RecordActions {
  private typealias Copy = (letter: Character, what: String, text: @Sendable () throws -> String)

  /// Asks what to copy of a record or a list, and copies it.
  ///
  /// - Parameters:
  ///   - target: the record or list to copy.
  ///   - list: the shown list, whose URL can be copied too.
  ///   - field: the field under the cursor, whose value can be copied alone.
  /// - Returns: the effects that ask.
  func copy(_ target: Target, list: Target, field: DetailField? = nil) -> [Effect] {
    var copies: [Copy] = []
    if let id = target.id {
      let (workspace, snapshot, mount) = (workspace, client.snapshot, client.mount)
      let text = { @Sendable (format: RecordFormat) in
        try workspace.text(of: id, in: snapshot, at: mount, as: format)
      }
      let (plain, portable) = (client.url(of: id).text, snapshot.portableURL(of: id).text)
      copies = [
        ("u", "the URL", { plain }), ("p", "the URL that works on other machines", { portable }),
        ("t", "the record as text", { try text(.text) }),
        ("j", "the record as JSON", { try text(.json) }),
        ("m", "the record as Markdown", { try text(.markdown) }),
      ]
      // A record of a file that is looked at has no identity on other machines.
      if !mount.isOwn { copies.removeAll { $0.letter == "p" } }
    }
    if let field { copies.insert(Self.copy(of: field), at: 0) }
    if target.marks != nil {
      let url = target.url
      let formats: [(Character, InterchangeFormat)] = [("v", .csv), ("j", .json), ("m", .markdown)]
      copies = formats.map { [workspace] letter, format in
        (
          letter, "\(target.short) as \(format.title)",
          { try workspace.text(url, only: target.keys, as: format) }
        )
      }
    }
    if list.id == nil {
      let url = list.url
      let shown = client.mount.outward(url).text
      copies.append(("l", "the list's URL", { shown }))
      copies.append(("c", "the list as CSV", { [workspace] in try workspace.text(url, as: .csv) }))
    }
    let items = copies.map { Menu.Item($0.letter, $0.what.capitalizingFirst) }
    return [
      .present(Menu("Copy", items, footer: .leaves) { choice in Self.copy(copies[choice]) })
    ]
  }

  /// Copies the value of a field.
  func copy(_ field: DetailField) -> [Effect] { Self.copy(Self.copy(of: field)) }

  private static func copy(of field: DetailField) -> Copy { ("f", field.label, { field.text }) }

  /// Makes the text on another thread, as the text of a list may be long.
  private static func copy(_ copy: Copy) -> [Effect] {
    let text = copy.text
    let job = BackgroundJob("copying") { () -> Result<String, AppError> in
      do {
        return .success(try text())
      } catch {
        return .failure(error as? AppError ?? .failed("\(error)"))
      }
    } completion: { (result: Result<String, AppError>) in
      switch result {
      case .success(let text): [.copy(text, what: copy.what)]
      case .failure(let error): [.say(Message(error.description, tone: .bad))]
      }
    }
    return [.run(job)]
  }
}

extension Workspace {
  /// Returns the record or list at a URL, or some of the list's records, exported as text.
  func text(
    _ url: ScreenURL, only keys: Set<RecordKey>? = nil, as format: InterchangeFormat
  ) throws(AppError) -> String {
    let operation = try operation(.url(url), only: keys, format)
    do throws(InterchangeError) {
      return String(decoding: try operation.data(), as: UTF8.self)
    } catch {
      throw failure(error)
    }
  }
}
