import Crypto
import Foundation

/// Checks a delivery by Standard Webhooks 1.0.0 alone, without code of the server.
package struct WebhookCheck: Sendable {
    /// The maximum difference between a timestamp and the receiver's clock, in seconds.
    private static let tolerance: Int64 = 300

    /// The secrets and public keys that the receiver was given, in the form in which it was given them.
    package private(set) var secrets: [String]

    /// Creates a check with these secrets.
    package init(secrets: [String] = []) {
        self.secrets = secrets
    }

    /// Adds a secret.
    package mutating func learn(_ secret: String) { self.secrets.append(secret) }

    /// Returns whether one of the signatures is valid for one of the secrets, and the timestamp is within the tolerance
    /// of `now`, in seconds since 1970.
    package func accepts(id: String, timestamp: String, signatures: String, body: [UInt8], now: Int64) -> Bool {
        guard !id.isEmpty, let seconds = Int64(timestamp), abs(now - seconds) <= Self.tolerance else { return false }
        var content = Data("\(id).\(timestamp).".utf8)
        content.append(contentsOf: body)
        let given = signatures.split(separator: " ")
        return self.secrets.contains { secret in given.contains { Self.holds(secret, String($0), content) } }
    }

    private static func holds(_ secret: String, _ signature: String, _ content: Data) -> Bool {
        let parts = signature.split(separator: ",", maxSplits: 1)
        guard parts.count == 2, let bytes = Data(base64Encoded: String(parts[1])) else { return false }
        if parts[0] == "v1", secret.hasPrefix("whsec_"), let key = Data(base64Encoded: String(secret.dropFirst(6))) {
            return HMAC<SHA256>.isValidAuthenticationCode(
                bytes,
                authenticating: content,
                using: SymmetricKey(data: key)
            )
        }
        if parts[0] == "v1a", secret.hasPrefix("whpk_"), let raw = Data(base64Encoded: String(secret.dropFirst(5))),
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: raw)
        {
            return key.isValidSignature(bytes, for: content)
        }
        return false
    }
}
