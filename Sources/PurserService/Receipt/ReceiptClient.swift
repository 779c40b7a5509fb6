package import AppStore
import Crypto
import Foundation

/// Asks Apple about receipts of an app that has no key of Apple's API: its client, and the secret that it shares with
/// Apple.
package struct ReceiptClient: Sendable {
    private let client: VerifyReceiptClient
    private let secret: String
    private let next: String?

    /// An inquiry with a client and the app's secret; `next` is the one that takes its place, if there is one.
    package init(client: VerifyReceiptClient, secret: String, next: String? = nil) {
        self.client = client
        self.secret = secret
        self.next = next
    }

    /// What Apple answers about a receipt.
    ///
    /// Where Apple refuses the secret it is asked with the next one, so that neither side of a change loses anything.
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

/// The secrets that an app shares with Apple for the old interfaces: one, or two while one takes the other's place.
package struct SharedSecrets: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    private let digests: [[UInt8]]
    /// The secret that is sent with questions.
    package let first: String?

    /// These secrets, the one that is sent first.
    package init(_ secrets: [String] = []) {
        self.digests = secrets.map { Self.digest($0) }
        self.first = secrets.first
    }

    /// Whether there is none.
    package var isEmpty: Bool { self.digests.isEmpty }

    /// Whether a text is one of them, found out in a time that says nothing of either.
    package func contains(_ text: String) -> Bool {
        let digest = Self.digest(text)
        return self.digests.reduce(false) { found, known in
            zip(known, digest).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0 || found
        }
    }

    /// Their number alone.
    package var description: String { "\(self.digests.count) shared secrets" }

    /// Nothing of them is shown.
    package var customMirror: Mirror { Mirror(self, children: []) }

    private static func digest(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }
}
