public import CairnInterchange
internal import CairnKit
internal import CairnNavigation
internal import CairnStore

/// A look at files without importing them, as an app of its own: the screens are those that any
/// app has at `cairn://~peek`.
///
/// 1. No store is written into before the person asks for it, by `I`; where they were and what they
///    exported is noted among what is kept of the app's state.
/// 2. Records cannot be changed, as the changes would be lost; types can be said anew at any time.
/// 3. Where one was in the same file comes back at the next look; keys follow the file's order, so
///    that the same row has the cursor.
public struct Peek {
  /// The store that is imported into: opened, or made where there is none.
  public typealias Target = @Sendable () throws(AppError) -> (workspace: Workspace, isNew: Bool)

  /// Which files are looked at, and how they are read.
  public struct Request {
    /// The files as they were named; `-` is a stream.
    public var files: [String]
    /// The form of all files; `nil` asks their names.
    public var format: InterchangeFormat?
    /// The collection, types and links that were asked for.
    public var options = ImportOptions()

    /// A look at files, as they are.
    public init(_ files: [String]) {
      self.files = files
    }

    /// Whether something was asked for beyond the files.
    var isPlain: Bool { options == ImportOptions() }
    var hasNames: Bool { !files.contains("-") }
  }

  /// The app's own store, in which nothing is.
  private let workspace: Workspace
  private let request: Request
  private let choices: ImportChoices
  private let made: PeekDesk.Made
  private let target: PeekedImport?

  /// What was understood of the files, and the rows that were not.
  public var report: ImportReport { made.report }

  /// Makes records of what was inspected, in memory.
  ///
  /// - Parameters:
  ///   - inputs: the files, inspected.
  ///   - request: which they are, and how they are read.
  ///   - target: the store that `I` imports into; `nil` where nothing may be changed.
  ///   - environment: what the process was told.
  ///   - progress: is told how far it is.
  /// - Throws: ``AppError`` where nothing could be made of the files.
  public init(
    _ inputs: InspectedInputs, _ request: Request, into target: Target?,
    environment: Environment, progress: (ImportProgress) -> ImportProgress.Answer
  ) throws(AppError) {
    self.request = request
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
    made = try PeekDesk.Made(inputs, request.options, environment, progress: progress)
  }

  /// A name for what is kept of a look at a file: the same for the same path, and safe in a folder.
  private static func stateName(_ path: String) -> String {
    // FNV-1a with 64 bits; paths that share a name would share where one was, no more.
    let hash = path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return "peek-" + String(hash, radix: 16)
  }

  /// Where the app starts the first time: with the records, or the collections if there are several.
  var url: ScreenURL {
    let collections = report.collections
    let segments = collections.count == 1 ? [collections[0].entity.plural] : []
    return PeekPlace(choices, ScreenURL(segments)).url
  }

  /// Hands over what was read already.
  func show(on desk: PeekDesk) { desk.take(made, for: choices) }

  /// Whether there is a store to import into.
  var canBeImported: Bool { target != nil }

  /// Takes the newest import back; `nil` where nothing may be changed.
  func undo(_ jobs: JobDesk) -> [Effect]? { target?.undo(jobs) }

  /// Imports again what was taken back last; `nil` where nothing may be changed.
  func redo(_ jobs: JobDesk) -> [Effect]? { target?.redo(jobs) }

  /// Takes back a change that was made by a look; `nil` where nothing may be changed.
  func undo(_ number: UInt64, savedBy replica: Replica?, _ jobs: JobDesk) -> [Effect]? {
    target?.undo(number, savedBy: replica, jobs)
  }

  /// Imports files as they are looked at on a desk now; `nil` where nothing may be changed.
  func importing(
    _ choices: ImportChoices, on desk: PeekDesk, _ jobs: JobDesk
  ) -> [Effect]? {
    guard let target else { return nil }
    switch desk.known(of: choices) {
    case .ready(let look): return target.start(look.made.inputs, choices, jobs)
    case nil, .loading:
      return [.say(Message("\(choices.names) is still being read", tone: .warning))]
    case .failed(let error):
      return [.say(Message("nothing can be imported: \(error)", tone: .warning))]
    }
  }

  /// Looks at the files on the terminal until the person quits.
  ///
  /// - Parameter start: how the app starts.
  /// - Throws: ``AppError`` if there is no terminal.
  public func run(_ start: TerminalApp.Start) throws(AppError) {
    var start = start
    start.keepsState = request.hasNames
    let saved = request.hasNames ? try workspace.savedNavigation(session: start.session) : nil
    if saved == nil || !request.isPlain { start.urls = [url] }
    try TerminalApp(workspace, looking: self).run(start)
  }
}
