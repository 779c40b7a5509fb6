import Crypto
import Ledger

extension AuditHash {
    /// The SHA-256 of these bytes.
    init(of bytes: [UInt8]) {
        guard let hash = Self(Array(SHA256.hash(data: bytes))) else {
            preconditionFailure("SHA-256 has 32 bytes.")
        }
        self = hash
    }
}
