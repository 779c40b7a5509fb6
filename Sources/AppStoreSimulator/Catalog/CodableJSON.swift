import AppStore

/// Any JSON value behind a decoder or an encoder, for types whose own reading works on ``JSONValue``.
///
/// Numbers are whole numbers of 64 bits or the shortest spelling of a double; members are in the order of their keys,
/// because decoders do not tell the text's.
struct CodableJSON: Codable {
    /// The value.
    let value: JSONValue

    /// Holds a value.
    init(_ value: JSONValue) {
        self.value = value
    }

    /// Reads whatever comes.
    init(from decoder: any Decoder) throws {
        if let fields = try? decoder.container(keyedBy: Key.self) {
            let keys = fields.allKeys.sorted { $0.stringValue < $1.stringValue }
            self.value = .object(
                try keys.map { JSONMember(key: $0.stringValue, value: try fields.decode(Self.self, forKey: $0).value) }
            )
        } else if var elements = try? decoder.unkeyedContainer() {
            var values: [JSONValue] = []
            while !elements.isAtEnd {
                values.append(try elements.decode(Self.self).value)
            }
            self.value = .array(values)
        } else {
            self.value = try Self.single(decoder.singleValueContainer())
        }
    }

    private static func single(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let flag = try? container.decode(Bool.self) { return .bool(flag) }
        if let number = try? container.decode(Int64.self) { return .number(String(number)) }
        if let number = try? container.decode(Double.self) { return .number("\(number)") }
        return .string(try container.decode(String.self))
    }

    /// Writes the value.
    func encode(to encoder: any Encoder) throws {
        switch self.value {
        case .object(let members):
            var fields = encoder.container(keyedBy: Key.self)
            for member in members {
                try fields.encode(CodableJSON(member.value), forKey: Key(stringValue: member.key))
            }
        case .array(let values):
            var elements = encoder.unkeyedContainer()
            for value in values {
                try elements.encode(CodableJSON(value))
            }
        default:
            var container = encoder.singleValueContainer()
            switch self.value {
            case .bool(let flag): try container.encode(flag)
            case .string(let text): try container.encode(text)
            case .number(let text):
                if let number = Int64(text) {
                    try container.encode(number)
                } else {
                    try container.encode(Double(text))
                }
            default: try container.encodeNil()
            }
        }
    }

    /// Any key.
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            return nil
        }
    }
}
