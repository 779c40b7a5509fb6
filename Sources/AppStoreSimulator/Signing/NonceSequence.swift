import Crypto
import Foundation

/// The candidate nonces of one signature, derived from the key and the digest alone (RFC 6979, section 3.2).
struct NonceSequence {
    private let curve: ReproducibleKey.Curve
    private var key: [UInt8]
    private var value: [UInt8]
    private var isFirst = true

    /// The sequence for a private scalar and a digest already reduced to the group's order, both of the hash's length.
    init(curve: ReproducibleKey.Curve, privateScalar: [UInt8], digest: [UInt8]) {
        self.curve = curve
        self.key = [UInt8](repeating: 0, count: digest.count)
        self.value = [UInt8](repeating: 1, count: digest.count)
        for separator: UInt8 in [0, 1] {
            self.key = self.code(of: self.value + [separator] + privateScalar + digest)
            self.value = self.code(of: self.value)
        }
    }

    /// The next candidate, as long as the hash.
    mutating func next() -> [UInt8] {
        if !self.isFirst {
            self.key = self.code(of: self.value + [0])
            self.value = self.code(of: self.value)
        }
        self.isFirst = false
        self.value = self.code(of: self.value)
        return self.value
    }

    private func code(of message: [UInt8]) -> [UInt8] {
        let key = SymmetricKey(data: self.key)
        return switch self.curve {
        case .p256: Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
        case .p384: Array(HMAC<SHA384>.authenticationCode(for: message, using: key))
        }
    }
}
