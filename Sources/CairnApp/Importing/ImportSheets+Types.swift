internal import CairnInterchange
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The menu of a column's types, with the links that it can become.
extension ImportSheets {
  /// Asks for the type of a column, or for the collection that it links to.
  func types(of column: ImportColumn) -> [Effect] {
    let name = column.column.name
    let isReplaced = review.asked.options.links.contains { $0.column == name && $0.field == nil }
    if case .link(let link) = column.column.target, !isReplaced {
      return fixed(column, "it is a link to \(Plural.of(link.destination))")
    }
    guard isReplaced || column.field != nil else { return fixed(column, "it is not a field") }
    guard isReplaced || column.isNew else {
      if let menu = forms(of: column, column.field?.name ?? name) { return [.present(menu)] }
      let caption = column.field?.caption ?? name
      return fixed(column, "\(caption) is already a field of \(column.entity.plural)")
    }
    guard !column.isMember, !isReplaced else { return [.present(menu(of: column, names: nil))] }
    return review.rehearsing(link(from: column)) { preview in
      [.present(menu(of: column, names: preview.flatMap { names(of: column, in: $0) }))]
    }
  }

  /// Says why a column has no other type.
  ///
  /// It is a box: the next key may be the letter of a type, and on the screen it would be an action.
  private func fixed(_ column: ImportColumn, _ reason: String) -> [Effect] {
    [
      .present(
        Notice(
          "Type of \(column.column.name)",
          "The type can't change: \(reason). Another field for the column can have another type."))
    ]
  }

  private func menu(of column: ImportColumn, names: Menu.Choice?) -> Menu {
    let name = column.column.name
    return ColumnTypes.menu(
      for: name, now: column.field?.type, isAsked: column.isTypeAsked || column.field == nil,
      forms: column.column.formChoices, names: names
    ) {
      link(column)
    } choose: { type, form in
      review.decide { choices in
        choices.options.setLink(nil, of: name)
        choices.options.setType(of: name, type, as: form)
      }
    }
  }

  /// Returns the link from a column to the collection with its name.
  private func link(from column: ImportColumn) -> ImportOptions.Link {
    ImportOptions.Link(of: column.column.name, called: column.column.ownName)
  }

  /// Returns the choice that makes each value of a column a record, with the number of values in
  /// the preview of that choice.
  private func names(of column: ImportColumn, in preview: ImportPreview) -> Menu.Choice? {
    let link = link(from: column)
    let found = preview.report.namedLinks.first { named in
      preview.tables[column.table].columns.contains {
        guard case .link(let relationship) = $0.target, $0.name == link.column else { return false }
        return relationship.name == named.relationship.name
      } && preview.tables[column.table].entity.name == named.entity.name
    }
    guard let found, found.valueCount > 0 else { return nil }
    let known =
      review.place.records.snapshot.model.entities + (review.preview?.tables ?? []).map(\.entity)
    let isNew = !known.contains { $0.name == found.destination.name }
    return ColumnTypes.names(
      in: found.destination, isNew: isNew, (found.valueCount, found.createdCount)
    ) {
      review.decide { $0.options.setLink(link, of: link.column) }
    }
  }

  /// Asks which records a column links to, of the store or of the same import.
  private func link(_ column: ImportColumn) -> [Effect] {
    guard !column.isMember else {
      return refuse(
        "\(column.column.name) is part of a column, and only a whole column can be a link")
    }
    let known = review.place.records.snapshot.model.entities
    let new = (review.preview?.tables ?? []).map(\.entity).filter { new in
      !known.contains { $0.name == new.name }
    }
    return ColumnTypes.askForLink(of: column.column.name, among: known + new) { link in
      review.decide { $0.options.setLink(link, of: link.column) }
    }
  }
}

extension ImportOptions.Link {
  /// Creates the link that replaces a column, to the collection that is called like it.
  init(of column: String, called name: String) {
    // In an option, a dot would separate a field.
    self.init(
      column: column, collection: name.contains(".") ? Naming.collection(for: name) : name)
  }
}

extension ImportReview {
  /// Previews the import with one more link, on another thread.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - next: the effects that follow, given the preview; `nil` if the link is impossible.
  /// - Returns: the effects that start the work.
  func rehearsing(
    _ link: ImportOptions.Link, then next: @escaping (ImportPreview?) -> [Effect]
  ) -> [Effect] {
    guard case .read(let files) = phase else { return notYet }
    var options = asked.options
    options.setLink(link, of: link.column)
    let (workspace, wanted, progress) = (place.workspace, options, JobProgress())
    let job = BackgroundJob(
      "counting the values", lane: .reader, progress: progress, holdsKeys: true
    ) {
      try? workspace.preview(files.inputs, wanted) { _ in
        progress.ending == nil ? .proceed : .cancel
      }
    } completion: { (preview: ImportPreview?) in
      progress.ending == nil ? next(preview) : []
    }
    return [.run(job)]
  }
}
