/// Work for another thread of which one piece at a time is under way, known elsewhere as single
/// flight.
///
/// Whoever wants more while one is under way asks again when that is done:
///
///     func look() -> [Effect] {
///       reading.start("reading the history", holdsKeys: true) {
///         store.history()
///       } completion: { [weak self] history in
///         self?.history = history
///         return [.refresh]
///       }
///     }
public final class SingleFlight {
  /// Whether a piece of it is under way.
  public private(set) var isUnderWay = false

  /// None under way.
  public init() {}

  /// Starts a piece of work, unless one is under way.
  ///
  /// - Parameters:
  ///   - title: what the status line says meanwhile.
  ///   - holdsKeys: whether the next key is meant for the result; a person may then stop to wait.
  ///   - takesText: whether another text in a prompt makes the work be done anew.
  ///   - work: runs off the drawing thread.
  ///   - completion: runs on the drawing thread with what `work` returned, when the next piece may
  ///     begin.
  ///   - abandon: runs in its place once a person has stopped to wait.
  /// - Returns: the effects that start it; none where one is under way.
  public func start<Output: Sendable>(
    _ title: String? = nil, holdsKeys: Bool = false, takesText: Bool = false,
    work: @escaping @Sendable () -> Output, completion: @escaping (Output) -> [Effect],
    abandon: @escaping () -> [Effect] = { [] }
  ) -> [Effect] {
    guard !isUnderWay else { return [] }
    isUnderWay = true
    let job = Job(title, holdsKeys: holdsKeys, takesText: takesText, work: work) { [self] output in
      isUnderWay = false
      return completion(output)
    } abandon: { [self] in
      isUnderWay = false
      return abandon()
    }
    return [.run(job)]
  }
}
