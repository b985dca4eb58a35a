import CairnStore

/// What a word finds that is typed letter by letter, asked of the store itself.
struct SearchedWord {
  /// A prefix of the word and how many rows have it.
  struct Step {
    let letter: Character
    let text: String
    let count: Int
  }

  let store: ObjectStore

  init(_ bench: Bench) throws {
    var options = ObjectStore.Options(folder: bench.store) { Timestamp(microseconds: 0) }
    options.isReadOnly = true
    store = try ObjectStore.open(options)
  }

  /// The steps, each found from the one before as the app does; `observe` gets each one's time.
  func type(_ observe: (Step, Duration) -> Void = { _, _ in }) throws -> [Step] {
    let clock = WallClock(now: Timestamp(microseconds: 0))
    let snapshot = store.snapshot
    var previous: FetchResult?
    var steps: [Step] = []
    for end in Places.searched.indices {
      let text = String(Places.searched[...end])
      var request = FetchRequest(entity: "Place")
      request.predicate = try RecordPredicate.parse(text)
      let time = try timed {
        previous = try snapshot.fetch(request, at: clock, reusing: previous)
      }
      let step = Step(letter: Places.searched[end], text: text, count: previous?.count ?? 0)
      observe(step, time)
      steps.append(step)
    }
    return steps
  }
}
