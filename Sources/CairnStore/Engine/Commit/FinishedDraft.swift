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

  var isEmpty: Bool { batches.isEmpty && changes.isEmpty }

  /// The approximate size of the batches as text, in bytes.
  var textSize: Int { batches.reduce(0) { $0 + $1.textSize } }

  /// All changes.
  ///
  /// Changes of batches have no fields.
  var all: [RecordChange] {
    guard !batches.isEmpty else { return changes }
    var all: [RecordChange] = []
    let count = batches.reduce(0) { count, batch in
      batch.pieces.reduce(count) { $0 + $1.chunk.count - $1.firstRow }
    }
    all.reserveCapacity(count + changes.count)
    for batch in batches {
      for piece in batch.pieces {
        for key in piece.chunk.keys[piece.firstRow...] {
          let id = ObjectID(entity: batch.entity, key: key)
          all.append(RecordChange(id: id, kind: .insert, fields: []))
        }
      }
    }
    all += changes
    return all
  }

  func write(to writer: inout FrameWriter) {
    for batch in batches {
      var texts = ParallelPrefetch(batch.pieces) {
        FrameWriter.inserted($0.chunk, from: $0.firstRow)
      }
      while let text = texts.next() { writer.append(text) }
    }
    for change in changes { writer.add(change) }
  }
}
