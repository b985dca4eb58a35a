internal import CairnKit

extension Effect {
  /// The effects of what may not be possible; where it isn't, the message that says why.
  static func trying(_ effects: () throws(AppError) -> [Effect]) -> [Effect] {
    do throws(AppError) {
      return try effects()
    } catch {
      return [.say(Message(error.description, tone: .warning))]
    }
  }
}
