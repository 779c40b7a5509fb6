import Foundation

extension ReceiptContents {
    /// The maximum number of fields of a property list; genuine ones have about twenty.
    private static let maximumFieldCount = 256

    /// Reads a transaction receipt from before iOS 7, a property list in the legacy format that contains another one.
    init(transactionReceipt bytes: [UInt8]) throws(ReceiptError) {
        let outer = try Self.fields(of: bytes)
        guard let encoded = outer["purchase-info"] else { throw .notReceipt }
        let inner = try Self.fields(of: try Self.decoded(encoded))
        guard let transactionID = try Self.identifier("transaction-id", of: inner) else { throw .empty }
        let purchase = ReceiptPurchase(
            transactionID: transactionID,
            originalTransactionID: try Self.identifier("original-transaction-id", of: inner),
            productID: try Self.identifier("product-id", of: inner)
        )
        try self.init(
            bundleID: try Self.identifier("bid", of: inner),
            environment: try Self.identifier("environment", of: outer),
            purchases: [purchase]
        )
    }

    private static func identifier(_ name: String, of fields: [String: [UInt8]]) throws(ReceiptError) -> String? {
        guard let value = fields[name] else { return nil }
        return try Self.identifier(value)
    }

    /// Returns the fields of a flat property list: `{ "name" = "value"; ...
    ///
    /// }`.
    static func fields(of bytes: [UInt8]) throws(ReceiptError) -> [String: [UInt8]] {
        var fields: [String: [UInt8]] = [:]
        var position = 0
        try Self.expect(UInt8(ascii: "{"), in: bytes, at: &position)
        while true {
            Self.skipSpace(in: bytes, at: &position)
            guard position < bytes.count else { throw .malformed }
            if bytes[position] == UInt8(ascii: "}") { return fields }
            let name = String(decoding: try Self.word(in: bytes, at: &position), as: UTF8.self)
            try Self.expect(UInt8(ascii: "="), in: bytes, at: &position)
            let value = try Self.word(in: bytes, at: &position)
            try Self.expect(UInt8(ascii: ";"), in: bytes, at: &position)
            // Two readers could take different values of a repeated name.
            guard fields.updateValue(value, forKey: name) == nil, fields.count <= Self.maximumFieldCount else {
                throw .malformed
            }
        }
    }

    /// Reads a quoted string, or an unquoted one of letters and digits.
    private static func word(in bytes: [UInt8], at position: inout Int) throws(ReceiptError) -> [UInt8] {
        Self.skipSpace(in: bytes, at: &position)
        guard position < bytes.count else { throw .malformed }
        let isQuoted = bytes[position] == UInt8(ascii: "\"")
        if isQuoted { position += 1 }
        var word: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            if isQuoted {
                position += 1
                if byte == UInt8(ascii: "\"") { return word }
                if byte == UInt8(ascii: "\\") {
                    guard position < bytes.count else { throw .malformed }
                    word.append(bytes[position])
                    position += 1
                } else {
                    word.append(byte)
                }
            } else {
                guard Self.isPlain(byte) else { break }
                word.append(byte)
                position += 1
            }
        }
        guard !isQuoted, !word.isEmpty else { throw .malformed }
        return word
    }

    private static func expect(_ byte: UInt8, in bytes: [UInt8], at position: inout Int) throws(ReceiptError) {
        Self.skipSpace(in: bytes, at: &position)
        guard position < bytes.count, bytes[position] == byte else { throw .malformed }
        position += 1
    }

    private static func skipSpace(in bytes: [UInt8], at position: inout Int) {
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }
}
