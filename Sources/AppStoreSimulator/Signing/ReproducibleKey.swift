import Crypto
import Foundation

/// A private key of a simulated store with deterministic signatures, which depend only on the key and the message (RFC
/// 6979).
///
/// The same world therefore signs the same bytes every time, certificates included. The crypto library computes the
/// points of the curve; this type computes only with the chosen nonce and is not hardened: its keys protect nothing.
package struct ReproducibleKey: Sendable {
    /// The curves of Apple's signatures: P-256 with SHA-256 for data, P-384 with SHA-384 for certificates.
    package enum Curve: Sendable {
        case p256
        case p384
    }

    /// The curve, which determines the hash.
    package let curve: Curve
    /// The private scalar, big-endian.
    package let rawRepresentation: [UInt8]
    private let scalar: [UInt64]
    private let field: ScalarField

    /// Creates the first valid key of a stream of random bytes.
    init(_ curve: Curve, from generator: inout SeededGenerator) {
        while true {
            if let key = ReproducibleKey(curve, rawRepresentation: generator.bytes(curve == .p256 ? 32 : 48)) {
                self = key
                return
            }
        }
    }

    /// Creates the key of a private scalar; returns `nil` when it is zero, too large or of the wrong length.
    package init?(_ curve: Curve, rawRepresentation: [UInt8]) {
        guard Self.publicX(curve, scalar: rawRepresentation) != nil else { return nil }
        self.curve = curve
        self.rawRepresentation = rawRepresentation
        self.field = curve == .p256 ? Self.orderOfP256 : Self.orderOfP384
        self.scalar = self.field.number(rawRepresentation)
    }

    /// Returns the signature of a message hashed with the curve's hash: r followed by s (RFC 7518, section 3.4).
    package func signature(of message: some Collection<UInt8>) -> [UInt8] {
        let message = Array(message)
        let digest = self.field.number(self.hash(message))
        var nonces = self.nonces(for: self.field.bytes(digest))
        while true {
            let candidate = nonces.next()
            guard let x = Self.publicX(self.curve, scalar: candidate) else { continue }
            let r = self.field.number(x)
            let inverse = self.field.inverse(self.field.number(candidate))
            let s = self.field.product(inverse, self.field.sum(digest, self.field.product(r, self.scalar)))
            guard r.contains(where: { $0 != 0 }), s.contains(where: { $0 != 0 }) else { continue }
            return self.field.bytes(r) + self.field.bytes(s)
        }
    }

    /// Returns the x coordinate of the public point of a scalar; `nil` for an invalid scalar.
    private static func publicX(_ curve: Curve, scalar: [UInt8]) -> [UInt8]? {
        switch curve {
        case .p256:
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: scalar) else { return nil }
            return Array(key.publicKey.rawRepresentation.prefix(32))
        case .p384:
            guard let key = try? P384.Signing.PrivateKey(rawRepresentation: scalar) else { return nil }
            return Array(key.publicKey.rawRepresentation.prefix(48))
        }
    }

    private func hash(_ message: [UInt8]) -> [UInt8] {
        switch self.curve {
        case .p256: Array(SHA256.hash(data: message))
        case .p384: Array(SHA384.hash(data: message))
        }
    }

    private func nonces(for digest: [UInt8]) -> NonceSequence {
        NonceSequence(curve: self.curve, privateScalar: self.rawRepresentation, digest: digest)
    }

    // The orders of the two groups (FIPS 186-4, D.1.2.3 and D.1.2.4), lowest limb first.
    private static let orderOfP256 = ScalarField(modulus: [
        0xF3B9_CAC2_FC63_2551, 0xBCE6_FAAD_A717_9E84, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_0000_0000,
    ])
    private static let orderOfP384 = ScalarField(modulus: [
        0xECEC_196A_CCC5_2973, 0x581A_0DB2_48B0_A77A, 0xC763_4D81_F437_2DDF,
        0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF,
    ])
}

/// The candidate nonces of one signature, derived from the key and the digest alone (RFC 6979, section 3.2).
struct NonceSequence {
    private let curve: ReproducibleKey.Curve
    private var key: [UInt8]
    private var value: [UInt8]
    private var isFirst = true

    /// Creates the sequence for a private scalar and a digest already reduced to the group's order, both of the hash's
    /// length.
    init(curve: ReproducibleKey.Curve, privateScalar: [UInt8], digest: [UInt8]) {
        self.curve = curve
        self.key = [UInt8](repeating: 0, count: digest.count)
        self.value = [UInt8](repeating: 1, count: digest.count)
        for separator: UInt8 in [0, 1] {
            self.key = self.code(of: self.value + [separator] + privateScalar + digest)
            self.value = self.code(of: self.value)
        }
    }

    /// Returns the next candidate, as long as the hash.
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
