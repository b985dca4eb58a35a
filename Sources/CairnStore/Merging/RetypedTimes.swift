/// Converts the times in a file of records whose fields changed between `datetime` and `localtime`.
///
/// A machine that does not know of the change yet writes times of the old type. They are converted
/// in the zone of the machine that merges:
///
///     one machine:   When is a datetime     2024-05-01T08:00:00Z
///     the other:     When is a localtime    2024-05-01 10:00
///     merged:        When is a localtime    2024-05-01 10:00
public struct RetypedTimes: Sendable {
  private let model: ObjectModel
  private let localTime: LocalTime
  /// The old attributes, by the names of collection and field in `model`.
  private var fields: [String: [String: Attribute]] = [:]

  /// A conversion between two models.
  ///
  /// - Parameters:
  ///   - old: The model by which a text was written.
  ///   - model: The model by which it is going to be read.
  ///   - localTime: The zone of times without one.
  public init(from old: ObjectModel, to model: ObjectModel, in localTime: LocalTime) {
    self.model = model
    self.localTime = localTime
    for case (let before?, let after?) in ModelMerge.pairs(old, model) {
      for attribute in before.attributes {
        guard let name = before.name(of: attribute.name, in: after),
          let new = after.attribute(name), attribute.type.convertsTimes(to: new.type)
        else { continue }
        fields[after.name, default: [:]][name] = attribute
      }
    }
  }

  /// Whether no field has another type.
  public var isEmpty: Bool { fields.isEmpty }

  /// The text of the file at `path` with converted times.
  ///
  /// All other lines are unchanged. Cost: in proportion to the text.
  public func converted(_ text: [UInt8], at path: String) -> [UInt8] {
    guard let entity = model.file(at: path)?.entity, let fields = fields[entity.name] else {
      return text
    }
    let names = LineFields(of: entity)
    var (converted, lines, place) = ([UInt8](), TextLines(), 0)
    while lines.next(in: text.span) {
      let content = Array(text[lines.range])
      guard let name = names.field(ofLine: content.span, after: &place)?.name,
        let attribute = fields[name], let time = RecordLines.texts(of: content).first,
        let value = attribute.element(fromText: time).flatMap(localTime.converted)
      else {
        converted += content
        continue
      }
      converted += RecordLines.lines(of: name, value.storedTexts)
    }
    return converted
  }
}
