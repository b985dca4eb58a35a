internal import CairnInterface

/// What a person can change in a list or a record.
///
/// The keys for the others do nothing there, and neither the last row nor the help names them.
public struct ChangeOptions: OptionSet, Hashable, Sendable {
  /// A bit for each kind of change.
  public let rawValue: Int

  /// The kinds whose bits are set.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Adding.
  public static let add = ChangeOptions(rawValue: 1)
  /// Editing.
  public static let edit = ChangeOptions(rawValue: 2)
  /// Deleting.
  public static let delete = ChangeOptions(rawValue: 4)
  /// Linking records that there are, and unlinking them.
  public static let link = ChangeOptions(rawValue: 8)
  /// Changing one field in place.
  public static let field = ChangeOptions(rawValue: 16)
  /// All that can be done with rows of any kind: adding, editing as a whole and by one field, and
  /// deleting.
  public static let all: ChangeOptions = [.add, .edit, .field, .delete]

  /// Why an action can't be done, in words; `nil` where it can, or is none of these changes.
  ///
  /// - Parameters:
  ///   - action: what was asked for.
  ///   - obstacle: what is in the way of all changes, if anything is.
  /// - Returns: the reason, with the obstacle behind it.
  func refusal(of action: ActionName, obstacle: String? = nil) -> String? {
    let words: String? =
      switch action {
      case .add where !contains(.add): "nothing can be added here"
      case .edit where !contains(.edit): "this can't be edited"
      case .changeField where !contains(.field): "no field can be changed here"
      case .repeatChange where !contains(.field): "no change can be repeated here"
      case .delete where !contains(.delete): "this can't be deleted"
      case .linkRecords where !contains(.link): "nothing can be linked here"
      case .unlink where !contains(.link): "nothing can be unlinked here"
      default: nil
      }
    return words.map { words in obstacle.map { obstacle in "\(words): \(obstacle)" } ?? words }
  }

  /// Whether an action is none of these changes, or one that can be made.
  func allows(_ action: ActionName) -> Bool { refusal(of: action) == nil }
}
