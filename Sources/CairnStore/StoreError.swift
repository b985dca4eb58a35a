public import CairnFiles

/// Why the store could not do what was asked.
public enum StoreError: Error, Sendable {
  /// The file system refused.
  case file(FileError)

  /// The folder holds no store.
  case notAStore(path: String)

  /// There is a store already where one was to be made.
  case alreadyAStore(path: String)

  /// A file of the store itself cannot be read.
  case damaged(file: String, line: Int, reason: String)

  /// Only a newer program may write to the store, for its format or a feature that this one lacks.
  case needsNewer(path: String, feature: String)

  /// The store was opened read-only, or its folder allows no writing.
  case readOnly(path: String, reason: FileError?)

  /// Another process kept the store locked.
  case busy(path: String)

  /// An earlier save failed in a way that leaves its outcome unknown; the store must be reopened.
  case outcomeUnknown(path: String)

  /// The store was closed.
  case closed(path: String)

  /// The model has mistakes.
  case invalidModel([ModelMistake])

  /// The store has another model than it is to have, and must not migrate.
  case modelDiffers(path: String)

  /// The model has no entity with the name.
  case unknownEntity(String)

  /// There is no such record.
  case notFound(ObjectID)

  /// A record to be inserted exists already.
  case alreadyExists(ObjectID)

  /// A value cannot be stored in a field.
  case unfitValue(ObjectID, field: String, reason: String)

  /// The highest key of an entity is taken, so that a new record can have none.
  case noKeyLeft(entity: String)

  /// The text is no address of a record.
  case malformedURI(String, ObjectURI.Part)

  /// No change is left to take back, or to bring back.
  case nothingToUndo(isRedo: Bool)

  /// The history has no change with the number.
  case unknownTransaction(UInt64)

  /// The change of that number was undone before.
  case alreadyUndone(UInt64)

  /// The history does not go back far enough to tell what was then; it begins at a moment.
  case historyBegins(Timestamp)

  /// A change cannot be taken back because what it changed has changed since: all such places.
  case changedSince(transaction: UInt64, [ChangedPlace])

  /// A change cannot be taken back because what it did to the model has changed since.
  case modelChangedSince(transaction: UInt64, entity: String, property: String?)

  /// Records break rules of the model; nothing was saved.
  case invalid([ValidationIssue])

  /// Records cannot be saved as they are, because others changed them too; nothing was saved.
  case conflict([SaveConflict])

  /// A record cannot change while both sides of a merge stand for it in a file of the store.
  case unmerged(ObjectID, file: String)

  /// A record cannot change while several records with its Id stand in a file of the store.
  case repeated(ObjectID, file: String, lines: [Int])

  /// A file may be a better backup than that of a store which is damaged or lacks records, and was
  /// not replaced.
  case keptFromDamage(path: String, [StoreProblem])

  /// A record may not be deleted while others are linked to it.
  case deletionDenied(ObjectID, relationship: String, by: [ObjectID])

  /// What was asked is refused by the caller's own rules, in a sentence of theirs.
  case refused(String)

  /// The work was asked to end before it was done, and nothing is changed.
  case canceled
}

extension StoreError: CustomStringConvertible {
  /// What was asked and why it could not be, a lower-case sentence without a full stop.
  public var description: String { sentence(naming: \.description, collection: { $0 }) }

  /// The same with collections and records as people and URLs name them, `recipes/p3`.
  ///
  /// - Parameter model: knows the collections' plurals.
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

/// Asks at times whether work is to end with nothing changed.
struct CancellationCheck {
  private let isCanceled: () -> Bool

  /// Creates a check that asks `isCanceled`; by default, work is never canceled.
  init(_ isCanceled: @escaping () -> Bool = { false }) { self.isCanceled = isCanceled }

  /// - Throws: `StoreError.canceled` where the work is to end.
  func callAsFunction() throws(StoreError) {
    if isCanceled() { throw .canceled }
  }
}
