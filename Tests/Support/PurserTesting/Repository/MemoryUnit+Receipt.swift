import Ledger

extension MemoryUnit {
    /// Stores receipts of chains that are known.
    func keep(_ receipts: [StoredReceipt]) throws {
        self.open { memory in memory.keep(receipts) }
    }

    /// Makes what is kept of these chains due now.
    func expediteReceipts(
        of chains: [OriginalTransactionID],
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> Int {
        self.open { memory in
            let scope = MemoryState.Scope(app: app, environment: environment)
            let keys = chains.map { MemoryReceipts.Key(scope: scope, original: $0) }
                .filter { memory.receipts.all[$0] != nil }
            for key in keys {
                guard let dueAt = memory.receipts.all[key]?.receipt.dueAt else { continue }
                memory.receipts.all[key]?.receipt.dueAt = min(dueAt, now)
            }
            return keys.count
        }
    }

    /// Returns whether a receipt is due.
    func hasDueReceipt(at now: Instant) throws -> Bool {
        var copy = self.memory
        return !copy.leaseReceipts(at: now, until: now, limit: 1).isEmpty
    }

    /// Leases what is due to one worker.
    func leaseReceipts(
        at now: Instant,
        until: Instant,
        limit: Int
    ) throws -> [ReceiptLease] {
        self.open { memory in memory.leaseReceipts(at: now, until: until, limit: limit) }
    }

    /// Stores the outcome of a receipt's lease.
    func settle(_ lease: ReceiptLease, _ step: ReceiptStep) throws -> Bool {
        self.open { memory in memory.settle(lease, step) }
    }
}

/// The receipts that `InMemoryRepository` keeps.
struct MemoryReceipts: Sendable {
    /// A chain.
    struct Key: Hashable {
        let scope: MemoryState.Scope
        let original: OriginalTransactionID
    }

    /// A receipt, and the lease that is out for it.
    struct Entry {
        var receipt: StoredReceipt
        var lease: Int64?
    }

    /// The receipts by chain.
    var all: [Key: Entry] = [:]
    /// The number of leases so far.
    var leases: Int64 = 0
}

extension MemoryState {
    /// Stores receipts of chains that are known, each unless a later one is kept.
    mutating func keep(_ receipts: [StoredReceipt]) {
        for receipt in receipts {
            let scope = Scope(app: receipt.app, environment: receipt.environment)
            let key = MemoryReceipts.Key(scope: scope, original: receipt.originalTransactionID)
            guard self.facts[scope]?.chain(of: receipt.originalTransactionID).transactions.isEmpty == false else {
                continue
            }
            if let known = self.receipts.all[key], known.receipt.madeAt >= receipt.madeAt { continue }
            self.receipts.all[key] = MemoryReceipts.Entry(receipt: receipt)
        }
    }

    /// Leases what is due to one worker.
    mutating func leaseReceipts(at now: Instant, until: Instant, limit: Int) -> [ReceiptLease] {
        let due = self.receipts.all.filter { $0.value.receipt.dueAt <= now }
            .sorted { left, right in
                (left.value.receipt.dueAt, left.key.original) < (right.value.receipt.dueAt, right.key.original)
            }
            .prefix(limit)
        guard !due.isEmpty else { return [] }
        self.receipts.leases += 1
        let number = self.receipts.leases
        return due.map { key, kept in
            self.receipts.all[key]?.receipt.dueAt = until
            self.receipts.all[key]?.lease = number
            return ReceiptLease(receipt: kept.receipt, number: number)
        }
    }

    /// Stores the outcome of a receipt's lease.
    mutating func settle(_ lease: ReceiptLease, _ step: ReceiptStep) -> Bool {
        let scope = Scope(app: lease.receipt.app, environment: lease.receipt.environment)
        let key = MemoryReceipts.Key(scope: scope, original: lease.receipt.originalTransactionID)
        guard var kept = self.receipts.all[key], kept.lease == lease.number else { return false }
        switch step {
        case .later(let dueAt, let failures):
            kept.receipt.dueAt = dueAt
            kept.receipt.failures = failures
            kept.lease = nil
            self.receipts.all[key] = kept
        case .forget: self.receipts.all[key] = nil
        }
        return true
    }

    /// Deletes the receipts of all chains in which a customer has a purchase.
    mutating func forgetReceipts(of customer: CustomerID, app: AppName) {
        for scope in self.facts.keys where scope.app == app {
            for owned in self.chains(in: scope) where owned.claims.values.contains(where: { $0.owner == customer }) {
                for transaction in owned.chain.transactions {
                    let original = transaction.current.originalTransactionID
                    self.receipts.all[MemoryReceipts.Key(scope: scope, original: original)] = nil
                }
            }
        }
    }
}
