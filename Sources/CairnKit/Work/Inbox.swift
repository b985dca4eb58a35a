public import CairnScreens
internal import Synchronization

/// Messages for the one thread that draws, from any other.
///
/// The thread sleeps until there is something to do, so each message also wakes it.
public final class Inbox: Sendable {
  /// Something that another thread wants done on the drawing thread.
  enum Item: Sendable {
    case refresh
    case say(Message)
    /// The state was saved, or why it was not.
    case saved(problem: String?)
    case finished(job: Int, output: any Sendable)
  }

  private struct Content {
    var items: [Item] = []
    var wake: (@Sendable () -> Void)?
  }

  private let content = Mutex(Content())

  /// Makes an empty inbox.
  public init() {}

  /// Tells every screen that data changed, whoever changed it.
  public func refresh() { post(.refresh) }

  /// Says something in the status line.
  public func say(_ message: Message) { post(.say(message)) }

  func post(_ item: Item) {
    let wake = content.withLock { content in
      content.items.append(item)
      return content.wake
    }
    wake?()
  }

  /// Takes all messages, the oldest first.
  func take() -> [Item] {
    content.withLock { content in
      defer { content.items = [] }
      return content.items
    }
  }

  /// Sets what wakes the drawing thread.
  func onPost(_ wake: @escaping @Sendable () -> Void) {
    content.withLock { $0.wake = wake }
  }
}

extension Message {
  /// Says that where a person is can't be kept, so that they don't rely on it.
  public static func notSaved(_ reason: String) -> Message {
    Message("\(notSavedHead)\(reason)", tone: .bad)
  }

  /// Whether it is such a message.
  var saysNotSaved: Bool { text.hasPrefix(Self.notSavedHead) }
  private static let notSavedHead = "the session can't be saved: "
}
