package import AppStore
import Crypto
import Foundation

/// A client of Apple's verifyReceipt endpoint for an app that has no key for the App Store Server API, with the app's
/// shared secret.
package struct ReceiptClient: Sendable {
    private let client: VerifyReceiptClient
    private let secret: String
    private let next: String?

    /// Creates a client with the app's secret; `next` is the secret that will replace it, if any.
    package init(client: VerifyReceiptClient, secret: String, next: String? = nil) {
        self.client = client
        self.secret = secret
        self.next = next
    }

    /// Returns Apple's answer about a receipt.
    ///
    /// Where Apple refuses the secret, the client tries the next one, so that a rotation on either side loses nothing.
    func ask(about receipt: [UInt8]) async throws(VerifyReceiptClient.Failure) -> VerifyReceiptResponse {
        let base64 = Data(receipt).base64EncodedString()
        do throws(VerifyReceiptClient.Failure) {
            return try await self.client.verify(VerifyReceiptRequest(receipt: base64, password: self.secret))
        } catch {
            guard case .refused(.wrongSecret) = error, let next = self.next else { throw error }
            return try await self.client.verify(VerifyReceiptRequest(receipt: base64, password: next))
        }
    }
}

/// The shared secrets of an app for verifyReceipt and version 1 notifications: one, or two during a rotation.
package struct SharedSecrets: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    private let digests: [[UInt8]]
    /// The secret that requests contain.
    package let first: String?

    /// Creates the set of secrets; requests contain the first.
    package init(_ secrets: [String] = []) {
        self.digests = secrets.map { Self.digest($0) }
        self.first = secrets.first
    }

    /// Whether there are no secrets.
    package var isEmpty: Bool { self.digests.isEmpty }

    /// Returns whether a text is one of the secrets, in constant time.
    package func contains(_ text: String) -> Bool {
        let digest = Self.digest(text)
        return self.digests.reduce(false) { found, known in
            zip(known, digest).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0 || found
        }
    }

    /// The number of secrets; never the secrets.
    package var description: String { "\(self.digests.count) shared secrets" }

    /// An empty mirror, so that the secrets are not shown.
    package var customMirror: Mirror { Mirror(self, children: []) }

    private static func digest(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }
}
