internal import CPlatform
internal import Glibc

/// An error of a file system.
///
/// Each case is also a function of action and path, so a test can name a failure to inject:
/// `FileError.full`.
public enum FileError: Error, Hashable, Sendable {
  /// The file does not exist, or a folder on its path is missing.
  case notFound(FileAction, path: String)
  /// The name exists already.
  case alreadyExists(FileAction, path: String)
  /// The permissions forbid the action.
  case notAllowed(FileAction, path: String)
  /// The file system is read-only.
  case readOnly(FileAction, path: String)
  /// The disk or the user's quota is full.
  case full(FileAction, path: String)
  /// The file would exceed the limit of the process or the file system.
  case tooLarge(FileAction, path: String)
  /// Another program, or another part of this one, holds the lock.
  case busy(FileAction, path: String)
  /// The path is no folder.
  case notFolder(FileAction, path: String)
  /// The path is a folder, not a file.
  case isFolder(FileAction, path: String)
  /// The path is a pipe, a socket or a device, which may never end.
  case notFile(FileAction, path: String)
  /// The folder is not empty.
  case notEmpty(FileAction, path: String)
  /// Too many files are open.
  case tooManyOpen(FileAction, path: String)
  /// Symbolic links lead in a circle.
  case linkLoop(FileAction, path: String)
  /// A symbolic link could lead out of the folder of a confined file system.
  case leadsOutside(FileAction, path: String)
  /// The device failed to read or write.
  case device(FileAction, path: String)
  /// Any other error, with the system's number.
  case system(FileAction, path: String, code: Int32)

  /// Creates the error for the system's error number.
  init(_ action: FileAction, path: String, code: Int32) {
    self =
      switch code {
      case ENOENT: .notFound(action, path: path)
      case EEXIST: .alreadyExists(action, path: path)
      case EACCES, EPERM: .notAllowed(action, path: path)
      case EROFS: .readOnly(action, path: path)
      case ENOSPC, EDQUOT: .full(action, path: path)
      case EFBIG: .tooLarge(action, path: path)
      case ENOTDIR: .notFolder(action, path: path)
      case EISDIR: .isFolder(action, path: path)
      case ENOTEMPTY: .notEmpty(action, path: path)
      case EMFILE, ENFILE: .tooManyOpen(action, path: path)
      case ELOOP: .linkLoop(action, path: path)
      case EIO: .device(action, path: path)
      default: .system(action, path: path, code: code)
      }
  }
}

extension FileError {
  /// The action that failed.
  public var action: FileAction {
    switch self {
    case .notFound(let action, _), .alreadyExists(let action, _), .notAllowed(let action, _),
      .readOnly(let action, _), .full(let action, _), .tooLarge(let action, _),
      .busy(let action, _),
      .notFolder(let action, _), .isFolder(let action, _), .notFile(let action, _),
      .notEmpty(let action, _),
      .tooManyOpen(let action, _), .linkLoop(let action, _), .leadsOutside(let action, _),
      .device(let action, _),
      .system(let action, _, _):
      action
    }
  }

  /// The path of the file or folder.
  public var path: String {
    switch self {
    case .notFound(_, let path), .alreadyExists(_, let path), .notAllowed(_, let path),
      .readOnly(_, let path), .full(_, let path), .tooLarge(_, let path), .busy(_, let path),
      .notFolder(_, let path),
      .isFolder(_, let path), .notFile(_, let path), .notEmpty(_, let path),
      .tooManyOpen(_, let path),
      .linkLoop(_, let path), .leadsOutside(_, let path), .device(_, let path),
      .system(_, let path, _):
      path
    }
  }

  /// Returns the error with the path that the caller knows.
  func naming(_ path: String) -> FileError {
    switch self {
    case .notFound(let action, _): .notFound(action, path: path)
    case .alreadyExists(let action, _): .alreadyExists(action, path: path)
    case .notAllowed(let action, _): .notAllowed(action, path: path)
    case .readOnly(let action, _): .readOnly(action, path: path)
    case .full(let action, _): .full(action, path: path)
    case .tooLarge(let action, _): .tooLarge(action, path: path)
    case .busy(let action, _): .busy(action, path: path)
    case .notFolder(let action, _): .notFolder(action, path: path)
    case .isFolder(let action, _): .isFolder(action, path: path)
    case .notFile(let action, _): .notFile(action, path: path)
    case .notEmpty(let action, _): .notEmpty(action, path: path)
    case .tooManyOpen(let action, _): .tooManyOpen(action, path: path)
    case .linkLoop(let action, _): .linkLoop(action, path: path)
    case .leadsOutside(let action, _): .leadsOutside(action, path: path)
    case .device(let action, _): .device(action, path: path)
    case .system(let action, _, let code): .system(action, path: path, code: code)
    }
  }

  /// Whether the disk is full, so more free space helps.
  public var isFull: Bool {
    if case .full = self { true } else { false }
  }

  /// Whether there is no room for the data; less data may fit.
  public var lacksRoom: Bool {
    switch self {
    case .full, .tooLarge: true
    default: false
    }
  }

  /// Whether writing is forbidden by permissions or by the medium.
  public var isReadOnly: Bool {
    switch self {
    case .readOnly, .notAllowed: true
    default: false
    }
  }

  /// Whether writing is impossible at present; reading may be possible.
  public var preventsWriting: Bool { isReadOnly || lacksRoom }

  /// Whether another lock was held for the whole wait.
  public var isBusy: Bool {
    if case .busy = self { true } else { false }
  }

  /// Whether the two names of a rename are on different file systems, so only a copy helps.
  public var isAcrossDisks: Bool {
    if case .system(_, _, EXDEV) = self { true } else { false }
  }

  /// Whether the reason is a symbolic link that is not allowed.
  public var leadsOutside: Bool {
    if case .leadsOutside = self { true } else { false }
  }

  /// Whether the file does not exist.
  public var isNotFound: Bool {
    if case .notFound = self { true } else { false }
  }
}

extension FileError: CustomStringConvertible {
  /// A sentence such as "cannot read notes.txt: no such file or folder".
  public var description: String {
    "cannot \(action.rawValue) \(path): \(reason)"
  }

  /// The reason, without the path.
  public var reason: String {
    switch self {
    case .notFound: "no such file or folder"
    case .alreadyExists: "it already exists"
    case .notAllowed: "permission is missing"
    case .readOnly: "the file system is read-only"
    case .full: "the disk is full"
    case .tooLarge: "the file is larger than the system allows; ulimit -f shows the limit"
    case .busy: "another program has locked it"
    case .notFolder: "it is not a folder"
    case .isFolder: "it is a folder"
    case .notFile: "it is a pipe or a device, not a file"
    case .notEmpty: "the folder is not empty"
    case .tooManyOpen: "too many files are open"
    case .linkLoop: "its links form a circle"
    case .leadsOutside: "the path has a symbolic link that is not allowed on this machine"
    case .device: "the device failed"
    case .system(_, _, let code): Self.text(of: code)
    }
  }

  private static func text(of code: Int32) -> String {
    guard let text = unsafe platform_error_text(code) else { return "the system says \(code)" }
    return unsafe String(cString: text).lowercased()
  }
}

/// An action of a file system; the raw value is its verb phrase in errors.
public enum FileAction: String, CaseIterable, Sendable {
  /// Reading from a file.
  case read
  /// Reading a file's status, size or links.
  case examine
  /// Reading the names in a folder.
  case list
  /// Making a folder.
  case makeFolder = "make the folder"
  /// Making a symbolic link.
  case makeLink = "make the link"
  /// Giving a file another path; a file with that path is replaced.
  case rename
  /// Giving each of two files the path of the other one.
  case exchange
  /// Removing a file or folder.
  case remove
  /// Getting a descriptor for an existing file.
  case open
  /// Making a file that did not exist.
  case create
  /// Writing to a file.
  case write
  /// Synchronizing a file or folder with the disk.
  case synchronize
  /// Changing a file's size.
  case truncate
  /// Changing a file's permissions.
  case permit = "set the permissions of"
  /// Keeping other processes from the same file.
  case lock
  /// Starting another program.
  case run
  /// Watching a folder for changes.
  case watch
}
