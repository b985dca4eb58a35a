internal import CairnNavigation
internal import CairnScreens

/// The messages of the status line since the start.
struct MessageHistory {
  /// The maximum number of messages: a quarter of an hour of one message a second.
  private static let limit = 1_000

  /// The last alert that was shown.
  var alert: Alert?
  private var messages: [(message: Message, time: Timestamp)] = []
  private var count = 0

  var last: Message? { messages.last?.message }

  /// Records a message; a repeated one replaces the last.
  mutating func append(_ said: (message: Message, time: Timestamp)) {
    if let last, last == said.message { messages.removeLast() } else { count += 1 }
    messages.append(said)
    if messages.count > Self.limit { messages.removeFirst(messages.count - Self.limit) }
  }

  /// Removes the last message.
  mutating func removeLast() {
    if messages.popLast() != nil { count -= 1 }
  }

  /// Returns all messages with their age, newest first.
  func all(at now: Timestamp) -> [ShownMessage] {
    messages.indices.reversed().map { index in
      let (message, time) = messages[index]
      return ShownMessage(
        message, number: count - messages.count + index, age: Age.text(since: time, at: now))
    }
  }
}

/// The age of something, in the shortest words.
package enum Age {
  static func text(since time: Timestamp, at now: Timestamp) -> String {
    text(seconds: (now.milliseconds - time.milliseconds) / 1000)
  }

  /// Returns "now", "5m", "3h", "2d", "6w", "4mo" or "1y".
  package static func text(seconds: Int64) -> String {
    switch seconds {
    case ..<60: "now"
    case ..<3600: "\(seconds / 60)m"
    case ..<86_400: "\(seconds / 3600)h"
    case ..<(14 * 86_400): "\(seconds / 86_400)d"
    case ..<(60 * 86_400): "\(seconds / (7 * 86_400))w"
    case ..<(365 * 86_400): "\(seconds / (30 * 86_400))mo"
    default: "\(seconds / (365 * 86_400))y"
    }
  }
}
