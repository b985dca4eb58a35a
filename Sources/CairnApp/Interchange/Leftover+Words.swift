public import CairnInterchange

extension ExportOperation.Leftover {
  /// What stays in the store's files, in a sentence; `nil` if nothing does.
  public var sentence: String? {
    guard values > 0 else { return nil }
    let subject = "\(counted(values, "value")) of \(counted(records, "record"))"
    let (verb, object) = values == 1 ? ("stays", "it") : ("stay", "them")
    return "\(subject) \(verb) only in the store's files, as no field holds \(object); "
      + "cairn store verify names \(object)"
  }
}
