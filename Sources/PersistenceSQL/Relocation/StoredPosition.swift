/// Up to which row a table was read, as bytes that can be kept.
package enum StoredPosition {
    /// The bytes for the key of a row.
    package static func encode(_ key: [StoredValue]) -> [UInt8] {
        var bytes: [UInt8] = []
        for value in key {
            switch value {
            case .null: bytes.append(0)
            case .integer(let integer):
                bytes.append(1)
                Self.append(UInt64(bitPattern: integer), to: &bytes)
            case .text(let content), .bytes(let content):
                if case .text = value { bytes.append(2) } else { bytes.append(3) }
                Self.append(UInt64(content.count), to: &bytes)
                bytes += content
            }
        }
        return bytes
    }

    /// The key that bytes stand for; `nil` when they stand for none.
    package static func decode(_ bytes: [UInt8]) -> [StoredValue]? {
        var key: [StoredValue] = []
        var rest = bytes[...]
        while let tag = rest.popFirst() {
            guard tag > 0 else {
                key.append(.null)
                continue
            }
            guard tag <= 3, rest.count >= 8 else { return nil }
            let number = rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            rest = rest.dropFirst(8)
            if tag == 1 {
                key.append(.integer(Int64(bitPattern: number)))
                continue
            }
            guard number <= rest.count else { return nil }
            let content = Array(rest.prefix(Int(number)))
            rest = rest.dropFirst(content.count)
            key.append(tag == 2 ? .text(content) : .bytes(content))
        }
        return key
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
