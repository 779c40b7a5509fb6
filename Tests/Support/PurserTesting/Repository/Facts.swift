import Ledger

/// The evidence of purchases in one environment of one app.
struct Facts: Sendable {
    /// The subject of a signed refund.
    struct RefundSubject: Hashable {
        let original: OriginalTransactionID
        let transaction: TransactionID
        let kind: RefundRequestEvidence.Kind
    }

    /// The subject of a reported refund.
    struct ReportSubject: Hashable {
        let original: OriginalTransactionID
        let transaction: TransactionID

        init(_ report: ReportedRefund) {
            self.original = report.originalTransactionID
            self.transaction = report.transactionID
        }
    }

    /// The submissions in the order of arrival, each customer, transaction and intent once.
    private(set) var submissions: [Submission] = []
    private var records: [TransactionID: TransactionRecord] = [:]
    private var renewals: [OriginalTransactionID: RenewalSnapshot] = [:]
    private var renewalEvidence: [OriginalTransactionID: Set<RenewalEvidence>] = [:]
    private var statuses: [OriginalTransactionID: StatusEvidence] = [:]
    private var refunds: [RefundSubject: RefundRequestEvidence] = [:]
    /// The refunds that were reported and that Apple did not sign.
    private(set) var reports: [ReportSubject: ReportedRefund] = [:]
    private var retentionRequests: [OriginalTransactionID: Set<Instant>] = [:]
    /// The originals under which each transaction was ever seen.
    private var originals: [TransactionID: Set<OriginalTransactionID>] = [:]
    /// The transactions that were ever seen under each original.
    private var transactions: [OriginalTransactionID: Set<TransactionID>] = [:]
    /// The originals that are one chain, as sets that have nothing in common.
    private var joined: [Set<OriginalTransactionID>] = []
    /// The originals in the order in which they became known.
    private(set) var originalsInOrder: [OriginalTransactionID] = []

    /// The customers' answers to price increases, by product.
    var priceConsents: [ProductID: PriceConsents] {
        var counts: [ProductID: PriceConsents] = [:]
        for renewal in self.renewals.values where renewal.priceIncreaseStatus != nil {
            counts[renewal.productID, default: PriceConsents()].count(renewal.priceIncreaseStatus)
        }
        return counts
    }

    /// The transactions that a unit makes known, and those of which it states a revocation that is not known yet.
    func news(in intake: Intake) -> (met: Set<TransactionID>, revoked: Set<TransactionID>) {
        var records = self.records
        var met: Set<TransactionID> = []
        var revoked: Set<TransactionID> = []
        for snapshot in intake.transactions {
            let id = snapshot.transactionID
            let isStated = snapshot.revocation.map { records[id]?.states($0) ?? false } ?? true
            if records[id] == nil {
                records[id] = TransactionRecord(snapshot)
                met.insert(id)
            } else if records[id]?.merge(snapshot) != true {
                continue
            }
            if !isStated { revoked.insert(id) }
        }
        return (met, revoked)
    }

    /// Adds the facts of a unit and returns the originals that have a new one.
    mutating func record(_ intake: Intake) -> Set<OriginalTransactionID> {
        for snapshot in intake.transactions {
            self.meet(snapshot.originalTransactionID)
            if let previous = snapshot.previousOriginalTransactionID { self.meet(previous) }
        }
        for original in intake.renewals.map(\.originalTransactionID) + intake.statuses.map(\.originalTransactionID)
            + intake.refundRequests.map(\.originalTransactionID)
            + intake.reportedRefunds.map(\.originalTransactionID)
            + intake.retentionRequests.map(\.originalTransactionID)
        {
            self.meet(original)
        }
        var changed: Set<OriginalTransactionID> = []
        for snapshot in intake.transactions {
            var isNew = self.join(snapshot)
            if self.records[snapshot.transactionID] == nil {
                self.records[snapshot.transactionID] = TransactionRecord(snapshot)
                isNew = true
            } else {
                isNew = self.records[snapshot.transactionID]?.merge(snapshot) ?? false || isNew
            }
            if isNew { changed.insert(snapshot.originalTransactionID) }
        }
        for renewal in intake.renewals {
            let original = renewal.originalTransactionID
            guard self.renewalEvidence[original, default: []].insert(RenewalEvidence(renewal)).inserted else {
                continue
            }
            changed.insert(original)
            self.renewals[original] = self.renewals[original].map { renewal.joined(with: $0) } ?? renewal
        }
        for status in intake.statuses {
            if let known = self.statuses[status.originalTransactionID], !status.isNewer(than: known) { continue }
            self.statuses[status.originalTransactionID] = status
            changed.insert(status.originalTransactionID)
        }
        for statement in intake.refundRequests {
            let subject = RefundSubject(
                original: statement.originalTransactionID,
                transaction: statement.transactionID,
                kind: statement.kind
            )
            if let known = self.refunds[subject], !statement.isNewer(than: known) { continue }
            self.refunds[subject] = statement
            changed.insert(statement.originalTransactionID)
        }
        for report in intake.reportedRefunds {
            let subject = ReportSubject(report)
            if let known = self.reports[subject], !report.isNewer(than: known) { continue }
            self.reports[subject] = report
            changed.insert(report.originalTransactionID)
        }
        for request in intake.retentionRequests {
            // Only the first of a day counts.
            let original = request.originalTransactionID
            let known = RetentionRequests(self.retentionRequests[original] ?? [])
            self.retentionRequests[original, default: []].insert(request.signedAt)
            guard RetentionRequests(self.retentionRequests[original] ?? []) != known else { continue }
            changed.insert(original)
        }
        return changed
    }

    /// Makes room for a report, and returns how many old ones had to go; `nil` where there is none.
    mutating func makeRoom(for report: ReportedRefund, limit: Int, before: Instant) -> Int? {
        if self.reports[ReportSubject(report)] != nil || !self.isWaiting(report) { return 0 }
        func isFull() -> Bool { self.reports.values.count(where: self.isWaiting) >= limit }
        guard isFull() else { return 0 }
        let old = self.reports.filter { _, kept in
            kept.reportedAt < before && self.chain(of: kept.originalTransactionID).transactions.isEmpty
        }
        for subject in old.keys { self.reports[subject] = nil }
        return isFull() ? nil : old.count
    }

    /// Whether the transaction of a report is not known in the chain that it names.
    private func isWaiting(_ report: ReportedRefund) -> Bool {
        !self.chain(of: report.originalTransactionID).transactions.contains {
            $0.transactionID == report.transactionID
        }
    }

    /// A chain and every other that is tied to it by Apple Accounts, directly or by others in between.
    func chainsSharingAccounts(with chain: Chain) -> [Chain] {
        let all = self.chains.map { (chain: $0, accounts: Self.accounts(of: $0)) }
        var accounts = Self.accounts(of: chain)
        var count = -1
        while accounts.count != count {
            count = accounts.count
            for other in all where !other.accounts.isDisjoint(with: accounts) { accounts.formUnion(other.accounts) }
        }
        let tied = all.filter { !$0.accounts.isDisjoint(with: accounts) }.map(\.chain)
        return tied.contains(chain) ? tied : tied + [chain]
    }

    private static func accounts(of chain: Chain) -> Set<AppTransactionID> {
        Set(chain.transactions.compactMap(\.current.appTransactionID))
    }

    /// Replaces the id of a customer.
    mutating func rename(_ customer: CustomerID, to other: CustomerID) {
        self.submissions = self.submissions.map { $0.customer == customer ? $0.by(other) : $0 }
    }

    /// Adds a submission and returns whether it was new.
    mutating func record(_ submission: Submission) -> Bool {
        let isKnown = self.submissions.contains { submission.repeats($0) }
        if !isKnown { self.submissions.append(submission) }
        return !isKnown
    }

    /// Every chain in which a transaction is known.
    var chains: [Chain] {
        var seen: Set<TransactionID> = []
        var chains: [Chain] = []
        for transaction in self.records.keys where !seen.contains(transaction) {
            guard let chain = self.chain(of: transaction) else { continue }
            seen.formUnion(chain.transactions.map(\.transactionID))
            chains.append(chain)
        }
        return chains
    }

    /// The chain of a transaction.
    func chain(of transaction: TransactionID) -> Chain? {
        self.original(of: transaction).map(self.chain(of:))
    }

    /// Makes the originals that a snapshot names one chain, and says whether they were several.
    private mutating func join(_ snapshot: TransactionSnapshot) -> Bool {
        let original = snapshot.originalTransactionID
        var named = self.originals[snapshot.transactionID] ?? []
        named.insert(original)
        self.originals[snapshot.transactionID] = named
        self.transactions[original, default: []].insert(snapshot.transactionID)
        if let previous = snapshot.previousOriginalTransactionID { named.insert(previous) }
        var union: Set<OriginalTransactionID> = []
        for member in named { union.formUnion(self.members(of: member)) }
        guard union != self.members(of: original) else { return false }
        self.joined.removeAll { !$0.isDisjoint(with: union) }
        self.joined.append(union)
        return true
    }

    /// The original that identifies the chain of another one: the first of them that became known.
    func root(of original: OriginalTransactionID) -> OriginalTransactionID {
        let members = self.members(of: original)
        return self.originalsInOrder.first { members.contains($0) } ?? original
    }

    /// The original under which a transaction is known.
    func original(of transaction: TransactionID) -> OriginalTransactionID? {
        self.originals[transaction]?.first
    }

    /// The originals that a decision's id may be about: its transaction's, and the one of that name.
    func originals(namedBy id: TransactionID) -> Set<OriginalTransactionID> {
        var originals = self.originals[id] ?? []
        let name = OriginalTransactionID(id.rawValue)
        if self.originalsInOrder.contains(name) { originals.insert(name) }
        return originals
    }

    /// The roots of the chains whose evidence bears a token.
    func roots(bearing token: AccountToken) -> Set<OriginalTransactionID> {
        let inTransactions = self.records.values
            .filter { record in record.snapshots.contains { $0.accountToken == token } }
            .compactMap { self.original(of: $0.transactionID) }
        let inRenewals = self.renewalEvidence.values.joined().filter { $0.accountToken == token }
            .map(\.originalTransactionID)
        return Set((inTransactions + inRenewals).map(self.root))
    }

    /// Roots in the order in which they became known.
    func inOrder(_ roots: Set<OriginalTransactionID>) -> [OriginalTransactionID] {
        self.originalsInOrder.filter { roots.contains($0) }
    }

    /// The chain of an original, whether or not a transaction of it is known.
    func chain(of original: OriginalTransactionID) -> Chain {
        let members = self.members(of: original)
        var refunds: [RefundSubject: RefundRequestEvidence] = [:]
        for (subject, statement) in self.refunds where members.contains(subject.original) {
            let key = RefundSubject(original: original, transaction: subject.transaction, kind: subject.kind)
            if let known = refunds[key], !statement.isNewer(than: known) { continue }
            refunds[key] = statement
        }
        return Chain(
            transactions: Set(members.flatMap { self.transactions[$0] ?? [] }).sorted().compactMap { self.records[$0] },
            renewals: members.sorted().compactMap { self.renewals[$0] },
            statuses: members.sorted().compactMap { self.statuses[$0] },
            refundRequests: refunds.values.sorted {
                ($0.transactionID, $0.kind.rawValue) < ($1.transactionID, $1.kind.rawValue)
            },
            earlierRenewals: members.flatMap { member in
                let newest = self.renewals[member].map(RenewalEvidence.init)
                return (self.renewalEvidence[member] ?? []).filter { $0 != newest }
            }
            .sorted(by: RenewalEvidence.precedes),
            reportedRefunds: ReportedRefund.newest(
                of: self.reports.values.filter { members.contains($0.originalTransactionID) }
            ),
            retentionRequests: RetentionRequests(members.flatMap { self.retentionRequests[$0] ?? [] })
        )
    }

    /// Adds an original, which identifies a chain of its own.
    private mutating func meet(_ original: OriginalTransactionID) {
        if !self.originalsInOrder.contains(original) { self.originalsInOrder.append(original) }
    }

    /// Whether anything is kept of an original.
    func knows(_ original: OriginalTransactionID) -> Bool { self.originalsInOrder.contains(original) }

    /// The originals that are one chain with this one.
    func members(of original: OriginalTransactionID) -> Set<OriginalTransactionID> {
        self.joined.first { $0.contains(original) } ?? [original]
    }
}
