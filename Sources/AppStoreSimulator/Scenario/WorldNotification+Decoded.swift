public import AppStore

extension WorldNotification {
    /// The payload as JSON, with everything signed in it decoded in its place.
    public var decodedPayload: JSONValue {
        guard let payload = try? JSONValue(json: self.payload.json()), case .object(let members) = payload else {
            return .null
        }
        return .object(
            members.map { member in
                guard case .object(let inner) = member.value else { return member }
                return JSONMember(key: member.key, value: .object(inner.map(Self.decoded)))
            }
        )
    }

    /// The same as text on many lines, for people.
    public var decodedPayloadText: String {
        String(decoding: JSONLayout.text(self.decodedPayload, sortsKeys: false), as: UTF8.self)
    }

    private static func decoded(_ member: JSONMember) -> JSONMember {
        guard case .string(let text) = member.value, member.key.hasPrefix("signed") else { return member }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let json = Base64URL.decode(parts[1]), let value = try? JSONValue(json: json) else {
            return member
        }
        return JSONMember(key: member.key, value: value)
    }
}
