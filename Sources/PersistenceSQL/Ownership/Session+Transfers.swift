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

    /// Returns a customer and the customers merged into them, by number.
    package func everybody(whoIs number: Int64) throws -> [Int64] {
        var people = [number]
        var place = 0
        while place < people.count {
            people += try self.all(.ownership.mergedCustomers, [.integer(people[place])]) { row in try row.integer() }
            place += 1
        }
        return people
    }

    /// An ownership change as the database stores it.
    struct StoredChange {
        let number: Int64
        let change: OwnershipChange
        let isUndone: Bool
    }

    /// Returns an ownership change by its name, or `nil`.
    func storedChange(_ id: OwnershipChangeID, app: Int64) throws -> StoredChange? {
        struct Line {
            let number: Int64
            let kind: Int64
            let scope: Int64?
            let transactionID: String?
            let reach: Decision.Reach?
            let customer: Int64?
            let other: Int64?
            let undoes: Int64?
            let changedAt: Instant
            let by: String
            let note: String?
            let isUndone: Bool
        }
        let line = try self.first(.ownership.changeByName, [.integer(app), .text(id.rawValue)]) { row in
            Line(
                number: try row.integer(),
                kind: try row.integer(),
                scope: try row.optionalInteger(),
                transactionID: try row.optionalIdentifier(),
                reach: try row.optionalCoded(Decision.Reach.self),
                customer: try row.optionalInteger(),
                other: try row.optionalInteger(),
                undoes: try row.optionalInteger(),
                changedAt: try row.instant(),
                by: try row.text(),
                note: try row.optionalText(),
                isUndone: try row.flag()
            )
        }
        guard let line else { return nil }
        let customer = try line.customer.map(self.customer)
        let other = try line.other.map(self.customer)
        let kind: OwnershipChange.Kind
        switch (line.kind, customer, other) {
        case (0, let customer?, _):
            let environment = try line.scope.flatMap(self.knownEnvironment)
            guard let environment, let id = line.transactionID, let reach = line.reach else {
                throw RepositoryError.corrupt
            }
            let decision = Decision(
                customer: customer,
                transactionID: TransactionID(id),
                reach: reach,
                decidedAt: line.changedAt
            )
            kind = .decide(decision, environment)
        case (1, let customer?, let other?): kind = .merge(customer, into: other)
        case (2, let customer?, _): kind = .erase(customer)
        default:
            let undone = try line.undoes.flatMap { number in
                try self.first(.ownership.changeName, [.integer(number)]) { row in try row.text() }
            }
            guard let undone else { throw RepositoryError.corrupt }
            kind = .undo(OwnershipChangeID(undone))
        }
        let change = OwnershipChange(
            id: id,
            kind: kind,
            changedAt: line.changedAt,
            by: line.by,
            note: line.note
        )
        return StoredChange(number: line.number, change: change, isUndone: line.isUndone)
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
