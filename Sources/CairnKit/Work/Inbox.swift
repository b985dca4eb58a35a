public import CairnScreens
internal import Synchronization

/// Messages from other threads for the thread that draws.
///
/// The thread sleeps until it has work, so each message wakes it.
public final class Inbox: Sendable {
  /// A message for the drawing thread.
  enum Item: Sendable {
    case refresh
    case say(Message)
    case open(String)
    /// The state was saved, or a problem prevented it.
    case saved(problem: String?)
    case finished(job: Int, output: any Sendable)
  }

  private struct Content {
    var items: [Item] = []
    var wake: (@Sendable () -> Void)?
  }

  private let content = Mutex(Content())

  /// Creates an empty inbox.
  public init() {}

  /// Tells every screen that data changed.
  public func refresh() { post(.refresh) }

  /// Shows a message in the status line.
  public func say(_ message: Message) { post(.say(message)) }

  /// Opens a URL, as another program may ask for; the guards and observers see that it came from
  /// outside.
  ///
  /// - Parameter url: an address of the app, or one that another program opens.
  public func open(_ url: ScreenURL) { post(.open(url.text)) }

  func post(_ item: Item) {
    let wake = content.withLock { content in
      content.items.append(item)
      return content.wake
    }
    wake?()
  }

  /// Removes and returns all messages, oldest first.
  func take() -> [Item] {
    content.withLock { content in
      defer { content.items = [] }
      return content.items
    }
  }

  /// Sets the function that wakes the drawing thread.
  func onPost(_ wake: @escaping @Sendable () -> Void) {
    content.withLock { $0.wake = wake }
  }
}

extension Message {
  /// The message that the session can't be saved, so the person doesn't rely on it.
  public static func notSaved(_ reason: String) -> Message {
    Message("\(notSavedHead)\(reason)", tone: .bad)
  }

  /// Whether the message says that the session can't be saved.
  var saysNotSaved: Bool { text.hasPrefix(Self.notSavedHead) }
  private static let notSavedHead = "the session can't be saved: "
}
