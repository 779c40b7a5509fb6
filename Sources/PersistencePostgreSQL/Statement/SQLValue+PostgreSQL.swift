import Ledger
import PersistenceSQL

extension SQLValue {
    /// The value in PostgreSQL's form.
    var forPostgreSQL: PostgreSQLValue {
        switch self {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .text(let text): .text(text)
        case .bytes(let bytes): .bytes(bytes)
        case .token(let token): .bytes(token.bytes)
        }
    }

    /// The value as all that are like it lie in columns of text and of bytes: Apple's ids are not numbers here.
    var asStored: Self {
        switch self {
        case .integer(let integer): .text(String(integer))
        case .token(let token): .bytes(token.bytes)
        default: self
        }
    }
}

extension AccountToken {
    /// Its 16 bytes.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        for half in [self.high, self.low] {
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: half >> shift))
            }
        }
        return bytes
    }
}
