package import Ledger

extension Session {
    /// Returns a new number for a transfer.
    package func nextTransferNumber() throws -> Int64 {
        guard let number = try self.first(.events.countTransfer, [], read: { row in try row.integer() }) else {
            throw RepositoryError.corrupt
        }
        return number
    }

    /// Stores a transfer from one owner to another.
    package func insert(
        _ transfer: OwnershipTransfer,
        root: Int64,
        on context: RecordingContext,
        people: CustomerCache
    ) throws {
        guard let number = Int64(transfer.id.rawValue), let from = transfer.from else { throw RepositoryError.corrupt }
        try self.add(
            .transfer,
            [
                .integer(number), .integer(context.scope.number), .integer(root),
                try RareJSON.text(transfer.transactionIDs.map(\.rawValue)), .integer(try people.number(from)),
                .optional(try transfer.to.map { try people.number($0) }),
                .integer(transfer.reason.code), .instant(transfer.transferredAt), .optional(context.change?.number),
            ]
        )
    }

    /// Returns the transfers from or to a customer, newest first.
    package func transfers(
        of customer: CustomerID,
        app: AppName,
        skipping: Int,
        limit: Int
    ) throws -> [OwnershipTransfer] {
        guard let app = try self.knownApp(app), let number = try self.knownCustomer(customer, app: app) else {
            return []
        }
        var numbers: Set<Int64> = []
        for person in try self.everybody(whoIs: number) {
            numbers.formUnion(try self.all(.ownership.transfersFrom, [.integer(person)]) { row in try row.integer() })
            numbers.formUnion(try self.all(.ownership.transfersTo, [.integer(person)]) { row in try row.integer() })
        }
        return try numbers.sorted(by: >).dropFirst(skipping).prefix(limit).compactMap { number in
            try self.first(.ownership.transfer, [.integer(number)], read: StoredTransfer.init).map(self.transfer)
        }
    }

    /// Returns the transfers of the chain that a transaction belongs to, newest first.
    package func transfers(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) throws -> [OwnershipTransfer] {
        guard let numbers = try self.knownScope(ScopeName(app: app, environment: environment)),
            let home = try self.home(of: transaction, scope: numbers)
        else { return [] }
        let original = try self.original(home)
        let chain = try self.chain(of: original, scope: numbers)
        var stored: [StoredTransfer] = []
        for member in chain.members {
            let values: [SQLValue] = [.integer(member), .integer(Int64(limit))]
            stored += try self.all(.ownership.transfersOfOriginal, values, read: StoredTransfer.init)
        }
        return try stored.sorted { $0.number > $1.number }.prefix(limit).map(self.transfer)
    }

    /// Returns the original and the two owners of each transfer from or to a customer.
    package func transferSides(of customer: Int64) throws -> [(original: Int64, from: Int64, to: Int64?)] {
        try self.all(.erasure.transferSides, [.integer(customer), .integer(customer)]) { row in
            (original: try row.integer(), from: try row.integer(), to: try row.optionalInteger())
        }
    }

    private func transfer(_ stored: StoredTransfer) throws -> OwnershipTransfer {
        let environment = try self.knownEnvironment(ofScope: stored.scope)
        let ids = try RareJSON.value(stored.transactions, as: [String].self)
        let change = try stored.change.flatMap { number in
            try self.first(.ownership.changeName, [.integer(number)]) { row in try row.text() }
        }
        guard let environment else { throw RepositoryError.corrupt }
        return OwnershipTransfer(
            id: TransferID("\(stored.number)"),
            environment: environment,
            originalTransactionID: stored.original,
            transactionIDs: ids.map { TransactionID($0) },
            from: try self.customer(stored.from),
            to: try stored.to.map(self.customer),
            reason: stored.reason,
            transferredAt: stored.transferredAt,
            change: change.map { OwnershipChangeID($0) }
        )
    }
}

/// A transfer as the database stores it.
private struct StoredTransfer {
    let number: Int64
    let scope: Int64
    let original: OriginalTransactionID
    let transactions: String
    let from: Int64
    let to: Int64?
    let reason: Claim.Reason
    let transferredAt: Instant
    let change: Int64?

    init(_ row: inout Row) throws {
        self.number = try row.integer()
        self.scope = try row.integer()
        self.original = OriginalTransactionID(try row.identifier())
        self.transactions = try row.text()
        self.from = try row.integer()
        self.to = try row.optionalInteger()
        self.reason = try row.coded()
        self.transferredAt = try row.instant()
        self.change = try row.optionalInteger()
    }
}
