/// Checks what edited links mean for the records at their other end, which may not be edited at
/// all.
struct LinkCheck {
  let content: EditedSnapshot

  func issues() -> [ValidationIssue] {
    content.edits.touched.flatMap { id in
      (content.model[id.entity]?.relationships ?? []).flatMap { link -> [ValidationIssue] in
        guard link.isStored, !link.holdsOrderOnly, let inverse = inverse(of: link) else {
          return []
        }
        return lostRequired(link, inverse, of: id) + shared(link, inverse, of: id)
      }
    }
  }

  private func inverse(of link: Relationship) -> Relationship? {
    link.inverse.flatMap { content.model[link.destination]?.relationship($0) }
  }

  /// Records that must have a link and lost their last one here.
  private func lostRequired(
    _ link: Relationship, _ inverse: Relationship, of id: ObjectID
  ) -> [ValidationIssue] {
    guard inverse.isRequired else { return [] }
    let kept = content.exists(id) ? content.value(link.name, of: id).linkedKeys : []
    return content.valueBelow(link.name, of: id).linkedKeys.filter { !kept.contains($0) }
      .map { ObjectID(entity: link.destination, key: $0) }
      .filter { content.exists($0) && content.links(inverse, of: $0).isEmpty }
      .map { ValidationIssue(id: $0, field: inverse.name, rule: .required, value: nil) }
  }

  /// Records that can have one link and were given a second one by somebody else meanwhile.
  private func shared(
    _ link: Relationship, _ inverse: Relationship, of id: ObjectID
  ) -> [ValidationIssue] {
    guard !inverse.isToMany, content.exists(id), content.edits.entry(link.name, of: id) != nil
    else { return [] }
    return content.value(link.name, of: id).linkedKeys.compactMap { key in
      let target = ObjectID(entity: link.destination, key: key)
      guard let other = content.links(inverse, of: target).first(where: { $0 != id }) else {
        return nil
      }
      return ValidationIssue(
        id: id, field: link.name, rule: .unique(other: other), value: .link(key))
    }
  }
}
