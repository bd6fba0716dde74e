extension BlueZError.Code {
  /// The devices did not agree on a key, or the peer has lost its own.
  public static let authenticationFailed = Self("AuthenticationFailed")
  /// Somebody said no.
  public static let authenticationRejected = Self("AuthenticationRejected")
  /// The pairing was taken back, or its link was lost.
  public static let authenticationCanceled = Self("AuthenticationCanceled")
  /// Nobody answered in time.
  public static let authenticationTimeout = Self("AuthenticationTimeout")
  /// There was no link to pair over.
  public static let connectionAttemptFailed = Self("ConnectionAttemptFailed")

  /// What is answered to a pairing.
  static let pairing = [
    authenticationFailed, authenticationRejected, authenticationCanceled, authenticationTimeout,
    connectionAttemptFailed,
  ]
}
