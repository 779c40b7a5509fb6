import Crypto
package import Ledger

/// One-time codes by time (RFC 6238): six digits, a new one every 30 seconds, with HMAC-SHA1 as every app has it.
package enum OneTimeCode {
    /// The length of a secret in bytes, as RFC 4226, section 4, recommends.
    static let secretByteCount = 20
    private static let stepMilliseconds: Int64 = 30_000
    /// The number of steps before and after the current one that are accepted: the clock of a phone can be off.
    private static let tolerance: Int64 = 1

    /// Returns the step of the code that somebody entered; `nil` if the code is none of the accepted ones.
    ///
    /// Only steps after `usedStep` are accepted, so that a code that somebody saw cannot be used again.
    static func step(of typed: String, secret: [UInt8], at now: Instant, after usedStep: Int64) -> Int64? {
        let digits = typed.filter { $0 != " " }
        let current = now.milliseconds / Self.stepMilliseconds
        var found: Int64?
        for step in (current - Self.tolerance)...(current + Self.tolerance)
        where step > usedStep && Self.code(secret: secret, step: step).utf8.elementsEqual(digits.utf8) {
            found = step
        }
        return found
    }

    /// Returns the code of an instant.
    package static func code(secret: [UInt8], at instant: Instant) -> String {
        Self.code(secret: secret, step: instant.milliseconds / Self.stepMilliseconds)
    }

    /// Returns the code of a step (RFC 4226, section 5.3).
    private static func code(secret: [UInt8], step: Int64) -> String {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * Int64($0))) }
        let mac = Array(
            HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: secret))
        )
        let offset = Int(mac[mac.count - 1] & 0xF)
        let number = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// Returns a secret in Base32 (RFC 4648), as people type it into an app.
    package static func base32(_ secret: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        var text: [UInt8] = []
        var bits = 0
        var buffer: UInt32 = 0
        for byte in secret {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[Int(buffer >> UInt32(bits) & 31)])
            }
        }
        if bits > 0 { text.append(alphabet[Int(buffer << UInt32(5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Encrypts the secrets of second factors with AES-256-GCM, by a key derived from the server's own.
///
/// Each encrypted secret is bound to one operator. A backup of the ledger without the server's key cannot decrypt it.
package struct SecondFactorSeal: Sendable {
    private static let nonceByteCount = 12

    private let secrets: WebhookSecrets
    private let randomBytes: @Sendable (Int) -> [UInt8]

    /// Creates a seal with the server's key; `ambient` provides the random nonces.
    init(secrets: WebhookSecrets, ambient: Ambient) {
        self.secrets = secrets
        self.randomBytes = ambient.randomBytes
    }

    /// Returns a secret, encrypted for an operator.
    func seal(_ secret: [UInt8], for name: OperatorName) throws(OperatorError) -> [UInt8] {
        let key = try self.key()
        let box = try? AES.GCM.seal(
            secret,
            using: key,
            nonce: AES.GCM.Nonce(data: self.randomBytes(Self.nonceByteCount)),
            authenticating: Self.label(name)
        )
        guard let combined = box?.combined else { throw .keyUnusable(.signing) }
        return Array(combined)
    }

    /// Returns the decrypted secret; `nil` where it was encrypted with another key or for another operator.
    func open(_ sealed: [UInt8], for name: OperatorName) throws(OperatorError) -> [UInt8]? {
        let key = try self.key()
        guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
        return (try? AES.GCM.open(box, using: key, authenticating: Self.label(name))).map { Array($0) }
    }

    private func key() throws(OperatorError) -> SymmetricKey {
        do throws(WebhookSecretsError) {
            return SymmetricKey(data: try self.secrets.secondFactorKey())
        } catch {
            throw .keyUnusable(error)
        }
    }

    private static func label(_ name: OperatorName) -> [UInt8] { Array("purser second factor\n\(name.rawValue)".utf8) }
}
