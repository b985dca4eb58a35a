public import CairnInterchange
internal import CairnFiles
internal import CairnKit
internal import CairnStore

/// A look at files without importing them: their records in a store in memory, under the app's own
/// screens.
///
/// 1. No store is written into before the person asks for it, by `I`; where they were and what they
///    exported is noted among what is kept of the app's state.
/// 2. Records cannot be changed, as the changes would be lost; types can be said anew at the start.
/// 3. Where one was in the same file comes back at the next look; keys follow the file's order, so
///    that the same row has the cursor.
public struct Peek {
  /// The store that is imported into: opened, or made where there is none.
  public typealias Target = @Sendable () throws(AppError) -> (workspace: Workspace, isNew: Bool)

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
  ///   - target: the store that `I` imports into; `nil` where nothing may be changed.
  /// - Throws: ``AppError`` if there is no terminal.
  public func run(
    _ start: TerminalApp.Start, into target: Target?
  ) throws(AppError) {
    var start = start
    start.keepsState = hasName
    let saved = hasName ? try workspace.savedNavigation(session: start.session) : nil
    if saved == nil { start.urls = [url].compactMap(\.self) }
    try app(into: target).run(start)
  }

  /// The app over the store in memory.
  func app(into target: Target?) throws(AppError) -> TerminalApp {
    try TerminalApp(
      workspace, isLook: true,
      importing: target.map { PeekedImport(inputs: inputs, options: options, target: $0) })
  }
}
