/// What was asked of a file system, as the verb phrase that an error repeats.
public enum FileAction: String, CaseIterable, Sendable {
  /// Reading from a file.
  case read
  /// Asking for a file's status, size or links.
  case examine
  /// Listing a folder.
  case list
  /// Making a folder.
  case makeFolder = "make the folder"
  /// Making a symbolic link.
  case makeLink = "make the link"
  /// Changing a file's name.
  case rename
  /// Swapping two files.
  case exchange
  /// Removing a file or folder.
  case remove
  /// Opening a file.
  case open
  /// Creating a file.
  case create
  /// Writing to a file.
  case write
  /// Waiting until a file or folder is on the disk.
  case synchronize
  /// Changing a file's size.
  case truncate
  /// Changing a file's permissions.
  case permit = "set the permissions of"
  /// Taking a lock.
  case lock
  /// Running a program.
  case run
  /// Watching a folder for changes.
  case watch
}
