/// A chain as the repository stores it: the facts of each original transaction id that belongs to it.
///
/// It is loaded as a whole, takes new facts, and is saved by its `changes`.
package struct ChainRecord: Sendable {
    /// The subject of a signed refund message.
    package struct RefundSubject: Hashable, Sendable {
        /// The number of the original that it came for.
        package let original: Int64
        /// The transaction.
        package let transactionID: TransactionID
        /// The kind of the message.
        package let kind: RefundRequestEvidence.Kind

        /// Creates the subject of a message.
        package init(original: Int64, transactionID: TransactionID, kind: RefundRequestEvidence.Kind) {
            self.original = original
            self.transactionID = transactionID
            self.kind = kind
        }
    }

    /// The number of the original that represents the chain.
    package let root: Int64
    /// Its originals, by their numbers.
    package private(set) var originals: [Int64: OriginalRecord]
    /// Its transactions.
    package private(set) var transactions: [TransactionID: ChainTransaction] = [:]
    /// The newest renewal snapshot of each original.
    package private(set) var renewals: [Int64: RenewalSnapshot] = [:]
    /// The values of each original that newer renewal snapshots have replaced.
    package private(set) var renewalEvidence: [RenewalEvidence] = []
    /// The newest status of each original.
    package private(set) var statuses: [Int64: StatusEvidence] = [:]
    /// The newest signed refunds of each original.
    package private(set) var refunds: [RefundSubject: RefundRequestEvidence] = [:]
    /// The reported refunds of each original, one of each transaction.
    package private(set) var reports: [Int64: [TransactionID: ReportedRefund]] = [:]
    /// What differs from the stored chain.
    package private(set) var changes = ChainChanges()

    /// The tokens of the chain before this unit; those of them that identify no customer are awaited already.
    package var tokensBefore: Set<AccountToken> = []

    /// Apple's id of its only original where that is new in this unit, so that the repository has no rows of it.
    package private(set) var freshID: OriginalTransactionID?

    /// Creates a chain of a new original.
    package init(fresh original: OriginalRecord) {
        self.root = original.number
        self.originals = [original.number: original]
        self.freshID = original.id
    }

    /// Creates a stored chain of these originals, without any facts yet.
    package init(of originals: [OriginalRecord], root: Int64) {
        self.root = root
        self.originals = Dictionary(originals.map { ($0.number, $0) }) { first, _ in first }
        self.freshID = nil
        for original in originals { self.statuses[original.number] = original.status }
    }

    /// The numbers of its originals; the first represents the chain.
    package var members: [Int64] { [self.root] + self.originals.keys.filter { $0 != self.root }.sorted() }

    /// When the chain was last published; `nil` for never.
    package var publishedAt: Instant? { self.originals[self.root]?.publishedAt }

    /// When Apple was last asked about it; `nil` for never.
    package var askedAt: Instant? { self.originals[self.root]?.askedAt }

    /// Its transactions that are new in this unit.
    package var newTransactions: Set<TransactionID> {
        Set(self.transactions.lazy.filter { !$0.value.isStored }.map(\.key))
    }

    /// The chain as a value for the ledger's rules.
    package var value: Chain {
        Chain(
            transactions: self.transactions.values.map(\.record).sorted { $0.transactionID < $1.transactionID },
            renewals: self.renewals.values.sorted { $0.originalTransactionID < $1.originalTransactionID },
            statuses: self.statuses.values.sorted { $0.originalTransactionID < $1.originalTransactionID },
            refundRequests: self.newestRefunds,
            earlierRenewals: self.renewalEvidence.sorted(by: RenewalEvidence.precedes),
            reportedRefunds: ReportedRefund.newest(of: self.reports.values.lazy.flatMap(\.values)),
            retentionRequests: RetentionRequests(self.originals.values.flatMap(\.retentionRequests.instants))
        )
    }

    private var newestRefunds: [RefundRequestEvidence] {
        guard !self.refunds.isEmpty else { return [] }
        var newest: [RefundSubject: RefundRequestEvidence] = [:]
        for (subject, statement) in self.refunds {
            let key = RefundSubject(original: self.root, transactionID: subject.transactionID, kind: subject.kind)
            if let known = newest[key], !statement.isNewer(than: known) { continue }
            newest[key] = statement
        }
        return newest.values.sorted { left, right in
            (left.transactionID, left.kind.rawValue) < (right.transactionID, right.kind.rawValue)
        }
    }

    /// All tokens in its evidence.
    package var tokens: Set<AccountToken> {
        var tokens: Set<AccountToken> = []
        for transaction in self.transactions.values {
            for snapshot in transaction.record.snapshots {
                if let token = snapshot.accountToken { tokens.insert(token) }
            }
        }
        for renewal in self.renewals.values {
            if let token = renewal.accountToken { tokens.insert(token) }
        }
        tokens.formUnion(self.renewalEvidence.compactMap(\.accountToken))
        return tokens
    }

    /// Returns the chain with the names of its owners.
    package func owned(by people: inout CustomerCache) throws -> OwnedChain {
        var claims: [TransactionID: Claim] = [:]
        for (transactionID, transaction) in self.transactions {
            let owner = try transaction.owner.map { try people.name($0) }
            let shared = try transaction.sharedWith.map { try people.name($0) }.sorted()
            claims[transactionID] = Claim(owner: owner, reason: transaction.reason, sharedWith: shared)
        }
        return OwnedChain(chain: self.value, claims: claims)
    }
}

/// A chain is loaded by adding what is stored of it.
extension ChainRecord {
    /// Adds a stored transaction.
    package mutating func load(_ transaction: ChainTransaction) {
        self.transactions[transaction.record.transactionID] = transaction
    }

    /// Adds a customer with whom a stored transaction is shared.
    package mutating func load(_ transactionID: TransactionID, sharedWith customer: Int64) {
        self.transactions[transactionID]?.sharedWith.insert(customer)
    }

    /// Adds the stored renewal snapshot of an original, and what it replaced.
    package mutating func load(_ renewal: RenewalSnapshot, _ earlier: [RenewalEvidence], of original: Int64) {
        self.renewals[original] = renewal
        self.renewalEvidence += earlier
    }

    /// Adds a stored refund message of an original.
    package mutating func load(_ refund: RefundRequestEvidence, of original: Int64) {
        self.refunds[Self.subject(of: refund, of: original)] = refund
    }

    /// Adds a stored report of an original.
    package mutating func load(_ report: ReportedRefund, of original: Int64) {
        self.reports[original, default: [:]][report.transactionID] = report
    }

    /// Records the owners of a transaction, which the repository stores from now on.
    package mutating func setClaim(
        on transactionID: TransactionID,
        owner: Int64?,
        reason: Claim.Reason,
        sharedWith: Set<Int64>
    ) {
        self.transactions[transactionID]?.owner = owner
        self.transactions[transactionID]?.reason = reason
        self.transactions[transactionID]?.sharedWith = sharedWith
        self.transactions[transactionID]?.isStored = true
    }

    /// Removes a customer with whom a stored transaction is not shared any more.
    package mutating func remove(_ customer: Int64, sharing transactionID: TransactionID) {
        self.transactions[transactionID]?.sharedWith.remove(customer)
    }

    /// Records when the chain was published and when it is due next.
    package mutating func setPublished(at now: Instant, dueAt: Instant?) {
        self.originals[self.root]?.publishedAt = now
        self.originals[self.root]?.dueAt = dueAt
    }

    /// The chain as the repository loads it once its changes are saved.
    package var saved: Self {
        var saved = self
        saved.changes = ChainChanges()
        saved.tokensBefore = []
        saved.freshID = nil
        for (number, status) in self.statuses { saved.originals[number]?.status = status }
        return saved
    }

    /// Returns whether both are the same stored chain.
    package func isStored(like other: Self) -> Bool {
        self.root == other.root && self.originals == other.originals && self.transactions == other.transactions
            && self.renewals == other.renewals && Set(self.renewalEvidence) == Set(other.renewalEvidence)
            && self.statuses == other.statuses && self.refunds == other.refunds && self.reports == other.reports
    }

    private static func subject(of refund: RefundRequestEvidence, of original: Int64) -> RefundSubject {
        RefundSubject(original: original, transactionID: refund.transactionID, kind: refund.kind)
    }
}

/// The facts that a chain takes: each call returns whether the fact was new.
extension ChainRecord {
    /// The effect of a snapshot on a chain.
    package enum Effect: Hashable, Sendable {
        /// The snapshot was known, or cannot affect the state of the transaction.
        case nothing
        /// The transaction was known, and its state may have changed.
        case changed(isNewlyRevoked: Bool)
        /// The transaction was not known.
        case new(isNewlyRevoked: Bool)
    }

    /// Adds a snapshot of a transaction, which belongs to an original.
    package mutating func add(_ snapshot: TransactionSnapshot, to home: Int64) -> Effect {
        let effect: Effect
        if var known = self.transactions[snapshot.transactionID] {
            let isRevoked = snapshot.revocation.map { !known.record.states($0) } ?? false
            guard known.record.merge(snapshot) else { return .nothing }
            self.transactions[snapshot.transactionID] = known
            self.changes.replace(snapshot.transactionID, isStored: known.isStored)
            effect = .changed(isNewlyRevoked: isRevoked)
        } else {
            self.load(ChainTransaction(of: home, record: TransactionRecord(snapshot)))
            self.changes.replace(snapshot.transactionID, isStored: false)
            effect = .new(isNewlyRevoked: snapshot.revocation != nil)
        }
        self.share(snapshot.accountToken, snapshot.appTransactionID, of: home)
        return effect
    }

    /// Adds a renewal snapshot of an original.
    package mutating func add(_ renewal: RenewalSnapshot, to original: Int64) -> Bool {
        let known = self.renewals[original]
        if let known {
            let replaced = RenewalEvidence(renewal.isNewer(than: known) ? known : renewal)
            guard RenewalEvidence(renewal) != RenewalEvidence(known), !self.contains(replaced) else { return false }
            self.renewalEvidence.append(replaced)
            self.changes.renewalEvidence.append((original, replaced))
        }
        let joined = known.map { renewal.joined(with: $0) } ?? renewal
        if joined == known { return true }
        self.renewals[original] = joined
        self.changes.renewals.insert(original)
        self.share(joined.accountToken, joined.appTransactionID, of: original)
        return true
    }

    /// Adds Apple's status of an original.
    package mutating func add(_ status: StatusEvidence, to original: Int64) -> Bool {
        if let known = self.statuses[original], !status.isNewer(than: known) { return false }
        self.statuses[original] = status
        self.changes.statuses.insert(original)
        return true
    }

    /// Adds a signed refund message of an original.
    package mutating func add(_ refund: RefundRequestEvidence, to original: Int64) -> Bool {
        let subject = Self.subject(of: refund, of: original)
        if let known = self.refunds[subject], !refund.isNewer(than: known) { return false }
        self.refunds[subject] = refund
        self.changes.refunds.insert(subject)
        return true
    }

    /// Adds a reported refund of an original.
    package mutating func add(_ report: ReportedRefund, to original: Int64) -> Bool {
        if let known = self.reports[original]?[report.transactionID], !report.isNewer(than: known) { return false }
        self.reports[original, default: [:]][report.transactionID] = report
        self.changes.reports[original, default: []].insert(report.transactionID)
        return true
    }

    /// Adds a request for a retention message to an original.
    package mutating func add(_ request: RetentionRequestEvidence, to original: Int64) -> Bool {
        guard self.originals[original]?.retentionRequests.add(request.signedAt) == true else { return false }
        self.changes.retentionRequests.insert(original)
        return true
    }

    /// Returns whether the chain has the values of a replaced renewal snapshot; its digest identifies a snapshot.
    private func contains(_ evidence: RenewalEvidence) -> Bool {
        self.renewalEvidence.contains { known in
            known.originalTransactionID == evidence.originalTransactionID && known.signedAt == evidence.signedAt
                && known.digest == evidence.digest
        }
    }

    /// Sets the shared values of an original where they are missing.
    private mutating func share(_ token: AccountToken?, _ account: AppTransactionID?, of original: Int64) {
        guard self.originals[original]?.shared.fill(token: token, account: account) == true else { return }
        self.changes.shared.insert(original)
    }
}

/// What differs between a chain and the stored chain.
package struct ChainChanges: Sendable {
    /// The transactions whose snapshots differ, and whether there are stored ones.
    package private(set) var snapshots: [TransactionID: Bool] = [:]
    /// The originals whose renewal snapshot differs.
    package fileprivate(set) var renewals: Set<Int64> = []
    /// The replaced values of renewal snapshots that are new, each with its original.
    package fileprivate(set) var renewalEvidence: [(original: Int64, evidence: RenewalEvidence)] = []
    /// The originals whose status differs.
    package fileprivate(set) var statuses: Set<Int64> = []
    /// The refund messages that differ.
    package fileprivate(set) var refunds: Set<ChainRecord.RefundSubject> = []
    /// The transactions of each original whose report differs.
    package fileprivate(set) var reports: [Int64: Set<TransactionID>] = [:]
    /// The originals with shared values that were missing.
    package fileprivate(set) var shared: Set<Int64> = []
    /// The originals whose requests for retention messages differ.
    package fileprivate(set) var retentionRequests: Set<Int64> = []

    fileprivate mutating func replace(_ transactionID: TransactionID, isStored: Bool) {
        if self.snapshots[transactionID] == nil { self.snapshots[transactionID] = isStored }
    }
}

/// A transaction of a chain as the repository stores it.
package struct ChainTransaction: Hashable, Sendable {
    /// The number of the original to which its snapshots belong: that of the first snapshot.
    package let original: Int64
    /// Its snapshots.
    package fileprivate(set) var record: TransactionRecord
    /// The number of its owner.
    package fileprivate(set) var owner: Int64?
    /// Why the customer owns it.
    package fileprivate(set) var reason: Claim.Reason
    /// The numbers of the customers with whom it is shared.
    package fileprivate(set) var sharedWith: Set<Int64> = []
    /// Whether it has a row already.
    package fileprivate(set) var isStored: Bool

    /// Creates a transaction without an owner, which is not stored yet.
    init(of original: Int64, record: TransactionRecord) {
        self.original = original
        self.record = record
        self.reason = .unclaimed
        self.isStored = false
    }

    /// Creates a stored transaction.
    package init(of original: Int64, record: TransactionRecord, owner: Int64?, reason: Claim.Reason) {
        self.original = original
        self.record = record
        self.owner = owner
        self.reason = reason
        self.isStored = true
    }
}
