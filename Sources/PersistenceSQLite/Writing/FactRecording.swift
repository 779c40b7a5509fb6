import Ledger

/// Records what one unit states about chains, and derives anew whose the touched purchases are.
///
/// First every original and transaction finds its place and chains that turn out to be one are joined; then each touched
/// chain is loaded once and takes in its facts; last its claims are derived and written where they changed.
struct FactRecording {
    private let session: Session
    private let scope: Scope
    /// Transactions that were submitted now.
    var submitted: [TransactionID] = []
    /// Tokens that came to stand for a customer now.
    var tokens: [AccountToken] = []

    private var originals: [OriginalTransactionID: Int64] = [:]
    private var homes: [TransactionID: Int64] = [:]
    private var roots: [Int64: Int64] = [:]
    private var chains: [Int64: StoredChain] = [:]
    /// The chains whose claims may be others now.
    private var changed: Set<Int64> = []

    /// A recording in an app and environment.
    init(session: Session, scope: Scope) {
        self.session = session
        self.scope = scope
    }

    /// Records the facts of a unit and says whether one was new.
    mutating func record(_ intake: Intake) throws -> Bool {
        var isNew = try self.settle(intake)
        for snapshot in intake.transactions { isNew = try self.take(snapshot) || isNew }
        for renewal in intake.renewals { isNew = try self.take(renewal) || isNew }
        for status in intake.statuses { isNew = try self.take(status) || isNew }
        for statement in intake.refundRequests { isNew = try self.take(statement) || isNew }
        try self.findChangedOwners()
        for root in self.changed.sorted() {
            guard var chain = self.chains[root] else { continue }
            try self.session.deriveClaims(of: &chain, scope: self.scope)
        }
        return isNew
    }

    /// Gives every original and transaction its place and joins chains; says whether two became one.
    private mutating func settle(_ intake: Intake) throws -> Bool {
        var joined: [Int64] = []
        for snapshot in intake.transactions {
            let original = try self.number(of: snapshot.originalTransactionID)
            if let previous = snapshot.previousOriginalTransactionID {
                let previous = try self.number(of: previous)
                if try self.session.join(original, previous) { joined.append(original) }
            }
            let known =
                try self.homes[snapshot.transactionID]
                ?? self.session.original(of: snapshot.transactionID, scope: self.scope)
            self.homes[snapshot.transactionID] = known ?? original
            if let known, known != original, try self.session.join(original, known) { joined.append(original) }
        }
        for original in joined { self.changed.insert(try self.load(original)) }
        return !joined.isEmpty
    }

    private mutating func take(_ snapshot: TransactionSnapshot) throws -> Bool {
        guard let home = self.homes[snapshot.transactionID] else { return false }
        let root = try self.load(home)
        let count: Int
        let record: TransactionRecord
        if var known = self.chains[root]?.transactions[snapshot.transactionID] {
            count = known.record.snapshots.count
            guard known.record.merge(snapshot) else { return false }
            record = known.record
            self.chains[root]?.transactions[snapshot.transactionID] = known
        } else {
            count = 0
            record = TransactionRecord(snapshot)
            self.chains[root]?.transactions[snapshot.transactionID] = StoredTransaction(
                original: home,
                record: record,
                owner: nil,
                reason: .unclaimed,
                isStored: false
            )
        }
        let originalID = self.originals.first { $0.value == home }?.key
        let name = try originalID ?? self.session.original(home).id
        for (ordinal, kept) in record.snapshots.enumerated() {
            let values = try self.session.values(
                of: kept,
                original: home,
                originalID: name,
                ordinal: ordinal,
                app: self.scope.app
            )
            try self.session.run(.putSnapshot, values)
        }
        if record.snapshots.count < count {
            let rest: [SQLValue] = [
                .integer(home), .identifier(snapshot.transactionID.rawValue), .integer(Int64(record.snapshots.count)),
            ]
            try self.session.run(.deleteSnapshots, rest)
        }
        self.changed.insert(root)
        return true
    }

    private mutating func take(_ renewal: RenewalSnapshot) throws -> Bool {
        let original = try self.number(of: renewal.originalTransactionID)
        let root = try self.load(original)
        if let known = self.chains[root]?.renewals[original], !renewal.isNewer(than: known) { return false }
        self.chains[root]?.renewals[original] = renewal
        let values = try self.session.values(of: renewal, original: original, app: self.scope.app)
        try self.session.run(.putRenewal, values)
        self.changed.insert(root)
        return true
    }

    private mutating func take(_ status: StatusStatement) throws -> Bool {
        let original = try self.number(of: status.originalTransactionID)
        let root = try self.load(original)
        if let known = self.chains[root]?.statuses[original], !status.isNewer(than: known) { return false }
        self.chains[root]?.statuses[original] = status
        let values: [SQLValue] = [.integer(status.status.code), .instant(status.statedAt), .integer(original)]
        try self.session.run(.putStatus, values)
        self.changed.insert(root)
        return true
    }

    private mutating func take(_ statement: RefundRequestStatement) throws -> Bool {
        let original = try self.number(of: statement.originalTransactionID)
        let root = try self.load(original)
        let subject = StoredChain.RefundSubject(
            original: original,
            transactionID: statement.transactionID,
            kind: statement.kind
        )
        if let known = self.chains[root]?.refunds[subject], !statement.isNewer(than: known) { return false }
        self.chains[root]?.refunds[subject] = statement
        let values: [SQLValue] = [
            .integer(original), .identifier(statement.transactionID.rawValue), .integer(statement.kind.code),
            .instant(statement.signedAt),
        ]
        try self.session.run(.putRefundStatement, values)
        self.changed.insert(root)
        return true
    }

    /// Marks the chains whose claims a new submission or a newly known token may change.
    private mutating func findChangedOwners() throws {
        for transaction in self.submitted {
            let home = try self.homes[transaction] ?? self.session.original(of: transaction, scope: self.scope)
            if let home { self.changed.insert(try self.load(home)) }
        }
        for token in self.tokens {
            for awaiting in try self.session.takeAwaiting(token, app: self.scope.app) {
                if awaiting.scope == self.scope.number {
                    self.changed.insert(try self.load(awaiting.original))
                } else {
                    // A token stands for a customer of the app, so his purchases of other environments wait for it too.
                    let other = Scope(number: awaiting.scope, app: self.scope.app)
                    let root = try self.session.root(of: awaiting.original)
                    var chain = try self.session.chain(root: root, scope: other)
                    try self.session.deriveClaims(of: &chain, scope: other)
                }
            }
        }
    }

    private mutating func number(of original: OriginalTransactionID) throws -> Int64 {
        if let known = self.originals[original] { return known }
        let number = try self.session.number(of: original, scope: self.scope)
        self.originals[original] = number
        return number
    }

    /// Loads the chain of an original unless it is loaded, and returns the number that stands for it.
    private mutating func load(_ original: Int64) throws -> Int64 {
        if let root = self.roots[original] { return root }
        let root = try self.session.root(of: original)
        self.roots[original] = root
        if self.chains[root] == nil { self.chains[root] = try self.session.chain(root: root, scope: self.scope) }
        return root
    }
}
