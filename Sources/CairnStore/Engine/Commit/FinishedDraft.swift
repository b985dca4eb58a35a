/// A finished draft: the changes with their true old values, and the content after them.
struct FinishedDraft {
  /// The changes of records; with a change of the model, those before and those after it.
  var steps: [AppliedChanges]
  var model: ModelChange?
  /// The content before the last step, under the new model.
  var content: Snapshot
  /// The tables after all changes.
  var tables: [String: LazyTable]

  var isEmpty: Bool { model == nil && steps.allSatisfy(\.isEmpty) }

  /// All changes of records, where insertions of batches have no fields.
  var changes: [RecordChange] {
    if steps.count == 1, steps[0].batches.isEmpty { return steps[0].changes }
    var changes: [RecordChange] = []
    changes.reserveCapacity(steps.reduce(0) { $0 + $1.count })
    for step in steps { step.forEach { changes.append($0) } }
    return changes
  }

  /// The features that a program must know to read the content after the changes.
  var features: Set<StoreHeader.Feature> {
    let notesMerges = steps.contains { step in
      step.changes.contains { $0.id.entity == Entity.merge.name }
    }
    let features = content.model.features
    return notesMerges ? features.union([.merges]) : features
  }

  /// Returns the frame of `transaction`, which gets its changes here, without the checksum.
  func frame(of transaction: Transaction) -> [UInt8] {
    var writer = FrameWriter(transaction)
    writer.reserve(steps.reduce(0) { $0 + $1.textSize })
    for (index, step) in steps.enumerated() {
      if index > 0, let model { writer.add(model) }
      step.write(to: &writer)
    }
    return (consume writer).unsealed()
  }
}

/// Changes of records under one model.
struct AppliedChanges {
  let model: ObjectModel
  /// In the order of their entities' names.
  var batches: [RecordBatch]
  var changes: [RecordChange]

  /// Whether nothing changes, also because the changes of each record cancel each other.
  var isEmpty: Bool {
    guard batches.isEmpty, let first = changes.first else { return batches.isEmpty }
    // Mostly, a record changes once.
    guard changes.dropFirst().contains(where: { $0.id == first.id }) else { return false }
    guard changes.allSatisfy({ $0.kind != .delete }) else { return false }
    return Reversal.net(changes[...]).allSatisfy { $0.kind == .update && $0.fields.isEmpty }
  }

  /// The approximate size of the batches as text, in bytes.
  var textSize: Int { batches.reduce(0) { $0 + $1.textSize } }

  /// The number of changes.
  var count: Int {
    batches.reduce(changes.count) { count, batch in
      batch.pieces.reduce(count) { $0 + $1.chunk.count - $1.firstRow }
    }
  }

  /// Calls `body` with each change.
  ///
  /// Changes of batches have no fields. They are made one by one, because a large import is short
  /// of memory while its frame is written.
  func forEach(_ body: (RecordChange) -> Void) {
    for batch in batches {
      for piece in batch.pieces {
        for key in piece.chunk.keys[piece.firstRow...] {
          let id = ObjectID(entity: batch.entity, key: key)
          body(RecordChange(id: id, kind: .insert, fields: []))
        }
      }
    }
    changes.forEach(body)
  }

  func write(to writer: inout FrameWriter) {
    for batch in batches {
      // In small groups: the frame is in memory, too.
      var texts = ParallelPrefetch(batch.pieces, inGroupsOf: 16) {
        FrameWriter.inserted($0.chunk, from: $0.firstRow)
      }
      while let text = texts.next() { writer.append(text) }
    }
    for change in changes { writer.add(change) }
  }
}
