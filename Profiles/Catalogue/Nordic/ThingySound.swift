public import FoundationEssentials
public import GATT

extension Thingy52 {
  /// The speaker and the microphone of the Thingy:52.
  public struct SoundService: ServiceProfile {
    /// `EF680500-9B35-4933-9B10-52FFA9740042`.
    public static let uuid = Thingy52.uuid(0x0500)
    /// The name in listings.
    public static let name = "Thingy Sound"

    /// What the speaker takes and the microphone gives.
    public let configuration = Self.configuration
    /// The sound to play, in the form of the configuration.
    public let speakerData = Self.speakerData
    /// How playing goes on.
    public let speakerStatus = Self.speakerStatus
    /// The sound that was heard, in the form of the configuration.
    public let microphone = Self.microphone

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [
        AnyCharacteristicProfile(configuration), .init(speakerData), .init(speakerStatus),
        .init(microphone),
      ]
    }
  }
}

extension Thingy52.SoundService {
  /// What the speaker takes and the microphone gives.
  public static let configuration = CharacteristicProfile<Configuration>(
    "Thingy Sound Configuration", uuid: Thingy52.uuid(0x0501), properties: [.read, .write],
    initialValue: Configuration(speaker: .frequency, microphone: .adpcm))

  /// The sound to play, in the form of the configuration.
  public static let speakerData = CharacteristicProfile<Data>(
    "Thingy Speaker Data", uuid: Thingy52.uuid(0x0502), properties: .writeWithoutResponse)

  /// How playing goes on.
  public static let speakerStatus = CharacteristicProfile<SpeakerStatus>(
    "Thingy Speaker Status", uuid: Thingy52.uuid(0x0503), properties: .notify,
    initialValue: .finished)

  /// The sound that was heard, in the form of the configuration.
  public static let microphone = CharacteristicProfile<Data>(
    "Thingy Microphone", uuid: Thingy52.uuid(0x0504), properties: .notify)
}

extension Thingy52.SoundService {
  /// What the speaker takes and the microphone gives.
  public struct Configuration: ProfileValue, Hashable {
    /// What the speaker takes.
    public var speaker: SpeakerMode
    /// What the microphone gives.
    public var microphone: MicrophoneMode

    /// Makes a configuration.
    public init(speaker: SpeakerMode, microphone: MicrophoneMode) {
      self.speaker = speaker
      self.microphone = microphone
    }

    /// Two octets.
    public static let profileLayout = Layout<Configuration>(Configuration.init(speaker:microphone:))
    {
      Field("speakerMode", \.speaker, .enumeration())
      Field("microphoneMode", \.microphone, .enumeration())
    }
  }

  /// What the speaker takes.
  public struct SpeakerMode: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// A frequency, a duration and a volume.
    public static let frequency = SpeakerMode(rawValue: 1)
    /// Samples of eight bits.
    public static let pcm = SpeakerMode(rawValue: 2)
    /// The number of a stored sound.
    public static let sample = SpeakerMode(rawValue: 3)

    /// The codes that have a name.
    public static let names: [(code: SpeakerMode, name: String)] = [
      (.frequency, "Frequency"),
      (.pcm, "PCM"),
      (.sample, "Sample"),
    ]

    /// One octet.
    public static let profileLayout = Layout<SpeakerMode>.single(
      .enumeration(), name: "speakerMode")
  }

  /// What the microphone gives.
  public struct MicrophoneMode: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Compressed samples.
    public static let adpcm = MicrophoneMode(rawValue: 1)
    /// The sound pressure level.
    public static let level = MicrophoneMode(rawValue: 2)

    /// The codes that have a name.
    public static let names: [(code: MicrophoneMode, name: String)] = [
      (.adpcm, "ADPCM"),
      (.level, "Level"),
    ]

    /// One octet.
    public static let profileLayout = Layout<MicrophoneMode>.single(
      .enumeration(), name: "microphoneMode")
  }

  /// How playing goes on.
  public struct SpeakerStatus: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// All is played.
    public static let finished = SpeakerStatus(rawValue: 0)
    /// The buffer is nearly full.
    public static let bufferWarning = SpeakerStatus(rawValue: 1)
    /// The buffer has room again.
    public static let bufferReady = SpeakerStatus(rawValue: 2)
    /// A packet was dropped.
    public static let packetDisregarded = SpeakerStatus(rawValue: 0x10)
    /// A command was not understood.
    public static let invalidCommand = SpeakerStatus(rawValue: 0x11)

    /// The codes that have a name.
    public static let names: [(code: SpeakerStatus, name: String)] = [
      (.finished, "Finished"),
      (.bufferWarning, "Buffer Warning"),
      (.bufferReady, "Buffer Ready"),
      (.packetDisregarded, "Packet Disregarded"),
      (.invalidCommand, "Invalid Command"),
    ]

    /// One octet.
    public static let profileLayout = Layout<SpeakerStatus>.single(.enumeration(), name: "status")
  }
}
