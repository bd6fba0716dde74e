extension Wire where Value == Bool {
  /// A bit of the layout's flags word that tools show only if it is set.
  static func indicator(_ bit: Int) -> Wire {
    Wire<Bool?>.when(bit, .flag(bit)).mapped({ $0 ?? false }, { $0 ? true : nil })
  }
}
