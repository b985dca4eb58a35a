public import CairnInterchange
internal import CairnFiles
internal import CairnKit
internal import CairnStore

/// A look at files without importing them: their records in a store in memory, under the app's own
/// screens.
///
/// 1. Nothing is written into any store before the person asks for it, by `I`.
/// 2. Records cannot be changed, as the changes would be lost; types can be said anew at the start.
/// 3. Where one was in the same file comes back at the next look; keys follow the file's order, so
///    that the same row has the cursor.
public struct Peek {
  /// What is looked at.
  let workspace: Workspace
  private let inputs: InspectedInputs
  private let options: ImportOptions
  private let hasName: Bool

  /// What was understood of the files, and the rows that were not.
  public let report: ImportReport

  /// Reads what was inspected into a store in memory.
  ///
  /// - Parameters:
  ///   - inputs: the files, inspected.
  ///   - options: the collection, types and links that were asked for.
  ///   - path: the file, absolute, under which is kept where the person was; `nil` for a stream.
  ///   - environment: what the process was told.
  ///   - progress: is told how far it is.
  /// - Throws: ``AppError`` where nothing could be made of the files.
  public init(
    _ inputs: InspectedInputs, _ options: ImportOptions, path: String?, environment: Environment,
    progress: (ImportProgress) -> ImportProgress.Answer
  ) throws(AppError) {
    (self.inputs, self.options) = (inputs, options)
    workspace = try .inMemory(
      inputs.names.joined(separator: ", "), stateName: path.map(Self.stateName) ?? "peek",
      environment: environment)
    hasName = path != nil
    report = try workspace.unrecordedImport(inputs, options, progress: progress)
  }

  /// A name for what is kept of a look at a file: the same for the same path, and safe in a folder.
  private static func stateName(_ path: String) -> String {
    // FNV-1a with 64 bits; paths that share a name would share where one was, no more.
    let hash = path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return "peek-" + String(hash, radix: 16)
  }

  /// Where the app starts the first time: with the records of the first table.
  var url: ScreenURL? { workspace.url(of: report).flatMap { try? ScreenURL(parsing: $0) } }

  /// Looks at the files on the terminal until the person quits.
  ///
  /// - Parameters:
  ///   - start: how the app starts.
  ///   - target: opens the store that `I` imports into, and makes it where there is none.
  /// - Throws: ``AppError`` if there is no terminal.
  public func run(
    _ start: TerminalApp.Start, into target: @escaping @Sendable () throws(AppError) -> Workspace
  ) throws(AppError) {
    var start = start
    start.keepsState = hasName
    let saved = hasName ? try workspace.savedNavigation(session: start.session) : nil
    if saved == nil { start.urls = [url].compactMap(\.self) }
    try app(into: target).run(start)
  }

  /// The app over the store in memory.
  func app(
    into target: @escaping @Sendable () throws(AppError) -> Workspace
  ) throws(AppError) -> TerminalApp {
    let peeked = PeekedImport(inputs: inputs, options: options, target: target)
    return try TerminalApp(workspace, peeking: peeked)
  }
}

/// The import of what is looked at.
struct PeekedImport: Sendable {
  let inputs: InspectedInputs
  let options: ImportOptions
  let target: @Sendable () throws(AppError) -> Workspace

  /// Imports into the person's own store, as a job.
  func start(_ jobs: JobDesk) -> [Effect] {
    let names = inputs.names.joined(separator: ", ")
    return jobs.start(
      .import, "Import \(names)", doing: "importing \(names)", endings: [.cancel, .keep]
    ) { control in
      run(under: control)
    } completion: { report in
      switch report.state {
      case .done: [.say(Message("imported: \(report.outcome.result)", tone: .good))]
      case .canceled: [.say(Message("the import was canceled; nothing was changed"))]
      case .failed, .running, .interrupted:
        [.present(Notice("The import failed", report.outcome.result))]
      }
    }
  }

  private func run(under control: JobDesk.Control) -> JobDesk.End {
    do throws(AppError) {
      let workspace = try target()
      let report = try workspace.importing(inputs, options, under: control)
      try workspace.close()
      return .done(report)
    } catch {
      return control.ending == .cancel
        ? .canceled : .failed(JobOutcome(result: error.description))
    }
  }
}

extension Workspace {
  /// Imports inputs as a job that tells how far it is, and ends as it is asked to.
  func importing(
    _ inputs: InspectedInputs, _ options: ImportOptions, under control: JobDesk.Control
  ) throws(AppError) -> JobOutcome {
    let report = try unrecordedImport(inputs, options) { state in
      control.report(JobProgress.Reading(state))
      return switch control.ending {
      case nil: .proceed
      case .cancel: .cancel
      case .keep: .keep
      }
    }
    return JobOutcome(report, url: url(of: report))
  }
}
