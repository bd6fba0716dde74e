extension DynamicLayout {
  /// The names and texts of values in engineering units, in the order of the fields.
  public func strings(
    of record: ProfileRecord, context: ProfileContext = ProfileContext()
  ) -> [(name: String, text: String)] {
    let layout = selected(context)
    switch layout.body {
    case .union(let union):
      return union.strings(of: record)
    case .fields, .computed:
      return layout.fields.flatMap { field in
        field.texts((try? field.datum(in: record, context)) ?? nil)
      }
    }
  }

  /// Takes values from a text for each; the units may be left out.
  ///
  /// A missing text and a name that is no field are errors; the text of a conditional field may
  /// be missing.
  public func record(
    from texts: [String: String], context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> ProfileRecord {
    let raw = ProfileRecord(texts.keys.sorted().map { ProfileEntry($0, .text(texts[$0] ?? "")) })
    try checkNames(in: raw, context)
    return try parse(raw, context)
  }

  func parse(
    _ raw: ProfileRecord, _ context: ProfileContext
  ) throws(ProfileError) -> ProfileRecord {
    let layout = selected(context)
    switch layout.body {
    case .union(let union):
      return try union.parse(raw, context)
    case .fields, .computed:
      var entries: [ProfileEntry] = []
      for field in layout.fields {
        if let inner = field.form.inlineLayout {
          guard try field.datum(in: raw, context) != nil else { continue }
          entries += try inner.parse(raw, context).entries
        } else if let text = try field.datum(in: raw, context) {
          entries += field.entries(try field.parse(text.withoutUnit.text ?? ""))
        }
      }
      return ProfileRecord(entries)
    }
  }

  /// The names under which a record can hold this layout's values, a list for each value.
  func names(in record: ProfileRecord, _ context: ProfileContext) -> [[String]] {
    let layout = selected(context)
    return switch layout.body {
    case .union(let union): union.names(in: record, context)
    case .fields, .computed: layout.fields.flatMap { $0.names(in: record, context) }
    }
  }

  func checkNames(
    in record: ProfileRecord, _ context: ProfileContext
  ) throws(ProfileError) {
    let names = names(in: record, context)
    let known = Set(names.flatMap(\.self))
    for entry in record.entries where !known.contains(entry.key) && !known.contains(entry.name) {
      throw .unknown(entry.key, allowed: names.compactMap(\.first))
    }
  }
}
