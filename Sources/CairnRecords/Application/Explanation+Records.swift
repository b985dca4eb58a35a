internal import CairnKit
package import CairnNavigation
package import CairnScreens
internal import CairnStore

extension UnmatchedURL {
  /// Finds out why nothing has the URL.
  ///
  /// - Parameter address: finds the place of a URL.
  /// - Returns: the reason, and the problem with its place in a store, if it is one.
  package func reason(
    in address: (ScreenURL) throws(AddressProblem) -> StoreAddress
  ) -> (text: String, problem: AddressProblem?) {
    do throws(AddressProblem) {
      _ = try address(url)
    } catch .appWord {
      // The map explains URLs of app screens better.
    } catch {
      return (reason(besides: error), error)
    }
    return (description, nil)
  }

  /// Returns the reason that the store gives, with the nearest route of the person's own settings.
  package func reason(besides problem: AddressProblem) -> String {
    guard redirects.isEmpty else { return description }
    // The app's own patterns begin with a capture or with `~`, so this one is the person's.
    let own = nearest.first { $0.pattern.firstWord.map { !$0.hasPrefix("~") } ?? false }
    guard let own, case .rejected(let mismatch) = own.verdict else { return problem.description }
    return "\(problem), and the route \(own.pattern.text) does not match: \(mismatch)"
  }
}

extension Explanation {
  /// Creates the explanation why no route matches a URL, with the collections that may be meant.
  ///
  /// - Parameters:
  ///   - unmatched: the URL of the app.
  ///   - client: the records.
  ///   - more: further ways of the app, after those to records that may be meant.
  package init(
    _ unmatched: UnmatchedURL, in client: StoreClient,
    more: (AddressProblem?) -> [Way] = { _ in [] }
  ) {
    let (reason, problem) = unmatched.reason { url throws(AddressProblem) in
      try client.address(url)
    }
    self.init(
      "Nothing at this address", subject: unmatched.url.text, reason: reason,
      ways: Self.suggestions(problem, in: client) + more(problem) + [
        Way(nil, "Go back", effects: [.back]), Way(nil, "Go to the launcher", effects: [.home]),
      ])
  }

  /// Returns records of a collection whose names are like `text` and begin with the same letter.
  ///
  /// Only the first thousand records are searched, as a longer search would keep the person
  /// waiting.
  private static func nearest(
    to text: String, in collection: String, _ snapshot: Snapshot, at clock: WallClock
  ) -> [ObjectID] {
    guard let entity = snapshot.model.entity(matching: collection),
      let first = SearchFold.fold(text).first,
      var batches = try? snapshot.batches(
        of: 512, FetchRequest(entity: entity.name, limit: 1024), at: clock)
    else { return [] }
    var ids: [String: ObjectID] = [:]
    while let rows = try? batches.next() {
      for row in rows {
        let handle = entity.handle.flatMap { row[$0] }?.storedTexts.first
        for name in [handle, row.title].compactMap(\.self)
        where name.utf8.count <= 2 * text.utf8.count + 8
          && SearchFold.fold(String(name.prefix(1))).first == first
        {
          ids[name] = row.id
        }
      }
    }
    let names = NearestNames.nearest(to: text, among: ids.keys.sorted(), limit: 4)
    var found: [ObjectID] = []
    for id in names.compactMap({ ids[$0] }) where !found.contains(id) { found.append(id) }
    return Array(found.prefix(2))
  }

  private static func suggestions(_ problem: AddressProblem?, in client: StoreClient) -> [Way] {
    let snapshot = client.snapshot
    switch problem {
    case .noMatch(let text, let collection):
      return nearest(to: text, in: collection, snapshot, at: client.clock())
        .map { wayToRecord($0, in: client) }
    case .unknownCollection(_, let nearest):
      return nearest.compactMap(snapshot.model.entity(matching:)).map { entity in
        let url = client.url(of: entity)
        return Way(nil, "Open \(entity.plural)", detail: url.text, effects: [.replace(url)])
      }
    case .ambiguous(_, let collection, let keys):
      return snapshot.model.entity(matching: collection).map { entity in
        keys.map { wayToRecord(ObjectID(entity: entity.name, key: $0), in: client) }
      } ?? []
    default: return []
    }
  }

  private static func wayToRecord(_ id: ObjectID, in client: StoreClient) -> Way {
    let url = client.url(of: id)
    let title = "Open \(client.snapshot.title(of: id))"
    return Way(nil, title, detail: url.text, effects: [.replace(url)])
  }

  /// Creates the explanation why the screen of an entry can't be made.
  ///
  /// - Parameters:
  ///   - unbuilt: the entry and the reason.
  ///   - client: the records.
  ///   - more: further ways of the app, after those to records that may be meant.
  package init(
    unbuilt: UnbuiltEntry, _ client: StoreClient,
    more: (AddressProblem?) -> [Way] = { _ in [] }
  ) {
    // A guard's reason says more than the address.
    if case .vetoed = unbuilt.reason {
      self.init(unbuilt)
      return
    }
    let problem: AddressProblem
    do throws(AddressProblem) {
      _ = try client.address(unbuilt.entry.url)
      self.init(unbuilt)
      return
    } catch {
      problem = error
    }
    let suggestions = Self.suggestions(problem, in: client) + more(problem)
    if case .gone(let id, _) = problem, unbuilt.entry.importance == .draft {
      // Restoring the record reopens the form, so the screen offers no retry.
      self.init(unbuilt, canRetry: false)
      headline = "The record of this draft was deleted"
      reason = "This is what you typed:"
      ways = Self.waysOfDraft(unbuilt.entry, of: id, client) + suggestions + ways
    } else {
      self.init(unbuilt)
      (headline, reason) = (problem.headline, problem.description)
      ways = suggestions + ways
    }
  }
}

extension AddressProblem {
  /// The problem in a few words.
  var headline: String {
    switch self {
    case .unknownCollection: "No such collection"
    case .unknownLink: "No such link"
    case .ambiguous: "Several records have this name"
    case .gone: "No such record"
    case .noMatch: "No such record"
    case .otherStore: "A record of another store"
    case .unavailable: "This record cannot be read"
    case .malformed: "Not a record"
    case .appWord, .noPlace: "Nothing at this address"
    }
  }
}
