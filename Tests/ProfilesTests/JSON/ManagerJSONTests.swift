import FoundationEssentials
import GATT
import Profiles
import Testing

@Suite struct ManagerJSONTests {
  @Test func `the catalogue is read again as it was, and printed again alike`() throws {
    let catalogue = ProfileManager.catalogue
    let exported = try catalogue.json
    let json = try ProfileJSON(parsing: exported.lines)
    #expect(json == exported)
    let read = try ProfileManager(json: json)
    #expect(try read.json == json)
    #expect(read.entries.count == catalogue.entries.count)
    for (entry, original) in zip(read.entries, catalogue.entries) {
      #expect(entry.models == original.models)
      let pairs = zip(entry.service.characteristics, original.service.characteristics)
      for (profile, original) in pairs {
        #expect(profile.layout == original.layout, "\(original.name)")
        #expect(profile.uuid == original.uuid)
        #expect(profile.properties == original.properties)
        #expect(profile.permissions == original.permissions)
        #expect(try profile.initialData() == original.initialData())
      }
    }
    #expect(read.descriptors == catalogue.descriptors)
    #expect(read.frames == catalogue.frames)
  }

  @Test func `a user's profile is found beside those of the catalogue`() throws {
    let text = """
      {"services": [{"uuid": "F000AA00-0451-4000-B000-0000000000FF", "name": "Mine",
        "models": ["Mine 1"], "characteristics": [{"uuid": "FFF1", "name": "Level",
          "properties": ["read", "notify"], "permissions": ["encrypt-read"], "initial": "05",
          "layout": {"fields": [{"name": "level", "unit": "%", "type": "uint8"}]}}]}],
       "payloads": [
        {"company": "05F1", "name": "Frame", "layout": {"fields": [{"name": "n", "type": "uint8"}]}},
        {"serviceData": "FFF2", "name": "Data", "layout": {"fields": []}},
        {"descriptor": "2999", "name": "Note", "layout": {"fields": []}}]}
      """
    var manager = ProfileManager.catalogue
    manager.add(try ProfileManager(json: ProfileJSON(parsing: text)))
    let profile = try #require(manager.characteristic(0xFFF1, model: "mine 1"))
    #expect(profile.properties == [.read, .notify])
    #expect(profile.permissions == [.encryptRead])
    #expect(try profile.initialData() == Data([5]))
    #expect(try profile.decode(Data([50]))["level_pct"] == 50)
    #expect(manager.characteristic(0xFFF1, model: "other") == nil)
    #expect(try manager.frame(company: 0x05F1)?.decode(Data([7]))["n"] == 7)
    #expect(manager.frame(serviceData: 0xFFF2)?.name == "Data")
    #expect(manager.descriptor(0x2999)?.name == "Note")
  }

  @Test(arguments: [
    (#"{"service": []}"#, #"JSON: "service" is not one of services, payloads"#),
    (
      #"{"services": [{"uuid": "18", "name": "x", "characteristics": []}]}"#,
      #"JSON, services[0].uuid: "18" is not a UUID"#
    ),
    (
      #"{"services": [{"uuid": "180D", "name": "x", "characteristics": [{"uuid": "2A37", "name": "y", "properties": ["shout"], "layout": {"fields": []}}]}]}"#,
      #"JSON, services[0].characteristics[0].properties[0]: "shout" is not a flag in BlueZ's words"#
    ),
    (
      #"{"payloads": [{"company": "Apple", "name": "x", "layout": {"fields": []}}]}"#,
      #"JSON, payloads[0].company: "Apple" is not a company's number in hexadecimal digits"#
    ),
  ])
  func `a mistake in a document is reported with its place`(text: String, message: String) throws {
    let json = try ProfileJSON(parsing: text)
    let error = #expect(throws: ProfileError.self) { try ProfileManager(json: json) }
    #expect(error?.description == message)
  }
}
