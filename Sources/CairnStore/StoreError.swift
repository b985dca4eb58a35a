public import CairnFiles

/// The reason why the store could not do the requested work.
public enum StoreError: Error, Sendable {
  /// The file system refused an operation.
  case file(FileError)

  /// The folder holds no store.
  case notAStore(path: String)

  /// A new store was requested in a folder that already holds one.
  case alreadyAStore(path: String)

  /// A file of the store itself cannot be read.
  case damaged(file: String, line: Int, reason: String)

  /// Only a newer program may write to the store, because of its format or an unknown feature.
  case needsNewer(path: String, feature: String)

  /// The store was opened read-only, or its folder is not writable.
  case readOnly(path: String, reason: FileError?)

  /// Another process kept the store locked.
  case busy(path: String)

  /// An earlier save failed in a way that leaves its outcome unknown; the store must be reopened.
  case outcomeUnknown(path: String)

  /// The store was closed.
  case closed(path: String)

  /// The model has mistakes.
  case invalidModel([ModelMistake])

  /// The store's model differs from the requested one, and migration is off.
  case modelDiffers(path: String)

  /// The model has no entity with the name.
  case unknownEntity(String)

  /// The entity has no field with the name; the program and the store's model differ.
  case unknownField(String, entity: String)

  /// No record has the id.
  case notFound(ObjectID)

  /// A new record has the id of an existing one.
  case alreadyExists(ObjectID)

  /// A value cannot be stored in a field.
  case unfitValue(ObjectID, field: String, reason: String)

  /// The highest key of an entity is taken, so that a new record cannot get one.
  case noKeyLeft(entity: String)

  /// The text is not an address of a record.
  case malformedURI(String, ObjectURI.Part)

  /// No change is left to undo or to redo.
  case nothingToUndo(isRedo: Bool)

  /// The history has no change with the number.
  case unknownTransaction(UInt64)

  /// The change of that number was undone before.
  case alreadyUndone(UInt64)

  /// The history does not reach back to the requested moment; it begins at this one.
  case historyBegins(Timestamp)

  /// A change cannot be undone because these places have changed since.
  case changedSince(transaction: UInt64, [ChangedPlace])

  /// A change cannot be undone because this part of the model has changed since.
  case modelChangedSince(transaction: UInt64, entity: String, property: String?)

  /// Records break rules of the model; nothing was saved.
  case invalid([ValidationIssue])

  /// Records conflict with changes by others; nothing was saved.
  case conflict([SaveConflict])

  /// A record cannot change while a file of the store has both sides of a merge for it.
  case unmerged(ObjectID, file: String)

  /// A record cannot change while its Id is repeated in a file of the store.
  case repeated(ObjectID, file: String, lines: [Int])

  /// A backup file was not replaced, because the store is damaged or lacks records.
  ///
  /// The existing file may be the better backup.
  case keptFromDamage(path: String, [StoreProblem])

  /// A record may not be deleted while other records are linked to it.
  case deletionDenied(ObjectID, relationship: String, by: [ObjectID])

  /// The caller's own rules refuse the request; the text is their reason, a sentence.
  case refused(String)

  /// The work was canceled before it was done; nothing was changed.
  case canceled
}

extension StoreError: CustomStringConvertible {
  /// The request and the reason for its failure, a lower-case sentence without a full stop.
  public var description: String { sentence(naming: \.description, collection: { $0 }) }

  /// Returns the description with collections and records as in URLs, such as `recipes/p3`.
  ///
  /// - Parameter model: the model with the collections' plurals.
  /// - Returns: the sentence.
  public func description(in model: ObjectModel) -> String {
    sentence(naming: model.path) { model[$0]?.plural ?? $0 }
  }

  private func sentence(
    naming name: (ObjectID) -> String, collection: (String) -> String
  ) -> String {
    switch self {
    case .file(let error) where error.leadsOutside:
      "\(error.description); cairn store links shows it"
    case .file(let error): error.description
    case .notAStore(let path): "\(path) is not a store"
    case .alreadyAStore(let path): "\(path) is already a store"
    case .damaged(let file, let line, let reason):
      line > 0 ? "\(file):\(line): \(reason)" : "\(file): \(reason)"
    case .needsNewer(let path, let feature):
      "\(path) can be changed only by a newer version of Cairn (\(feature))"
    case .readOnly(let path, let reason):
      "\(path) is open for reading only" + (reason.map { ": \($0)" } ?? "")
    case .busy(let path): "another process is saving to \(path)"
    case .outcomeUnknown(let path):
      "an earlier save to \(path) may not have reached the disk; open the store again"
    case .closed(let path): "\(path) is closed"
    case .invalidModel(let mistakes): mistakes.map(\.description).joined(separator: "; ")
    case .modelDiffers(let path): "\(path) has a different model"
    case .unknownEntity(let entity): "no collection is called \(entity)"
    case .unknownField(let name, let entity): "\(entity) has no field \(name)"
    case .notFound(let id): "no record \(name(id))"
    case .alreadyExists(let id): "a record \(name(id)) already exists"
    case .unfitValue(let id, let field, let reason): "\(name(id)): \(field) \(reason)"
    case .noKeyLeft(let entity):
      "\(collection(entity)) has no more ids for new records"
    case .malformedURI(let text, let part): "the \(part) of \(text) cannot be read"
    case .nothingToUndo(let isRedo): isRedo ? "nothing to redo" : "nothing to undo"
    case .unknownTransaction(let number): "the history has no change \(number)"
    case .alreadyUndone(let number): "change \(number) was undone before"
    case .historyBegins(let time): "the history begins at \(time)"
    case .changedSince(let number, let places):
      "change \(number) cannot be undone: "
        + ChangedPlace.sentence(places, naming: name)
    case .modelChangedSince(let number, let entity, let property):
      "change \(number) cannot be undone: "
        + (property.map { "the field \($0) of \(collection(entity))" }
          ?? "the collection \(collection(entity))")
        + " has changed since in the model"
    case .invalid(let issues): issues.map { $0.sentence(naming: name) }.joined(separator: "; ")
    case .conflict(let conflicts):
      conflicts.map { $0.sentence(naming: name) }.joined(separator: "; ")
    case .unmerged(let id, let file):
      "\(name(id)) has a conflict; first choose between <<<<<<< and >>>>>>> in \(file)"
    case .repeated(let id, let file, let lines):
      "\(name(id)) is repeated in \(file), on lines "
        + lines.dropLast().map(\.description).joined(separator: ", ")
        + (lines.last.map { " and \($0)" } ?? "") + "; first delete all but one"
    case .keptFromDamage(let path, let problems):
      "\(path) is unchanged: \(Backup.reason(problems))"
    case .deletionDenied(let id, let relationship, let blockers):
      "\(name(id)) cannot be deleted while \(relationship) has "
        + blockers.prefix(3).map(name).joined(separator: ", ")
        + (blockers.count > 3 ? " and \(blockers.count - 3) more" : "")
    case .refused(let reason): reason
    case .canceled: "canceled; nothing was changed"
    }
  }
}

extension StoreError {
  /// The error of a closure that a caller wrote, and that may throw any error.
  ///
  /// A `StoreError` stays. Another error is `refused` with its description as the reason.
  package init(of error: any Error) {
    self = error as? StoreError ?? .refused("\(error)")
  }
}

extension Result where Failure == StoreError {
  /// The result of a closure that a caller wrote, and that may throw any error.
  package init(ofCaller body: () throws -> Success) {
    do {
      self = .success(try body())
    } catch {
      self = .failure(StoreError(of: error))
    }
  }
}

extension StoreError {
  /// Whether an undo failed because of later changes.
  var isChangedSince: Bool {
    switch self {
    case .changedSince, .modelChangedSince: true
    default: false
    }
  }

  /// Whether an undo failed because of later changes, or because its collection is gone.
  var isOfLaterChanges: Bool {
    if case .unknownEntity = self { true } else { isChangedSince }
  }
}

/// A repeated check whether work should stop with nothing changed.
struct CancellationCheck {
  private let isCanceled: () -> Bool

  /// Creates a check that asks `isCanceled`; by default, work is never canceled.
  init(_ isCanceled: @escaping () -> Bool = { false }) { self.isCanceled = isCanceled }

  /// - Throws: `StoreError.canceled` if the work should stop.
  func callAsFunction() throws(StoreError) {
    if isCanceled() { throw .canceled }
  }
}
