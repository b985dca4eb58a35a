extension InterchangeFormat {
  /// What people call the format.
  public var title: String {
    switch self {
    case .csv: "CSV"
    case .tsv: "TSV"
    case .json: "JSON"
    case .jsonl: "JSON Lines"
    case .vcard: "vCard"
    case .rec: "rec"
    case .markdown: "Markdown"
    }
  }

  /// What the names of its files end in, without the point.
  public var fileExtension: String {
    self == .vcard ? "vcf" : rawValue
  }
}
