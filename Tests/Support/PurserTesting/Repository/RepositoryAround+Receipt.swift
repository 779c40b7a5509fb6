package import Ledger

extension RepositoryAround {
    package func keep(_ receipts: [KeptReceipt]) async throws(RepositoryError) {
        try await self.base.keep(receipts)
    }

    package func hastenReceipts(
        of chains: [OriginalTransactionID],
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) -> Int {
        try await self.base.hastenReceipts(of: chains, app: app, environment: environment, at: now)
    }

    package func leaseReceipts(
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [ReceiptLease] {
        try await self.base.leaseReceipts(at: now, until: until, limit: limit)
    }

    package func settle(_ lease: ReceiptLease, _ step: ReceiptStep) async throws(RepositoryError) -> Bool {
        try await self.base.settle(lease, step)
    }
}
