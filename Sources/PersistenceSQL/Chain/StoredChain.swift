import Ledger

/// A chain as the database stores it: the facts of each original transaction id that belongs to it.
struct StoredChain {
    /// The subject of a signed refund message.
    struct RefundSubject: Hashable {
        /// The number of the original that it came for.
        let original: Int64
        /// The transaction.
        let transactionID: TransactionID
        /// The kind of the message.
        let kind: RefundRequestEvidence.Kind
    }

    /// The numbers of its originals; the first represents the chain.
    let members: [Int64]
    /// Its transactions.
    var transactions: [TransactionID: StoredTransaction] = [:]
    /// The newest renewal snapshot of each original.
    var renewals: [Int64: RenewalSnapshot] = [:]
    /// The values of each original that newer renewal snapshots have replaced.
    var renewalEvidence: [RenewalEvidence] = []
    /// The newest status of each original.
    var statuses: [Int64: StatusEvidence] = [:]
    /// The newest signed refunds of each original.
    var refunds: [RefundSubject: RefundRequestEvidence] = [:]
    /// The reported refunds of each original, one of each transaction.
    var reports: [Int64: [TransactionID: ReportedRefund]] = [:]

    /// The tokens of the chain before this unit; those of them that identify no customer are awaited already.
    var tokensBefore: Set<AccountToken> = []

    /// Apple's id of its only original where that is new in this unit, so that no query by its number can find
    /// anything.
    var freshID: OriginalTransactionID?

    /// When the chain was last published; `nil` for never.
    var publishedAt: Instant?
    /// When Apple was last asked about it; `nil` for never.
    var askedAt: Instant?

    /// Creates a chain of these originals without any facts.
    init(members: [Int64]) {
        self.members = members
    }

    /// The number of the original that represents the chain.
    var root: Int64 { self.members[0] }

    /// Its transactions that are new in this unit.
    var newTransactions: Set<TransactionID> {
        Set(self.transactions.lazy.filter { !$0.value.isStored }.map(\.key))
    }

    /// The chain as a value for the ledger's rules.
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

    /// All tokens in its evidence.
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
    /// The number of the original.
    let number: Int64
    /// Apple's id.
    let id: OriginalTransactionID
    /// The number of the original that represents its chain, where the chain has several.
    let joinedRoot: Int64?
    /// Its newest status.
    let status: StatusEvidence?
    /// When its chain was last published; only where it represents the chain.
    var publishedAt: Instant?
    /// When its chain is due next; only where it represents the chain.
    var dueAt: Instant?
    /// When Apple was last asked about its chain; only where it represents the chain.
    var askedAt: Instant?

    /// The values that most of its evidence shares.
    var shared = SharedValues()

    /// The number of the original that represents its chain.
    var root: Int64 { self.joinedRoot ?? self.number }
}

/// A transaction as the database stores it.
struct StoredTransaction {
    /// The number of the original to which its snapshots belong: that of the first snapshot.
    let original: Int64
    /// Its snapshots.
    var record: TransactionRecord
    /// The number of its owner.
    var owner: Int64?
    /// Why the customer owns it.
    var reason: Claim.Reason
    /// The numbers of the customers with whom it is shared.
    var sharedWith: Set<Int64> = []
    /// Whether it has a row already.
    var isStored: Bool
}

/// The values that most evidence of an original shares, stored once with the original.
///
/// Rows of evidence with the same value have an empty blob in its place. Each value is the first that arrived and never
/// changes, so no row changes its meaning.
struct SharedValues {
    /// The customer's token.
    var token: AccountToken?
    /// The Apple Account.
    var account: AppTransactionID?

    /// Sets the missing values from other evidence; returns whether one was missing.
    mutating func fill(token: AccountToken?, account: AppTransactionID?) -> Bool {
        let isMissing = self.token == nil && token != nil || self.account == nil && account != nil
        self.token = self.token ?? token
        self.account = self.account ?? account
        return isMissing
    }

    /// Returns the value of a token for a row of evidence.
    func value(of token: AccountToken?) -> SQLValue {
        guard let token else { return .null }
        return token == self.token ? .bytes([]) : .token(token)
    }

    /// Returns the value of an Apple Account for a row of evidence.
    func value(of account: AppTransactionID?) -> SQLValue {
        guard let account else { return .null }
        return account == self.account ? .bytes([]) : .identifier(account.rawValue)
    }
}
