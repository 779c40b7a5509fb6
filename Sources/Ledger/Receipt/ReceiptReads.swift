/// Reads the newest receipt of each subscription, for apps without an App Store Server API key.
package protocol ReceiptReads {
    /// Returns whether a receipt is due.
    func hasDueReceipt(at now: Instant) throws -> Bool
}

/// Stores the newest receipt of each subscription, for apps without an App Store Server API key.
package protocol ReceiptWrites {
    /// Leases due receipts to one worker, the longest due first.
    ///
    /// No other worker gets a leased receipt before `until`; after that instant the lease is invalid.
    func leaseReceipts(at now: Instant, until: Instant, limit: Int) throws -> [ReceiptLease]

    /// Stores receipts of known chains, each unless the same or a later one is stored already.
    ///
    /// A later receipt is due anew, and the lease on the earlier one ends.
    func keep(_ receipts: [StoredReceipt]) throws

    /// Makes the stored receipts of these chains due now, and returns the number of chains with a stored receipt.
    func expediteReceipts(
        of chains: [OriginalTransactionID],
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> Int

    /// Records the result of a check of a receipt; returns `false` when the lease is over and nothing was recorded.
    func settle(_ lease: ReceiptLease, _ step: ReceiptStep) throws -> Bool
}

extension Repository {
    /// Performs `leaseReceipts` as one unit of work, after a read where nothing is due, so that nothing is written then.
    package func leaseReceipts(
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [ReceiptLease] {
        guard try await self.read({ view in try view.hasDueReceipt(at: now) }) else { return [] }
        return try await self.write { unit in try unit.leaseReceipts(at: now, until: until, limit: limit) }
    }
}

/// Deletes the stored receipts of chains.
package protocol ReceiptStorage: CustomerStorage {
    /// Deletes the receipt of an original.
    func forgetReceipt(of original: Int64) throws
}

extension LedgerStorage {
    /// Deletes the receipts of the chains in which these customers own purchases.
    package func forgetReceipts(of people: [Int64], app: Int64) throws {
        for scope in try self.scopes(of: app) {
            for person in people {
                for owned in try self.ownedOriginals(of: person, scope: scope) {
                    let chain = try self.chain(of: try self.original(owned), scope: scope)
                    for member in Set(chain.members).union([owned]) { try self.forgetReceipt(of: member) }
                }
            }
        }
    }
}

/// The newest receipt of a subscription whose app has no App Store Server API key, and the instant of its next check.
package struct StoredReceipt: Hashable, Sendable {
    /// The app of the subscription.
    package let app: AppName
    /// The environment of the subscription.
    package let environment: StoreEnvironment
    /// The first transaction of the subscription's chain.
    package let originalTransactionID: OriginalTransactionID
    /// The receipt, encrypted: access to the database alone is not enough to read it.
    package let sealed: [UInt8]
    /// The instant at which the receipt was created; of two receipts the later is stored.
    package let madeAt: Instant
    /// The instant at which the server checks it with Apple.
    package var dueAt: Instant
    /// The number of consecutive checks without an answer from Apple.
    package var failures: Int

    /// Creates a receipt of these values.
    package init(
        app: AppName,
        environment: StoreEnvironment,
        originalTransactionID: OriginalTransactionID,
        sealed: [UInt8],
        madeAt: Instant,
        dueAt: Instant,
        failures: Int = 0
    ) {
        self.app = app
        self.environment = environment
        self.originalTransactionID = originalTransactionID
        self.sealed = sealed
        self.madeAt = madeAt
        self.dueAt = dueAt
        self.failures = failures
    }
}

/// A lease of a stored receipt: one worker may check it with Apple until the lease ends.
package struct ReceiptLease: Hashable, Sendable {
    /// The receipt.
    package let receipt: StoredReceipt
    /// The number of the lease, unique in this ledger.
    package let number: Int64

    /// Creates a lease of these values.
    package init(receipt: StoredReceipt, number: Int64) {
        self.receipt = receipt
        self.number = number
    }
}

/// The next step for a stored receipt after a check.
package enum ReceiptStep: Hashable, Sendable {
    /// The server checks it again at an instant, after this number of consecutive checks without an answer.
    case later(Instant, failures: Int)
    /// The receipt is deleted: the chain ended long ago, or Apple will never answer about it.
    case forget
}
