internal import CairnInterface

/// The kinds of changes that a list or a record supports.
///
/// Keys for other changes have no effect there, and neither the last row nor the help names them.
public struct ChangeOptions: OptionSet, Hashable, Sendable {
  /// A bit for each kind of change.
  public let rawValue: Int

  /// Creates the set of kinds whose bits are set.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Adding a record.
  public static let add = ChangeOptions(rawValue: 1)
  /// Editing a record as a whole.
  public static let edit = ChangeOptions(rawValue: 2)
  /// Deleting records.
  public static let delete = ChangeOptions(rawValue: 4)
  /// Linking existing records, and unlinking them.
  public static let link = ChangeOptions(rawValue: 8)
  /// Changing one field in place.
  public static let field = ChangeOptions(rawValue: 16)
  /// Rows can be added in one line of text.
  public static let capture = ChangeOptions(rawValue: 32)
  /// Marking records as done.
  public static let complete = ChangeOptions(rawValue: 64)
  /// Merging several records into one.
  public static let merge = ChangeOptions(rawValue: 128)
  /// All changes that rows of any kind support: adding, editing as a whole and by one field, and
  /// deleting.
  public static let all: ChangeOptions = [.add, .edit, .field, .delete]

  /// The reason why an action is refused; `nil` if it is possible, or if it is no change.
  ///
  /// - Parameters:
  ///   - action: the requested action.
  ///   - obstacle: the obstacle to all changes, if there is one.
  /// - Returns: the reason, followed by the obstacle.
  func refusal(of action: ActionName, obstacle: String? = nil) -> String? {
    let words: String? =
      switch action {
      case .add where !contains(.add): "nothing can be added here"
      case .capture where !contains(.capture): "nothing can be added in one line here"
      case .edit where !contains(.edit): "this can't be edited"
      case .changeField where !contains(.field): "no field can be changed here"
      case .completeRecord where !contains(.complete):
        contains(.field) ? Self.noDoneField : "nothing can be marked as done here"
      case .repeatChange where !contains(.field): "no change can be repeated here"
      case .mergeRecords where !contains(.merge): "nothing can be merged here"
      case .delete where !contains(.delete): "this can't be deleted"
      case .linkRecords where !contains(.link): "nothing can be linked here"
      case .unlink where !contains(.link): "nothing can be unlinked here"
      default: nil
      }
    return words.map { words in obstacle.map { obstacle in "\(words): \(obstacle)" } ?? words }
  }

  /// The message for records that have no field for being done, with the remedy.
  package static let noDoneField =
    "no field here says done; add a date or a yes-or-no field Done to the model"

  /// Whether an action is possible, or is no change.
  func allows(_ action: ActionName) -> Bool { refusal(of: action) == nil }
}
