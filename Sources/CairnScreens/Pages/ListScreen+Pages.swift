public import CairnNavigation

/// Lists of the session's memory.
extension ListScreen {
  /// The last surroundings of a screen.
  private final class Seen {
    var surroundings = Surroundings()
  }

  /// A list of recent screens, the newest first.
  ///
  /// - Parameter url: the list's own URL, with its filter.
  /// - Returns: the screen.
  public static func recents(at url: ScreenURL) -> ListScreen {
    let seen = Seen()
    let list = ArrayListSource<VisitedScreen>(
      "Recents", query: ListQuery(url),
      columns: [
        .init(ListColumn("screen", width: 16...48)) { $0.title },
        .init(ListColumn("url", title: "URL", width: 16...120)) { $0.url.text },
        age { $0.age },
      ],
      id: { $0.url.text }, url: { $0.url }, elements: { seen.surroundings.recents })
    list.emptyHint = "no recent screens yet"
    return ListScreen(list) { seen.surroundings = $0 }
  }

  /// A list of the messages since the start, the newest first; Enter shows the whole message.
  ///
  /// - Parameter url: the list's own URL, with its filter.
  /// - Returns: the screen.
  public static func messages(at url: ScreenURL) -> ListScreen {
    let seen = Seen()
    let list = ArrayListSource<ShownMessage>(
      "Messages", query: ListQuery(url),
      columns: [
        .init(ListColumn("message", width: 24...200)) { $0.message.text }, age { $0.age },
      ],
      id: { "\($0.number)" },
      open: { [.present(Notice("Messages", $0.message.text))] },
      elements: { seen.surroundings.messages })
    list.tone = { $0.message.tone }
    list.emptyHint = "no messages yet"
    return ListScreen(list) { seen.surroundings = $0 }
  }

  /// The column of ages; not sortable, as the rows are already in time order.
  private static func age<Element>(
    _ text: @escaping (Element) -> String
  ) -> ArrayListSource<Element>.Column {
    .init(
      ListColumn("age", alignment: .trailing, width: 3...7, isSortable: false), text: text)
  }
}
