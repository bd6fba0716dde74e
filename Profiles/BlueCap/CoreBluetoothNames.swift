public import GATT

/// CoreBluetooth's name for what a characteristic lets clients do.
public typealias CBCharacteristicProperties = CharacteristicProperties

/// CoreBluetooth's name for what a server demands of clients.
public typealias CBAttributePermissions = AttributePermissions
