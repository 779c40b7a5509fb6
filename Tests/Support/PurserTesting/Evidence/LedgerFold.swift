package import Ledger

/// A minimal ledger that applies facts one after the other.
///
/// It stores in memory what a repository stores, by the merge rules of the values themselves. The laws of the
/// ledger are tested with it.
package struct LedgerFold: Sendable {
    /// The rule that decides between two pieces of evidence on one subject.
    package enum Rule: Sendable {
        /// By the ledger's rules.
        case ledger
        /// The last to arrive wins: wrong, and here to show that the law's test notices.
        case lastArrivalWins
    }

    private struct RequestKey: Hashable {
        let transactionID: TransactionID
        let kind: RefundRequestEvidence.Kind
    }

    private struct ReportKey: Hashable {
        let original: OriginalTransactionID
        let transactionID: TransactionID
    }

    private let rule: Rule
    private var records: [TransactionID: TransactionRecord] = [:]
    private var renewals: [OriginalTransactionID: RenewalSnapshot] = [:]
    private var renewalEvidence: Set<RenewalEvidence> = []
    private var statuses: [OriginalTransactionID: StatusEvidence] = [:]
    private var requests: [RequestKey: RefundRequestEvidence] = [:]
    private var reports: [ReportKey: ReportedRefund] = [:]
    private var retentionRequests: [OriginalTransactionID: RetentionRequests] = [:]
    private var earlierIDs: [OriginalTransactionID: Set<OriginalTransactionID>] = [:]
    /// The apps' submissions in the order of arrival.
    package private(set) var submissions: [Submission] = []
    /// The operators' decisions.
    private var decisions: Set<Decision> = []

    /// An empty ledger.
    package init(rule: Rule = .ledger) {
        self.rule = rule
    }

    /// A ledger of these facts, in this order of arrival.
    package init(_ facts: [LedgerFact], rule: Rule = .ledger) {
        self.rule = rule
        for fact in facts { self.take(fact) }
    }

    /// Adds one fact.
    package mutating func take(_ fact: LedgerFact) {
        switch fact {
        case .transaction(let snapshot): self.take(snapshot)
        case .renewal(let renewal):
            self.renewalEvidence.insert(RenewalEvidence(renewal))
            let known = self.renewals[renewal.originalTransactionID]
            let joined = self.rule == .ledger ? known.map { renewal.joined(with: $0) } : nil
            self.renewals[renewal.originalTransactionID] = joined ?? renewal
        case .status(let status):
            let known = self.statuses[status.originalTransactionID]
            if self.replaces(known.map(status.isNewer)) { self.statuses[status.originalTransactionID] = status }
        case .refundRequest(let request):
            let key = RequestKey(transactionID: request.transactionID, kind: request.kind)
            if self.replaces(self.requests[key].map(request.isNewer)) { self.requests[key] = request }
        case .reportedRefund(let report):
            let key = ReportKey(original: report.originalTransactionID, transactionID: report.transactionID)
            if self.replaces(self.reports[key].map(report.isNewer)) { self.reports[key] = report }
        case .retentionRequest(let request):
            self.retentionRequests[request.originalTransactionID, default: RetentionRequests()].add(request.signedAt)
        case .submission(let submission):
            if !self.submissions.contains(where: submission.repeats) { self.submissions.append(submission) }
        case .decision(let decision): self.decisions.insert(decision)
        }
    }

    private func replaces(_ isNewer: Bool?) -> Bool {
        self.rule == .lastArrivalWins || isNewer ?? true
    }

    private mutating func take(_ snapshot: TransactionSnapshot) {
        if let previous = snapshot.previousOriginalTransactionID {
            self.earlierIDs[snapshot.originalTransactionID, default: []].insert(previous)
        }
        guard self.rule == .ledger, var record = self.records[snapshot.transactionID] else {
            self.records[snapshot.transactionID] = TransactionRecord(snapshot)
            return
        }
        _ = record.merge(snapshot)
        self.records[snapshot.transactionID] = record
    }

    /// The chains, migrated ones joined, by the smallest original transaction id of each.
    package var chains: [Chain] {
        var group: [OriginalTransactionID: OriginalTransactionID] = [:]
        var originals = Set(self.records.values.map(\.current.originalTransactionID))
        originals.formUnion(self.renewals.keys)
        originals.formUnion(self.statuses.keys)
        originals.formUnion(self.requests.values.map(\.originalTransactionID))
        originals.formUnion(self.reports.values.map(\.originalTransactionID))
        originals.formUnion(self.retentionRequests.keys)
        for original in originals { group[original] = original }
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for (later, earliers) in self.earlierIDs {
                for earlier in earliers {
                    let least = min(group[later] ?? later, group[earlier] ?? earlier)
                    if group[later] != least || group[earlier] != least {
                        group[later] = least
                        group[earlier] = least
                        hasChanged = true
                    }
                }
            }
        }
        return Set(originals.compactMap { group[$0] }).sorted().map { name in
            let has = { (original: OriginalTransactionID) in group[original] == name }
            return Chain(
                transactions: self.records.values.filter { has($0.current.originalTransactionID) }
                    .sorted { $0.transactionID < $1.transactionID },
                renewals: self.renewals.values.filter { has($0.originalTransactionID) }
                    .sorted { $0.originalTransactionID < $1.originalTransactionID },
                statuses: self.statuses.values.filter { has($0.originalTransactionID) }
                    .sorted { $0.originalTransactionID < $1.originalTransactionID },
                refundRequests: self.requests.values.filter { has($0.originalTransactionID) }
                    .sorted { ($0.transactionID, $0.kind.rawValue) < ($1.transactionID, $1.kind.rawValue) },
                earlierRenewals: self.renewalEvidence
                    .filter { word in
                        has(word.originalTransactionID)
                            && word != self.renewals[word.originalTransactionID].map(RenewalEvidence.init)
                    }
                    .sorted(by: RenewalEvidence.precedes),
                reportedRefunds: ReportedRefund.newest(
                    of: self.reports.values.filter { has($0.originalTransactionID) }
                ),
                retentionRequests: RetentionRequests(
                    self.retentionRequests.filter { has($0.key) }.values.flatMap(\.instants)
                )
            )
        }
    }

    /// The chains with their owners.
    package func ownedChains(customers: [AccountToken: CustomerID]) -> [OwnedChain] {
        let chains = self.chains
        let facts = OwnershipFacts(
            submissions: self.submissions,
            decisions: Array(self.decisions),
            customers: customers
        )
        let claims = Ownership.resolution(on: chains, facts: facts).claims
        return chains.map { chain in
            let ids = Set(chain.transactions.map(\.transactionID))
            return OwnedChain(chain: chain, claims: claims.filter { ids.contains($0.key) })
        }
    }
}

/// One input of the ledger.
package enum LedgerFact: Hashable, Sendable {
    /// Apple's word on a transaction.
    case transaction(TransactionSnapshot)
    /// Apple's word on a renewal.
    case renewal(RenewalSnapshot)
    /// Apple's word on a status.
    case status(StatusEvidence)
    /// Apple's word on a refund request.
    case refundRequest(RefundRequestEvidence)
    /// A refund that is reported and that Apple did not sign.
    case reportedRefund(ReportedRefund)
    /// Apple's request for a retention message.
    case retentionRequest(RetentionRequestEvidence)
    /// An app's word that a customer has a transaction.
    case submission(Submission)
    /// An operator's word on whose a purchase is.
    case decision(Decision)

    /// Whether an app said it rather than Apple.
    package var isSubmission: Bool {
        if case .submission = self { true } else { false }
    }
}
