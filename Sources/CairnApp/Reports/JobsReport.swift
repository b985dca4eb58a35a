internal import CairnFiles
internal import CairnJSON
internal import CairnNavigation
internal import CairnStore

extension Workspace {
  /// The jobs of all processes on the store, the newest first.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the folder of their files can't be read.
  public func jobsReport(_ format: ReportFormat) throws(AppError) -> String {
    let reports: [JobReport]
    do throws(FileError) {
      reports = try jobFolder.reports()
    } catch {
      throw .failed(error.description)
    }
    switch format {
    case .json: return JSONValue.array(reports.map(\.json)).report
    case .text:
      guard !reports.isEmpty else { return "" }
      var table = TextTable([
        TextTable.Column(title: "#", isTrailing: true),
        TextTable.Column(title: "Job", isTrailing: false),
        TextTable.Column(title: "State", isTrailing: false),
        TextTable.Column(title: "Started", isTrailing: false),
        TextTable.Column(title: "Result", isTrailing: false),
      ])
      for report in reports {
        let isRunning = report.state == .running
        table.append([
          "\(report.number)", report.title, report.stateText,
          ValueText.display(.datetime(report.started), at: clock),
          isRunning ? report.progressText(at: clock.now) : report.outcome.result,
        ])
      }
      return table.lines.joined(separator: "\n") + "\n"
    }
  }
}

extension JobReport {
  /// All that is known, as one object.
  var json: JSONValue {
    var object = head
    object["url"] = .string(JobScreens.url(of: number).text)
    for member in Self.members(of: reading).members + tail.members where member.name != "url" {
      object[member.name] = member.value
    }
    object["shows"] = .optional(outcome.url)
    return .object(object)
  }
}
