import Ledger

/// A chain as the database stores it: the facts of each original transaction id that belongs to it.
struct StoredChain {
    /// What a signed refund is about.
    struct RefundSubject: Hashable {
        /// The number of the original it came for.
        let original: Int64
        /// The transaction.
        let transactionID: TransactionID
        /// What was said.
        let kind: RefundRequestEvidence.Kind
    }

    /// The numbers of its originals; the first stands for the chain.
    let members: [Int64]
    /// Its transactions.
    var transactions: [TransactionID: StoredTransaction] = [:]
    /// The newest renewal snapshot of each original.
    var renewals: [Int64: RenewalSnapshot] = [:]
    /// What newer renewal snapshots of each original have replaced.
    var renewalEvidence: [RenewalEvidence] = []
    /// The newest status of each original.
    var statuses: [Int64: StatusEvidence] = [:]
    /// The newest signed refunds of each original.
    var refunds: [RefundSubject: RefundRequestEvidence] = [:]
    /// The reported refunds of each original, one of each transaction.
    var reports: [Int64: [TransactionID: ReportedRefund]] = [:]

    /// The tokens of the chain before this unit of work; those that identify no customer are awaited already.
    var tokensBefore: Set<AccountToken> = []

    /// Apple's id of its only original where that is not stored before the unit at work: nothing can be found by its
    /// number.
    var freshID: OriginalTransactionID?

    /// When it was published last; `nil` for never.
    var publishedAt: Instant?
    /// When Apple was asked about it last; `nil` for never.
    var askedAt: Instant?

    /// A chain of these originals about which nothing is known yet.
    init(members: [Int64]) {
        self.members = members
    }

    /// The number that stands for the chain.
    var root: Int64 { self.members[0] }

    /// Its transactions that are not stored before the unit at work.
    var newTransactions: Set<TransactionID> {
        Set(self.transactions.lazy.filter { !$0.value.isStored }.map(\.key))
    }

    /// What the rules see of it.
    var value: Chain {
        var newestRefunds: [RefundSubject: RefundRequestEvidence] = [:]
        for (subject, statement) in self.refunds {
            let key = RefundSubject(original: self.root, transactionID: subject.transactionID, kind: subject.kind)
            if let known = newestRefunds[key], !statement.isNewer(than: known) { continue }
            newestRefunds[key] = statement
        }
        return Chain(
            transactions: self.transactions.values.map(\.record).sorted { $0.transactionID < $1.transactionID },
            renewals: self.renewals.values.sorted { $0.originalTransactionID < $1.originalTransactionID },
            statuses: self.statuses.values.sorted { $0.originalTransactionID < $1.originalTransactionID },
            refundRequests: newestRefunds.values.sorted { left, right in
                (left.transactionID, left.kind.rawValue) < (right.transactionID, right.kind.rawValue)
            },
            earlierRenewals: self.renewalEvidence.sorted(by: RenewalEvidence.precedes),
            reportedRefunds: ReportedRefund.newest(of: self.reports.values.lazy.flatMap(\.values))
        )
    }

    /// Every token that its evidence bears.
    var tokens: Set<AccountToken> {
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
    func owned(by people: inout CustomerCache) throws -> OwnedChain {
        var claims: [TransactionID: Claim] = [:]
        for (transactionID, transaction) in self.transactions {
            let owner = try transaction.owner.map { try people.name($0) }
            let shared = try transaction.sharedWith.map { try people.name($0) }.sorted()
            claims[transactionID] = Claim(owner: owner, reason: transaction.reason, sharedWith: shared)
        }
        return OwnedChain(chain: self.value, claims: claims)
    }
}

/// An original transaction id as the database stores it.
struct StoredOriginal {
    /// Its number.
    let number: Int64
    /// Apple's id.
    let id: OriginalTransactionID
    /// The number of the original that stands for its chain, where the chain has several.
    let joinedRoot: Int64?
    /// Its newest status.
    let status: StatusEvidence?
    /// When its chain was published last; only where it stands for the chain.
    var publishedAt: Instant?
    /// When its chain is due; only where it stands for the chain.
    var dueAt: Instant?
    /// When Apple was asked about its chain last; only where it stands for the chain.
    var askedAt: Instant?

    /// What most of its evidence bears.
    var shared = SharedValues()

    /// The number that stands for its chain.
    var root: Int64 { self.joinedRoot ?? self.number }
}

/// A transaction as the database stores it.
struct StoredTransaction {
    /// The number of the original under which its snapshots lie: that of the snapshot that came first.
    let original: Int64
    /// Its snapshots.
    var record: TransactionRecord
    /// The number of its owner.
    var owner: Int64?
    /// Why the customer owns it.
    var reason: Claim.Reason
    /// The numbers of those with whom it is shared.
    var sharedWith: Set<Int64> = []
    /// Whether it has a row of its own already.
    var isStored: Bool
}

/// What the evidence of an original mostly bears alike, kept once beside the original.
///
/// Rows of evidence that bear the same have an empty blob in its place. Each value is the first that came and never
/// changes, so no row changes its meaning.
struct SharedValues {
    /// The customer's token.
    var token: AccountToken?
    /// The Apple Account.
    var account: AppTransactionID?

    /// Takes in what other evidence bears, and returns whether any of it was missing.
    mutating func fill(token: AccountToken?, account: AppTransactionID?) -> Bool {
        let isMissing = self.token == nil && token != nil || self.account == nil && account != nil
        self.token = self.token ?? token
        self.account = self.account ?? account
        return isMissing
    }

    /// Returns a token in a row of evidence.
    func value(of token: AccountToken?) -> SQLValue {
        guard let token else { return .null }
        return token == self.token ? .bytes([]) : .token(token)
    }

    /// Returns an Apple Account in a row of evidence.
    func value(of account: AppTransactionID?) -> SQLValue {
        guard let account else { return .null }
        return account == self.account ? .bytes([]) : .identifier(account.rawValue)
    }
}
