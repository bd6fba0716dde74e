extension UnionForm {
  func decode(_ reader: inout OctetReader) throws(ProfileError) -> ProfileRecord {
    guard let index = try find(&reader) else {
      let code = try reader.integer(UInt8.self)
      let rest = try reader.data(count: reader.available)
      return others(code, .octets(rest))
    }
    let payload = try cases[index].layout.decodeBody(&reader)
    return record(index, payload)
  }

  /// The record of a case: the tag and then its values.
  func record(_ index: Int, _ payload: ProfileRecord) -> ProfileRecord {
    ProfileRecord([ProfileEntry(tag, tagDatum(index))] + payload.entries)
  }

  /// The record of a code without a case.
  func others(_ code: UInt8, _ rest: ProfileDatum) -> ProfileRecord {
    let tagged: ProfileDatum = style == .name ? .text("unknown(\(code))") : .integer(Int128(code))
    return ProfileRecord([ProfileEntry(tag, tagged), ProfileEntry(Self.othersName, rest)])
  }

  func encode(_ record: ProfileRecord, _ writer: inout OctetWriter) throws(ProfileError) {
    guard let index = try find(record) else {
      writer.append(code(record))
      guard let rest = record[Self.othersName] else { throw .missing(Self.othersName) }
      guard let octets = rest.octets else {
        throw .badValue(rest.printed, allowed: "pairs of hexadecimal digits")
          .inField(Self.othersName)
      }
      writer.append(octets)
      return
    }
    writer.append(cases[index].prefix)
    try cases[index].layout.encodeBody(record, &writer)
  }

  func strings(of record: ProfileRecord) -> [(name: String, text: String)] {
    guard let datum = record[tag] else { return [] }
    guard let index = (try? find(record)) ?? nil else {
      let rest = record[Self.othersName]?.octets.map { hexadecimal($0) } ?? ""
      return [(tag, tagText(datum)), (Self.othersName, rest)]
    }
    return [(tag, cases[index].name)] + cases[index].layout.strings(of: record)
  }

  func parse(_ raw: ProfileRecord, _ context: ProfileContext) throws(ProfileError) -> ProfileRecord
  {
    guard let index = try find(raw) else {
      guard let rest = raw[Self.othersName]?.octets else { throw .missing(Self.othersName) }
      return others(code(raw), .octets(rest))
    }
    return self.record(index, try cases[index].layout.parse(raw, context))
  }

  func names(in record: ProfileRecord, _ context: ProfileContext) -> [[String]] {
    guard let index = try? find(record) else { return [[tag], [Self.othersName]] }
    return [[tag]] + cases[index].layout.names(in: record, context)
  }
}
