import AppStore

/// JSON that is there already, as part of an object that is encoded.
extension JSONValue: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue _: Int) { nil }
    }

    /// Encodes the value; a number that is not a whole one goes through `Double`.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let flag): try flag.encode(to: encoder)
        case .number(let text):
            if let whole = Int64(text) { try whole.encode(to: encoder) } else { try Double(text)?.encode(to: encoder) }
        case .string(let text): try text.encode(to: encoder)
        case .array(let values): try values.encode(to: encoder)
        case .object(let members):
            var container = encoder.container(keyedBy: Key.self)
            for member in members { try container.encode(member.value, forKey: Key(stringValue: member.key)) }
        }
    }
}
