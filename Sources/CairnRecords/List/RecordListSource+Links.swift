public import CairnScreens
internal import CairnStore

extension RecordListSource {
  /// Whether it is the list of a link whose ends are picked; records that are owned are lines of
  /// their owner's form.
  var isPicked: Bool { origin.map(desk.isPicked) == true }

  /// Picks the records that the link leads to.
  public func link() -> [Effect]? {
    origin.flatMap { FieldEdit(of: [$0.id], on: desk)?.pickLinks($0.relationship) }
  }

  /// Takes the records with these keys out of the link.
  public func unlink(_ ids: [String]) -> [Effect]? {
    let others = ids.compactMap(identity)
    guard let origin, !others.isEmpty else { return nil }
    return FieldEdit(of: [origin.id], on: desk)?.unlink(others, from: origin.relationship)
  }
}
