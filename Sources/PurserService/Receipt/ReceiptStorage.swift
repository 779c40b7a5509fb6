import AppStore
import Crypto
package import Ledger
package import Logging

/// Stores the newest receipt of each subscription of an app without a key, encrypted, to ask Apple about it later.
package struct ReceiptStorage: Sendable {
    /// The maximum size of a stored receipt; Apple's rarely have a tenth of it.
    static let maximumReceiptByteCount = 1 << 20
    /// The maximum number of chains of one receipt for which it is stored, those that end last; Apple's answer about
    /// one covers all.
    static let maximumChains = 8

    let repository: any Repository
    let seal: ReceiptSeal
    let logger: Logger

    /// Creates a receipt storage in a repository.
    package init(repository: any Repository, seal: ReceiptSeal, logger: Logger) {
        self.repository = repository
        self.seal = seal
        self.logger = logger
    }

    /// Stores a receipt for those of its subscriptions that ended recently or not yet.
    ///
    /// Where encryption fails, the method logs the error and stores nothing; the purchase itself is recorded.
    func keep(
        _ receipt: VerifiedReceipt,
        _ schedules: [OriginalTransactionID: ReceiptSchedule],
        in environment: StoreEnvironment,
        at now: Instant,
        for app: ServedApp
    ) async throws(RepositoryError) {
        guard app.receiptClient != nil, environment != .xcode, !schedules.isEmpty else { return }
        guard receipt.bytes.count <= Self.maximumReceiptByteCount else {
            self.logger.notice(
                "A receipt is too long to be stored; its subscriptions are updated only by the next receipt.",
                metadata: ["app": "\(app.name)", "bytes": "\(receipt.bytes.count)"]
            )
            return
        }
        let newest = schedules.sorted { ($0.value.endsAt, $0.key) > ($1.value.endsAt, $1.key) }
        var kept: [StoredReceipt] = []
        for (chain, schedule) in newest.prefix(Self.maximumChains) {
            guard let dueAt = schedule.next(after: now) else { continue }
            do {
                kept.append(
                    StoredReceipt(
                        app: app.name,
                        environment: environment,
                        originalTransactionID: chain,
                        sealed: try self.seal.seal(
                            receipt.bytes,
                            for: chain,
                            app: app.name,
                            environment: environment
                        ),
                        madeAt: Instant(receipt.createdAt),
                        dueAt: dueAt
                    )
                )
            } catch {
                self.logger.error(
                    "A receipt cannot be encrypted, so it is not stored.",
                    metadata: ["app": "\(app.name)", "code": "\(error.code)", "remedy": "\(error.remedy)"]
                )
                return
            }
        }
        guard !kept.isEmpty else { return }
        try await self.repository.write { [kept] unit in try unit.keep(kept) }
    }
}

/// Encrypts stored receipts with AES-256-GCM, by a key derived from the server's own.
///
/// Each encrypted receipt is bound to one chain. A backup of the ledger without the server's key cannot decrypt it.
package struct ReceiptSeal: Sendable {
    private static let nonceByteCount = 12

    private let key: @Sendable () throws(WebhookSecretsError) -> [UInt8]
    private let randomBytes: @Sendable (Int) -> [UInt8]

    /// Creates a seal with the server's key; `ambient` provides the random nonces.
    package init(secrets: WebhookSecrets, ambient: Ambient) {
        self.key = { () throws(WebhookSecretsError) in try secrets.receiptKey() }
        self.randomBytes = ambient.randomBytes
    }

    /// Returns a receipt, encrypted for a chain.
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

    /// Returns the decrypted receipt; `nil` where it was encrypted with another key or for another chain.
    func open(_ kept: StoredReceipt) throws(WebhookSecretsError) -> [UInt8]? {
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
