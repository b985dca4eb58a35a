/// Tells that something in folders changed, whoever changed it, without looking again and again.
///
/// A program that waits in `poll` adds the descriptor to what it waits for, and sleeps until there
/// is something to see:
///
///   W1  A change in a folder wakes the wait if it came after `follow` returned for the folder: a
///       name that came, went or stands for another file, and bytes written to a file in it.
///   W2  What changed isn't told, so nothing is missed when there is more than the system can
///       remember: whoever is woken looks at everything.
///   W3  A folder that can't be followed is a problem to be told, never an error: the program goes
///       on, and has to look now and then.
public protocol FolderWatch: AnyObject, Sendable {
  /// What can be read from when something changed, for `poll`; negative where nothing can wait.
  var descriptor: Int32 { get }

  /// Why changes may go unnoticed, `nil` while all folders are followed, whoever asked for them.
  var problem: FileError? { get }

  /// Follows these folders from now on, besides those that are followed already.
  ///
  /// One that was removed and made again has to be followed again. One that isn't there is no
  /// problem; its making is a change in the folder above.
  func follow(_ folders: [String])

  /// Says whether something changed since the last call, or may have.
  func takeChanges() -> Bool
}
