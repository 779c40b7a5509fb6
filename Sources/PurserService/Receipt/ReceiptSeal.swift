import Crypto
package import Ledger

/// Encrypts the receipts that are kept to ask Apple with: AES-256-GCM, by a key that is derived from the server's own.
///
/// What is sealed belongs to one chain and opens for no other. A backup of the books alone does not open it.
package struct ReceiptSeal: Sendable {
    private static let nonceByteCount = 12

    private let key: @Sendable () throws(WebhookSecretsError) -> [UInt8]
    private let randomBytes: @Sendable (Int) -> [UInt8]

    /// A seal by the server's key; `ambient` gives what makes each seal another.
    package init(secrets: WebhookSecrets, ambient: Ambient) {
        self.key = { () throws(WebhookSecretsError) in try secrets.receiptKey() }
        self.randomBytes = ambient.randomBytes
    }

    /// A receipt, encrypted for a chain.
    func seal(
        _ receipt: [UInt8],
        for chain: OriginalTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws(WebhookSecretsError) -> [UInt8] {
        let key = SymmetricKey(data: try self.key())
        do {
            let box = try AES.GCM.seal(
                receipt,
                using: key,
                nonce: AES.GCM.Nonce(data: self.randomBytes(Self.nonceByteCount)),
                authenticating: Self.label(chain, app, environment)
            )
            guard let combined = box.combined else { throw WebhookSecretsError.signing }
            return Array(combined)
        } catch {
            throw .signing
        }
    }

    /// What was sealed for the chain of a kept receipt; `nil` where it was sealed with another key, or for another chain.
    func open(_ kept: KeptReceipt) throws(WebhookSecretsError) -> [UInt8]? {
        let key = SymmetricKey(data: try self.key())
        guard let box = try? AES.GCM.SealedBox(combined: kept.sealed) else { return nil }
        let label = Self.label(kept.originalTransactionID, kept.app, kept.environment)
        return (try? AES.GCM.open(box, using: key, authenticating: label)).map { Array($0) }
    }

    private static func label(
        _ chain: OriginalTransactionID,
        _ app: AppName,
        _ environment: StoreEnvironment
    ) -> [UInt8] {
        Array("purser receipt\n\(app.rawValue)\n\(environment.rawValue)\n\(chain.rawValue)".utf8)
    }
}
