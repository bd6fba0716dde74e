/// Services of Xiaomi.
public enum Xiaomi {
  /// All services of the catalogue.
  public static let services: [any ServiceProfile] = [MiFloraService()]
}
