import AppStore
import Crypto
package import Ledger
package import Logging

/// Keeps the newest receipt of each subscription of an app that has no key, encrypted, to ask Apple with.
package struct ReceiptStorage: Sendable {
    /// The longest receipt that is kept; Apple's have rarely a tenth of it.
    static let maximumReceiptByteCount = 1 << 20
    /// Of how many chains of one receipt it is kept, those that end last: an answer about one tells of all.
    static let maximumChains = 8

    let repository: any Repository
    let seal: ReceiptSeal
    let logger: Logger

    /// A keeping in a repository.
    package init(repository: any Repository, seal: ReceiptSeal, logger: Logger) {
        self.repository = repository
        self.seal = seal
        self.logger = logger
    }

    /// Keeps a receipt for the subscriptions in it that are not long over.
    ///
    /// What cannot be encrypted is not kept, and said so: the purchase itself goes on.
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
                "A receipt is too long to be kept, so nothing is learned of its subscriptions but by the next.",
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
                    "A receipt cannot be encrypted, so it is not kept.",
                    metadata: ["app": "\(app.name)", "code": "\(error.code)", "remedy": "\(error.remedy)"]
                )
                return
            }
        }
        guard !kept.isEmpty else { return }
        try await self.repository.keep(kept)
    }
}

/// Encrypts the receipts that are kept to ask Apple with: AES-256-GCM, by a key that is derived from the server's own.
///
/// What is sealed belongs to one chain and opens for no other. A backup of the ledger alone does not open it.
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

    /// What was sealed for the chain of a stored receipt; `nil` where it was sealed with another key, or for another
    /// chain.
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
