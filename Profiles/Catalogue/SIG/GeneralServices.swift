extension BluetoothSIG {
  /// The services of sport, time, weather, alerts, input devices and of every device.
  public static let generalServices: [any ServiceProfile] = [
    GenericAccessService(), GenericAttributeService(), ImmediateAlertService(),
    LinkLossService(), TxPowerService(), CurrentTimeService(listingParts: true),
    ReferenceTimeUpdateService(), NextDSTChangeService(), AlertNotificationService(),
    HumanInterfaceDeviceService(), RunningSpeedCadenceService(), CyclingSpeedCadenceService(),
    CyclingPowerService(), FitnessMachineService(), EnvironmentalSensingService(),
  ]
}
