extension DynamicLayout {
  /// Takes the values at the place of the reader.
  func decodeBody(_ reader: inout OctetReader) throws(ProfileError) -> ProfileRecord {
    guard variants.isEmpty else { return try selected(reader.context).decodeOwn(&reader) }
    return try decodeOwn(&reader)
  }

  /// Whether Swift code computes the values.
  var isComputed: Bool {
    if case .computed = body { true } else { false }
  }

  /// The error of a whole value; octets that no context could explain come before a context that
  /// is missing.
  func aboutLength(_ error: ProfileError, _ reader: borrowing OctetReader) -> ProfileError {
    let layout = selected(reader.context)
    guard error.code == ProfileError.missingContext, layout.isComputed, reader.available > 0,
      layout.trailing == .reject
    else { return error }
    return .trailing(reader.available, offset: reader.offset)
  }

  private func decodeOwn(_ reader: inout OctetReader) throws(ProfileError) -> ProfileRecord {
    let outer = try enter(&reader)
    let record: ProfileRecord
    switch body {
    case .fields(let fields):
      var entries: [ProfileEntry] = []
      entries.reserveCapacity(fields.count)
      for field in fields {
        entries += field.entries(try field.decode(&reader))
      }
      record = ProfileRecord(entries)
    case .union(let union):
      record = try union.decode(&reader)
    case .computed(let form):
      record = try form.decode(&reader)
    }
    reader.leave(outer)
    return record
  }

  /// Takes prefix and flags, and gives the flags of the layout around this one.
  @usableFromInline
  func enter(_ reader: inout OctetReader) throws(ProfileError) -> UInt64 {
    if !prefix.isEmpty { try reader.expect(prefix) }
    let outer = reader.flags
    guard let flags else { return outer }
    do throws(ProfileError) {
      reader.word = try reader.word(size: flags.integer.size, order: flags.integer.order)
    } catch {
      throw error.inField("flags")
    }
    return outer
  }

  /// Appends the octets of named values.
  func encodeBody(
    _ record: ProfileRecord, _ writer: inout OctetWriter
  ) throws(ProfileError) {
    guard variants.isEmpty else { return try selected(writer.context).encodeOwn(record, &writer) }
    try encodeOwn(record, &writer)
  }

  private func encodeOwn(
    _ record: ProfileRecord, _ writer: inout OctetWriter
  ) throws(ProfileError) {
    writer.append(prefix)
    switch body {
    case .union(let union):
      try union.encode(record, &writer)
    case .computed(let form):
      try form.encode(record, &writer)
    case .fields(let fields):
      var word = FlagWord()
      var values: [ProfileDatum?] = []
      for field in fields { values.append(try field.datum(in: record, writer.context)) }
      try word.collect { word throws(ProfileError) in
        for (field, value) in zip(fields, values) {
          try field.explaining { () throws(ProfileError) in
            try field.form.mark(value, &word, writer.context)
          }
        }
      }
      if let flags { writer.append(UInt128(word.bits), flags.integer) }
      for (field, value) in zip(fields, values) {
        do throws(ProfileError) {
          try field.form.encode(value, &writer)
        } catch {
          throw field.explained(error)
        }
      }
    }
  }
}

extension FieldSchema {
  func decode(_ reader: inout OctetReader) throws(ProfileError) -> ProfileDatum? {
    do throws(ProfileError) {
      return try form.decode(&reader)
    } catch {
      throw explained(error)
    }
  }

  func explaining(_ work: () throws(ProfileError) -> Void) throws(ProfileError) {
    do throws(ProfileError) {
      try work()
    } catch {
      throw explained(error)
    }
  }
}

extension OctetReader {
  /// Takes octets that must be these.
  mutating func expect(_ octets: [UInt8]) throws(ProfileError) {
    let start = offset
    let sent = try data(count: octets.count)
    guard sent.elementsEqual(octets) else {
      throw .badValue(
        hexadecimal(sent), allowed: "\(hexadecimal(octets)), with which the value begins",
        offset: start)
    }
  }

  /// Whether these octets come next.
  mutating func starts(with octets: [UInt8]) throws(ProfileError) -> Bool {
    guard octets.count <= available else { return false }
    let start = offset
    let sent = try data(count: octets.count)
    rewind(to: start)
    return sent.elementsEqual(octets)
  }
}
