internal import CairnNavigation
internal import CairnScreens

/// Handing what the navigator keeps to the writer.
extension Session {
  static let saveDelay = Duration.milliseconds(250)

  /// Notes that something may have changed; the first change since the last save sets the time.
  func noteChange() {
    guard application.state != nil, saveDue == nil else { return }
    saveDue = now.advanced(by: Self.saveDelay)
  }

  /// Hands over the state if it is due.
  func saveIfDue() {
    guard let due = saveDue, due <= now else { return }
    save()
  }

  /// Notes that the start went well: the first screen was drawn, and input was waited for.
  func noteSuccess() {
    guard let keeping = application.state, !hasSucceeded else { return }
    hasSucceeded = true
    worker.start(keeping.succeed, in: .writer)
  }

  /// Hands over everything at once and waits for the writer: the program may not go on.
  func saveAll() {
    flushDelays()
    save()
    worker.finishWriting()
  }

  /// Forgets what has become too old, by the days that pass or by a new setting.
  ///
  /// Every entry is decoded for it, so that it is done for whole days only.
  private func forget(before oldest: Moment?) {
    let day = Duration.seconds(86_400)
    if let oldest, rememberedFrom.map({ $0 <= oldest.before(day) }) ?? true {
      navigator.forget(before: oldest)
      rememberedFrom = oldest
    }
  }

  private func save() {
    saveDue = nil
    guard let keeping = application.state else { return }
    forget(before: keeping.oldest())
    let state = navigator.capture()
    let moment = application.clock()
    let inbox = application.inbox
    worker.start(
      {
        do {
          try keeping.save(state, moment)
        } catch {
          inbox.say(.notSaved("\(error)"))
        }
      }, in: .writer)
  }
}
