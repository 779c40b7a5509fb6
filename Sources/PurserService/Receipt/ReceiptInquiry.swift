package import AppStore
import Foundation

/// Asks Apple about receipts of an app that has no key of Apple's API: its client, and the secret that it shares with Apple.
package struct ReceiptInquiry: Sendable {
    private let client: VerifyReceiptClient
    private let secret: String

    /// An inquiry with a client and the app's secret.
    package init(client: VerifyReceiptClient, secret: String) {
        self.client = client
        self.secret = secret
    }

    /// What Apple answers about a receipt.
    func ask(about receipt: [UInt8]) async throws(VerifyReceiptClient.Failure) -> VerifyReceiptAnswer {
        try await self.client.verify(
            VerifyReceiptRequest(receipt: Data(receipt).base64EncodedString(), password: self.secret)
        )
    }
}
