/// The CRC-16 of the Bluetooth SIG's end-to-end protection (MCRF4XX: reflected polynomial
/// 0x8408, start 0xFFFF, no final exclusive or).
func endToEndChecksum(_ octets: some Sequence<UInt8>) -> UInt16 {
  octets.reduce(0xFFFF) { checksum, octet in
    (0..<8).reduce(checksum ^ UInt16(octet)) { register, _ in
      register & 1 == 1 ? register >> 1 ^ 0x8408 : register >> 1
    }
  }
}
