package import Ledger

extension Session {
    /// Stores receipts of known chains, each unless a later one is stored.
    package func keep(_ receipts: [StoredReceipt]) throws {
        for receipt in receipts {
            let name = ScopeName(app: receipt.app, environment: receipt.environment)
            guard let scope = try self.knownScope(name),
                let original = try self.original(receipt.originalTransactionID, scope: scope)
            else { continue }
            self.note(.receipts, dueAt: receipt.dueAt)
            try self.run(
                .receipts.putReceipt,
                [
                    .integer(original.number), .bytes(receipt.sealed), .instant(receipt.madeAt),
                    .instant(receipt.dueAt),
                ]
            )
        }
    }

    /// Makes the stored receipts of these chains due now.
    package func expediteReceipts(
        of chains: [OriginalTransactionID],
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> Int {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return 0 }
        var count = 0
        for chain in chains {
            guard let original = try self.original(chain, scope: scope) else { continue }
            let values: [SQLValue] = [.instant(now), .instant(now), .integer(original.number)]
            self.note(.receipts, dueAt: now)
            count += try self.change(.receipts.expediteReceipt, values)
        }
        return count
    }

    /// Returns whether anything is due.
    package func hasDueReceipt(at now: Instant) throws -> Bool {
        try self.first(.receipts.dueReceipts, [.instant(now), .integer(1)]) { _ in true } ?? false
    }

    /// Leases due receipts to one worker.
    package func leaseReceipts(at now: Instant, until: Instant, limit: Int) throws -> [ReceiptLease] {
        let due = try self.all(.receipts.dueReceipts, [.instant(now), .integer(Int64(limit))]) { row in
            (
                original: try row.integer(),
                receipt: StoredReceipt(
                    app: AppName(try row.text()),
                    environment: try row.coded(StoreEnvironment.self),
                    originalTransactionID: OriginalTransactionID(try row.identifier()),
                    sealed: try row.bytes(),
                    madeAt: try row.instant(),
                    dueAt: try row.instant(),
                    failures: Int(try row.integer())
                )
            )
        }
        guard !due.isEmpty else { return [] }
        let number = try self.nextLeaseNumber()
        for item in due {
            try self.run(.receipts.leaseReceipt, [.instant(until), .integer(number), .integer(item.original)])
        }
        return due.map { ReceiptLease(receipt: $0.receipt, number: number) }
    }

    /// Records the outcome of a receipt.
    package func settle(_ lease: ReceiptLease, _ step: ReceiptStep) throws -> Bool {
        let name = ScopeName(app: lease.receipt.app, environment: lease.receipt.environment)
        guard let scope = try self.knownScope(name),
            let original = try self.original(lease.receipt.originalTransactionID, scope: scope)
        else { return false }
        let key: [SQLValue] = [.integer(original.number), .integer(lease.number)]
        if case .later(let dueAt, _) = step { self.note(.receipts, dueAt: dueAt) }
        return switch step {
        case .later(let dueAt, let failures):
            try self.change(.receipts.putOffReceipt, [.instant(dueAt), .integer(Int64(failures))] + key) > 0
        case .forget: try self.change(.receipts.forgetReceipt, key) > 0
        }
    }

    /// Deletes the receipt of an original.
    package func forgetReceipt(of original: Int64) throws {
        try self.run(.receipts.forgetReceiptOfOriginal, [.integer(original)])
    }
}

/// The statements on stored receipts.
package struct ReceiptStatements: Sendable {
    package let putReceipt = SQLStatement(
        """
        INSERT INTO stored_receipt (original, sealed, made_at, due_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (original) DO UPDATE SET sealed = excluded.sealed, made_at = excluded.made_at,
        due_at = excluded.due_at, failures = 0, lease = NULL WHERE excluded.made_at > stored_receipt.made_at
        """
    )
    package let expediteReceipt = SQLStatement(
        "UPDATE stored_receipt SET due_at = CASE WHEN due_at < ? THEN due_at ELSE ? END WHERE original = ?"
    )
    package let dueReceipts = SQLStatement(
        """
        SELECT stored_receipt.original, app.name, scope.environment, original.apple_id, stored_receipt.sealed,
        stored_receipt.made_at, stored_receipt.due_at, stored_receipt.failures
        FROM stored_receipt JOIN original ON original.id = stored_receipt.original
        JOIN scope ON scope.id = original.scope JOIN app ON app.id = scope.app
        WHERE stored_receipt.due_at <= ? ORDER BY stored_receipt.due_at LIMIT ?
        """
    )
    package let leaseReceipt = SQLStatement("UPDATE stored_receipt SET due_at = ?, lease = ? WHERE original = ?")
    package let putOffReceipt = SQLStatement(
        "UPDATE stored_receipt SET due_at = ?, failures = ?, lease = NULL WHERE original = ? AND lease = ?"
    )
    package let forgetReceipt = SQLStatement("DELETE FROM stored_receipt WHERE original = ? AND lease = ?")
    package let forgetReceiptOfOriginal = SQLStatement("DELETE FROM stored_receipt WHERE original = ?")
}

extension SQLStatement {
    /// The statements on stored receipts.
    package static let receipts = ReceiptStatements()
}
