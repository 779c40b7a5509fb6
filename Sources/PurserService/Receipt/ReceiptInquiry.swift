package import AppStore
import Foundation

/// Asks Apple about receipts of an app that has no key of Apple's API: its client, and the secret that it shares with Apple.
package struct ReceiptInquiry: Sendable {
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
    func ask(about receipt: [UInt8]) async throws(VerifyReceiptClient.Failure) -> VerifyReceiptAnswer {
        let base64 = Data(receipt).base64EncodedString()
        do throws(VerifyReceiptClient.Failure) {
            return try await self.client.verify(VerifyReceiptRequest(receipt: base64, password: self.secret))
        } catch {
            guard case .refused(.wrongSecret) = error, let next = self.next else { throw error }
            return try await self.client.verify(VerifyReceiptRequest(receipt: base64, password: next))
        }
    }
}
