import Crypto
package import Ledger

extension AccessDigest {
    /// The SHA-256 of bytes.
    package init(of bytes: [UInt8]) {
        guard let digest = Self(Array(SHA256.hash(data: bytes))) else {
            preconditionFailure("A SHA-256 has \(Self.byteCount) bytes.")
        }
        self = digest
    }

    /// The SHA-256 of several parts, each with its length before it, so that no two lists have the same.
    package init(of parts: [[UInt8]]) {
        var hash = SHA256()
        for part in parts {
            hash.update(data: (0..<8).map { UInt8(truncatingIfNeeded: part.count >> (56 - 8 * $0)) })
            hash.update(data: part)
        }
        guard let digest = Self(Array(hash.finalize())) else {
            preconditionFailure("A SHA-256 has \(Self.byteCount) bytes.")
        }
        self = digest
    }
}
