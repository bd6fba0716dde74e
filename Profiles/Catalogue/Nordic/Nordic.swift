/// Services of Nordic Semiconductor that many vendors use.
public enum Nordic {
  /// All services of the catalogue.
  public static let services: [any ServiceProfile] = [UARTService()]
}
