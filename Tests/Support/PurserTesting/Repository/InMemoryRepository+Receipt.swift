package import Ledger

extension InMemoryRepository {
    /// Keeps receipts of chains that are known.
    package func keep(_ receipts: [KeptReceipt]) async throws(RepositoryError) {
        try self.open { books in books.keep(receipts) }
    }

    /// Makes what is kept of these chains due now.
    package func hastenReceipts(
        of chains: [OriginalTransactionID],
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) -> Int {
        try self.open { books in
            let scope = Books.Scope(app: app, environment: environment)
            let keys = chains.map { BooksReceipts.Key(scope: scope, original: $0) }
                .filter { books.receipts.all[$0] != nil }
            for key in keys {
                guard let dueAt = books.receipts.all[key]?.receipt.dueAt else { continue }
                books.receipts.all[key]?.receipt.dueAt = min(dueAt, now)
            }
            return keys.count
        }
    }

    /// Leases what is due to one worker.
    package func leaseReceipts(
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [ReceiptLease] {
        try self.open { books in books.leaseReceipts(at: now, until: until, limit: limit) }
    }

    /// Takes note of what became of a receipt.
    package func settle(_ lease: ReceiptLease, _ step: ReceiptStep) async throws(RepositoryError) -> Bool {
        try self.open { books in books.settle(lease, step) }
    }
}
