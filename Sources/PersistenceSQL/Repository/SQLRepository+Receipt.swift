package import Ledger

extension SQLRepository {
    /// Keeps receipts of chains that are known.
    package func keep(_ receipts: [KeptReceipt]) async throws(RepositoryError) {
        try await self.write { session in try session.keep(receipts) }
    }

    /// Makes what is kept of these chains due now.
    package func hastenReceipts(
        of chains: [OriginalTransactionID],
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) -> Int {
        try await self.write { session in
            let name = ScopeName(app: app, environment: environment)
            return try session.hastenReceipts(of: chains, in: name, at: now)
        }
    }

    /// Leases what is due to one worker.
    package func leaseReceipts(
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [ReceiptLease] {
        // Nothing is written as long as nothing is due.
        guard try await self.read({ session in try session.hasDueReceipt(at: now) }) else { return [] }
        return try await self.write { session in try session.leaseReceipts(at: now, until: until, limit: limit) }
    }

    /// Takes note of what became of a receipt.
    package func settle(_ lease: ReceiptLease, _ step: ReceiptStep) async throws(RepositoryError) -> Bool {
        try await self.write { session in try session.settle(lease, step) }
    }
}
