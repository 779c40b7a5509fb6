import Ledger

/// Records the facts of one unit about chains, and derives the owners of the affected purchases again.
///
/// First every original and transaction is assigned to its chain, and chains that turn out to be one are joined; then
/// each affected chain is loaded once and its facts are added; last its sales and its claims are derived and written
/// where they changed.
struct FactRecorder {
    private let session: Session
    private let scope: Scope
    private let context: Session.RecordingContext
    /// The transactions that this unit submits.
    var submitted: [TransactionID] = []
    /// The transactions, or original transaction ids, that this unit decides on.
    var decided: [TransactionID] = []
    /// The tokens that this unit assigns to a customer.
    var tokens: [AccountToken] = []
    /// The transactions that were not known before this unit.
    private(set) var met: Set<TransactionID> = []
    /// The transactions whose revocation was not known before this unit.
    private(set) var revoked: Set<TransactionID> = []

    private var numbers: [OriginalTransactionID: Int64] = [:]
    private var originals: [Int64: StoredOriginal] = [:]
    private var homes: [TransactionID: Int64] = [:]
    /// The originals that are new in this unit and have no stored rows yet.
    private var fresh: Set<Int64> = []
    private var chains: [Int64: StoredChain] = [:]
    /// The chains whose claims may have changed.
    private var changed: Set<Int64> = []
    /// The chains with new transactions.
    private var grown: Set<Int64> = []
    /// The chains whose sales may have changed.
    private var resold: Set<Int64> = []
    /// The chains before this unit, by the number that represents them now: several where they were joined.
    private var before: [Int64: [StoredChain]] = [:]

    /// Creates a recorder with this context.
    init(session: Session, context: Session.RecordingContext) {
        self.session = session
        self.scope = context.scope
        self.context = context
    }

    /// Records the facts of a unit; returns whether one was new.
    mutating func record(_ intake: Intake) throws -> Bool {
        var isNew = try self.settle(intake)
        for snapshot in intake.transactions { isNew = try self.take(snapshot) || isNew }
        for renewal in intake.renewals { isNew = try self.take(renewal) || isNew }
        for status in intake.statuses { isNew = try self.take(status) || isNew }
        for statement in intake.refundRequests { isNew = try self.take(statement) || isNew }
        for report in intake.reportedRefunds { isNew = try self.take(report) || isNew }
        for root in self.grown { if let chain = self.chains[root] { try self.session.know(reportedIn: chain) } }
        for root in self.resold.sorted() {
            guard let chain = self.chains[root] else { continue }
            let before = self.before[root] ?? []
            try self.session.keepSales(
                of: chain,
                formerly: before,
                in: self.scope,
                environment: self.context.environment
            )
        }
        try self.findChangedOwners()
        var touched: [ClaimWriter.Touched] = []
        for root in self.changed {
            guard let chain = self.chains[root] else { continue }
            touched.append(ClaimWriter.Touched(chain: chain, before: self.before[root] ?? []))
        }
        try ClaimWriter.derive(touched, on: self.context, session: self.session)
        return isNew
    }

    /// Assigns every original and transaction to its chain and joins chains; returns whether any were joined.
    private mutating func settle(_ intake: Intake) throws -> Bool {
        var joined: [Int64] = []
        for snapshot in intake.transactions {
            let original = try self.number(of: snapshot.originalTransactionID)
            if let previous = snapshot.previousOriginalTransactionID {
                let previous = try self.number(of: previous)
                if try self.join(original, previous) { joined.append(original) }
            }
            let known =
                try self.homes[snapshot.transactionID]
                ?? self.session.home(of: snapshot.transactionID, scope: self.scope)
            self.homes[snapshot.transactionID] = known ?? original
            if let known, known != original, try self.join(original, known) { joined.append(original) }
        }
        for original in joined {
            let root = try self.load(original)
            self.changed.insert(root)
            self.grown.insert(root)
            self.resold.insert(root)
        }
        return !joined.isEmpty
    }

    private mutating func join(_ left: Int64, _ right: Int64) throws -> Bool {
        let (left, right) = (try self.original(left), try self.original(right))
        guard left.root != right.root else { return false }
        let before = try self.chainsBefore(left) + self.chainsBefore(right)
        guard try self.session.join(left, right) else { return false }
        self.before[min(left.root, right.root)] = before
        // Any of them may belong to another chain now.
        self.originals = [:]
        return true
    }

    /// Returns the chains that an original belonged to before this unit.
    private mutating func chainsBefore(_ original: StoredOriginal) throws -> [StoredChain] {
        if let known = self.before[original.root] { return known }
        if original.joinedRoot == nil, self.fresh.contains(original.number) { return [] }
        return [try self.session.chain(of: original, scope: self.scope)]
    }

    private mutating func take(_ snapshot: TransactionSnapshot) throws -> Bool {
        guard let home = self.homes[snapshot.transactionID] else { return false }
        let root = try self.load(home)
        let count: Int
        let record: TransactionRecord
        if var known = self.chains[root]?.transactions[snapshot.transactionID] {
            count = known.record.snapshots.count
            let isRevoked = snapshot.revocation.map { !known.record.states($0) } ?? false
            guard known.record.merge(snapshot) else {
                // A fulfillment may wait for evidence that adds no fact.
                if try self.vouches(for: snapshot, in: root) { self.changed.insert(root) }
                return false
            }
            if isRevoked { self.revoked.insert(snapshot.transactionID) }
            record = known.record
            self.chains[root]?.transactions[snapshot.transactionID] = known
        } else {
            count = 0
            self.met.insert(snapshot.transactionID)
            if snapshot.revocation != nil { self.revoked.insert(snapshot.transactionID) }
            self.grown.insert(root)
            record = TransactionRecord(snapshot)
            self.chains[root]?.transactions[snapshot.transactionID] = StoredTransaction(
                original: home,
                record: record,
                owner: nil,
                reason: .unclaimed,
                isStored: false
            )
        }
        let transactionID = SQLValue.identifier(snapshot.transactionID.rawValue)
        if count > 0 { try self.session.run(.chains.deleteSnapshots, [.integer(home), transactionID]) }
        let original = try self.share(snapshot.accountToken, snapshot.appTransactionID, of: home)
        for (ordinal, kept) in record.snapshots.enumerated() {
            let values = try self.session.values(
                of: kept,
                original: original,
                ordinal: ordinal,
                app: self.scope.app
            )
            try self.session.run(.chains.insertSnapshot, values)
        }
        self.changed.insert(root)
        self.resold.insert(root)
        return true
    }

    /// Returns whether a unit confirms a transaction that until now only an app has submitted.
    private func vouches(for snapshot: TransactionSnapshot, in root: Int64) throws -> Bool {
        guard snapshot.kind == .consumable, self.context.catalog.fulfillment != nil,
            self.context.vouched.contains(snapshot.transactionID), let chain = self.chains[root]
        else { return false }
        var people = CustomerCache(session: self.session)
        let app = try self.session.appName(self.scope.app)
        return try self.session.fulfillments(of: chain.members, app: app, people: &people)
            .contains(where: \.fulfillment.isUnconfirmed)
    }

    private mutating func take(_ renewal: RenewalSnapshot) throws -> Bool {
        let original = try self.number(of: renewal.originalTransactionID)
        let root = try self.load(original)
        if let known = self.chains[root]?.renewals[original] {
            let replaced = RenewalEvidence(renewal.isNewer(than: known) ? known : renewal)
            guard RenewalEvidence(renewal) != RenewalEvidence(known), try self.session.keep(replaced, of: original)
            else {
                return false
            }
            self.chains[root]?.renewalEvidence.append(replaced)
            self.changed.insert(root)
            // Apple's evidence about the next renewal dates the charge of the latest one.
            self.resold.insert(root)
        }
        let known = self.chains[root]?.renewals[original]
        let joined = known.map { renewal.joined(with: $0) } ?? renewal
        if joined == known { return true }
        self.chains[root]?.renewals[original] = joined
        let values = try self.session.values(
            of: joined,
            original: try self.share(joined.accountToken, joined.appTransactionID, of: original),
            app: self.scope.app
        )
        try self.session.run(.chains.putRenewal, values)
        self.changed.insert(root)
        self.resold.insert(root)
        return true
    }

    private mutating func take(_ status: StatusEvidence) throws -> Bool {
        let original = try self.number(of: status.originalTransactionID)
        let root = try self.load(original)
        if let known = self.chains[root]?.statuses[original], !status.isNewer(than: known) { return false }
        self.chains[root]?.statuses[original] = status
        let values: [SQLValue] = [.integer(status.status.code), .instant(status.statedAt), .integer(original)]
        try self.session.run(.chains.putStatus, values)
        self.changed.insert(root)
        return true
    }

    private mutating func take(_ statement: RefundRequestEvidence) throws -> Bool {
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
        try self.session.run(.chains.putSignedRefund, values)
        self.changed.insert(root)
        return true
    }

    private mutating func take(_ report: ReportedRefund) throws -> Bool {
        let original = try self.number(of: report.originalTransactionID)
        let root = try self.load(original)
        if let known = self.chains[root]?.reports[original]?[report.transactionID], !report.isNewer(than: known) {
            return false
        }
        self.chains[root]?.reports[original, default: [:]][report.transactionID] = report
        let isWaiting = self.chains[root]?.transactions[report.transactionID] == nil
        try self.session.put(report, of: original, in: self.scope, isWaiting: isWaiting)
        self.changed.insert(root)
        self.resold.insert(root)
        return true
    }

    /// Marks the chains whose claims a new submission, a decision or a newly known token may change.
    private mutating func findChangedOwners() throws {
        for transaction in self.submitted {
            let home = try self.homes[transaction] ?? self.session.home(of: transaction, scope: self.scope)
            if let home { self.changed.insert(try self.load(home)) }
        }
        for id in self.decided {
            let home = try self.homes[id] ?? self.session.home(of: id, scope: self.scope)
            if let home { self.changed.insert(try self.load(home)) }
            let name = OriginalTransactionID(id.rawValue)
            if let original = try self.session.original(name, scope: self.scope) {
                self.changed.insert(try self.load(original.number))
            }
        }
        var elsewhere: [Int64: Set<Int64>] = [:]
        for token in self.tokens {
            for awaiting in try self.session.takeAwaiting(token, app: self.scope.app) {
                if awaiting.scope == self.scope.number {
                    self.changed.insert(try self.load(awaiting.original))
                } else {
                    elsewhere[awaiting.scope, default: []].insert(awaiting.original)
                }
            }
        }
        // A token identifies a customer of the app, so purchases of other environments await it, too.
        for (scope, originals) in elsewhere.sorted(by: { $0.key < $1.key }) {
            let other = Scope(number: scope, app: self.scope.app)
            let context = try self.context.elsewhere(other, session: self.session)
            try ClaimWriter.derive(originals: originals, on: context, session: self.session)
        }
    }

    private mutating func number(of id: OriginalTransactionID) throws -> Int64 {
        if let known = self.numbers[id] { return known }
        let original: StoredOriginal
        if let known = try self.session.original(id, scope: self.scope) {
            original = known
        } else {
            original = try self.session.addOriginal(id, scope: self.scope)
            self.fresh.insert(original.number)
        }
        self.numbers[id] = original.number
        self.originals[original.number] = original
        return original.number
    }

    private mutating func original(_ number: Int64) throws -> StoredOriginal {
        if let known = self.originals[number] { return known }
        let original = try self.session.original(number)
        self.originals[number] = original
        return original
    }

    /// Returns the original with a number, after storing the shared values of its evidence where none were stored.
    private mutating func share(
        _ token: AccountToken?,
        _ account: AppTransactionID?,
        of number: Int64
    ) throws -> StoredOriginal {
        var original = try self.original(number)
        guard original.shared.fill(token: token, account: account) else { return original }
        let values = [token.map(SQLValue.token) ?? .null, .optionalIdentifier(account?.rawValue), .integer(number)]
        try self.session.run(.chains.putShared, values)
        self.originals[number] = original
        return original
    }

    /// Loads the chain of an original unless it is loaded, and returns the number that represents it.
    private mutating func load(_ number: Int64) throws -> Int64 {
        let original = try self.original(number)
        if self.chains[original.root] != nil { return original.root }
        var chain: StoredChain
        if original.joinedRoot == nil, self.fresh.contains(number) {
            chain = StoredChain(members: [number])
            chain.freshID = original.id
        } else {
            chain = try self.session.chain(of: original, scope: self.scope)
            chain.tokensBefore = chain.tokens
            if self.before[original.root] == nil { self.before[original.root] = [chain] }
        }
        self.chains[original.root] = chain
        return original.root
    }
}
