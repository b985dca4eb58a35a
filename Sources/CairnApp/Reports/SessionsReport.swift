internal import CairnJSON
internal import CairnNavigation
internal import CairnStore

extension Workspace {
  /// Returns the sessions and drafts of the store.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the folder of the sessions can't be read.
  public func sessionsReport(_ format: ReportFormat) throws(AppError) -> String {
    let sessions = try keptSessions()
    switch format {
    case .json: return JSONValue.array(sessions.map(\.json)).report
    case .text: return sessions.isEmpty ? "" : table(of: sessions) + table(of: sessions.drafts)
    }
  }

  private func table(of sessions: [KeptSession]) -> String {
    var table = TextTable([
      TextTable.Column(title: "Session", isTrailing: false),
      TextTable.Column(title: "Saved", isTrailing: false),
      TextTable.Column(title: "Screens", isTrailing: true),
      TextTable.Column(title: "Drafts", isTrailing: true),
      TextTable.Column(title: "", isTrailing: false),
    ])
    for session in sessions {
      table.append([
        session.name, session.savedAt.map(text) ?? "unreadable",
        "\(session.state?.entries.count ?? 0)", "\(session.drafts.count)",
        session.isOpen ? "open" : "",
      ])
    }
    return table.lines.joined(separator: "\n") + "\n"
  }

  private func table(of drafts: [WaitingDraft]) -> String {
    guard !drafts.isEmpty else { return "" }
    var table = TextTable([
      TextTable.Column(title: "Draft", isTrailing: false),
      TextTable.Column(title: "Changed", isTrailing: false),
      TextTable.Column(title: "Session", isTrailing: false),
      TextTable.Column(title: "URL", isTrailing: false),
    ])
    for draft in drafts {
      table.append([
        draft.entry.title, text(draft.entry.savedAt), draft.session, draft.entry.url.text,
      ])
    }
    return "\n" + table.lines.joined(separator: "\n") + "\n"
  }

  private func text(_ moment: Timestamp) -> String {
    ValueText.display(.datetime(moment), at: clock)
  }
}

extension Sequence where Element == KeptSession {
  var drafts: [WaitingDraft] { flatMap(\.drafts).newestFirst }
}

extension KeptSession {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "open": .boolean(isOpen),
      "savedAt": .optional(savedAt?.textWithMilliseconds),
      "screens": .number(JSONNumber(Int64(state?.entries.count ?? 0))),
      "drafts": .array(drafts.map(\.json)),
    ]
  }
}

extension WaitingDraft {
  fileprivate var json: JSONValue {
    [
      "url": .string(entry.url.text), "title": .string(entry.title),
      "savedAt": .string(entry.savedAt.textWithMilliseconds),
    ]
  }
}
