import AppStore

/// A JSON value for decoders and encoders, for types that read ``JSONValue``.
///
/// Numbers are 64-bit integers or the shortest text of a double; members are sorted by key, because decoders do not
/// provide the order of the text.
struct CodableJSON: Codable {
    /// The value.
    let value: JSONValue

    /// Creates a wrapper of a value.
    init(_ value: JSONValue) {
        self.value = value
    }

    /// Decodes any JSON value.
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

    /// Encodes the value.
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
