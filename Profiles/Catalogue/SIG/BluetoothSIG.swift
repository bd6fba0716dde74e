/// The services that the Bluetooth SIG has adopted.
public enum BluetoothSIG {}
