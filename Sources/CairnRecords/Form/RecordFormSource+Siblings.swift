public import CairnNavigation
public import CairnScreens
internal import CairnStore

// The forms of the records beside this one in the list that it was opened from.
extension RecordFormSource {
  /// Whether the record is one of a list.
  public var hasSiblings: Bool { id != nil }

  /// Finds the form of the record that is `offset` places further in its list, on another thread
  /// where reading that takes its time.
  public func findSibling(
    _ offset: Int, in list: ScreenURL?, completion: @escaping (ScreenURL?) -> [Effect]
  ) -> [Effect] {
    let (snapshot, clock) = (desk.snapshot, desk.clock())
    guard let id = id.map(snapshot.model.currentID) else { return completion(nil) }
    let find = { @Sendable () -> ScreenURL? in
      guard let list = SourceList(list, of: id, in: snapshot, at: clock),
        let place = list.index(of: id), let sibling = list.id(at: place + offset)
      else { return nil }
      return snapshot.url(of: sibling).appending(StoreAddress.editSegment)
    }
    guard !SourceList.isShort(list, of: id, in: snapshot, at: clock) else {
      return completion(find())
    }
    return readingList.start(
      "reading \(entity.plural.lowercased())", holdsKeys: true, work: find,
      completion: completion)
  }
}
