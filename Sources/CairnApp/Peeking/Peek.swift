public import CairnInterchange
internal import CairnKit
internal import CairnNavigation
internal import CairnStore

/// A preview of files without importing them, as an app of its own.
///
/// Its screens are those at `cairn://~peek` in any app.
///
/// 1. No store is changed before the person asks for it with `I`. The preview's position and its
///    exports are recorded in the app's state folder.
/// 2. Records can't be changed, as the changes would be lost. Types can be changed at any time.
/// 3. The next preview of the same file starts where the person left off. Keys follow the file's
///    order, so that the cursor is on the same row.
public struct Peek {
  /// Opens or creates the store to import into.
  public typealias Target = @Sendable () throws(AppError) -> (workspace: Workspace, isNew: Bool)

  /// The files to preview, and how to read them.
  public struct Request {
    /// The names of the files; `-` is standard input.
    public var files: [String]
    /// The format of all files; `nil` infers it from their names.
    public var format: InterchangeFormat?
    /// The requested collection, types and links.
    public var options = ImportOptions()

    /// Creates a request to preview files with default options.
    public init(_ files: [String]) {
      self.files = files
    }

    /// Whether the request has default options.
    var isPlain: Bool { options == ImportOptions() }
    var hasNames: Bool { !files.contains("-") }
  }

  /// The app's own store, which is empty.
  private let workspace: Workspace
  private let request: Request
  private let choices: ImportChoices
  private let content: Content
  private let target: PeekedImport?

  /// The records of a preview when the app starts.
  private enum Content {
    case made(PeekedFiles.Made)
    /// Standard input that still arrives.
    case arriving(GrowingInput)
  }

  /// The report of the import into memory, with the rows that could not be read; `nil` if the
  /// input still arrives.
  public var report: ImportReport? {
    if case .made(let made) = content { made.report } else { nil }
  }

  /// Creates a preview of inspected files, in memory.
  ///
  /// - Parameters:
  ///   - inputs: the inspected files.
  ///   - request: the names of the files, and how to read them.
  ///   - target: the store that `I` imports into; `nil` if no store may be changed.
  ///   - environment: the process environment.
  ///   - progress: called with the progress.
  /// - Throws: ``AppError`` if no records could be made of the files.
  public init(
    _ inputs: InspectedInputs, _ request: Request, into target: Target?,
    environment: Environment, progress: (ImportProgress) -> ImportProgress.Answer
  ) throws(AppError) {
    let made = try PeekedFiles.Made(inputs, request.options, environment, progress: progress)
    try self.init(.made(made), request, into: target, environment: environment)
  }

  /// Creates a preview of standard input that still arrives.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - request: the options for reading it.
  ///   - target: the store that `I` imports into; `nil` if no store may be changed.
  ///   - environment: the process environment.
  /// - Throws: ``AppError`` if the app's state can't be prepared.
  public init(
    arriving input: GrowingInput, _ request: Request, into target: Target?,
    environment: Environment
  ) throws(AppError) {
    try self.init(.arriving(input), request, into: target, environment: environment)
  }

  private init(
    _ content: Content, _ request: Request, into target: Target?, environment: Environment
  ) throws(AppError) {
    (self.request, self.content) = (request, content)
    var choices = ImportChoices(
      request.files.map { $0 == "-" ? $0 : environment.abbreviated(environment.absolute($0)) })
    choices.format = request.format
    choices.options = request.options
    self.choices = choices
    self.target = target.map { PeekedImport($0) }
    let paths = request.files.map(environment.absolute).joined(separator: "\n")
    workspace = try .inMemory(
      choices.names, stateName: request.hasNames ? Self.stateName(paths) : "peek",
      environment: environment)
  }

  /// Returns the name of a file's saved state: the same for the same path, and legal as a file
  /// name.
  private static func stateName(_ path: String) -> String {
    // FNV-1a with 64 bits. If two paths had the same hash, they would only share their saved
    // position.
    let hash = path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return "peek-" + String(hash, radix: 16)
  }

  /// The first URL of the app: the records, or the collections if there are several.
  var url: ScreenURL {
    let collections = report?.collections ?? []
    let segments = collections.count == 1 ? [collections[0].entity.plural] : []
    return PeekPlace(choices, ScreenURL(segments)).url
  }

  /// Adds the preview that was already made, or the input that still arrives.
  func show(on peeked: PeekedFiles) {
    switch content {
    case .made(let made): peeked.take(made, for: choices)
    case .arriving(let input): peeked.follow(input, for: choices)
    }
  }

  /// Whether there is a store to import into.
  var canBeImported: Bool { target != nil }

  /// Undoes the newest import; `nil` if no store may be changed.
  func undo(_ jobs: JobRunner) -> [Effect]? { target?.undo(jobs) }

  /// Redoes the import that was undone last; `nil` if no store may be changed.
  func redo(_ jobs: JobRunner) -> [Effect]? { target?.redo(jobs) }

  /// Undoes a change that a preview made; `nil` if no store may be changed.
  func undo(_ number: UInt64, savedBy replica: Replica?, _ jobs: JobRunner) -> [Effect]? {
    target?.undo(number, savedBy: replica, jobs)
  }

  /// Imports files with the choices of their current preview; `nil` if no store may be changed.
  func importing(
    _ choices: ImportChoices, on peeked: PeekedFiles, _ jobs: JobRunner
  ) -> [Effect]? {
    guard let target else { return nil }
    switch peeked.known(of: choices) {
    case .ready(let look): return target.start(look.made.inputs, choices, jobs)
    case nil, .loading:
      return [.say(Message("\(choices.names) is still being read", tone: .warning))]
    case .failed(let error):
      return [.say(Message("nothing can be imported: \(error)", tone: .warning))]
    }
  }

  /// Shows the preview on the terminal until the person quits.
  ///
  /// - Parameter start: the start options.
  /// - Throws: ``AppError`` if there is no terminal.
  public func run(_ start: TerminalApp.Start) throws(AppError) {
    var start = start
    start.keepsState = request.hasNames
    let saved = request.hasNames ? try workspace.savedNavigation(session: start.session) : nil
    if saved == nil || !request.isPlain { start.urls = [url] }
    try TerminalApp(workspace, looking: self).run(start)
  }
}
