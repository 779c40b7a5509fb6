/// Loads and saves submissions, decisions, claims and Apple Accounts.
package protocol OwnershipStorage: CustomerStorage {
    /// Returns the submissions of a chain's transactions, in order of arrival, by canonical customers.
    func submissions(of chain: ChainRecord, scope: Scope, people: inout CustomerCache) throws -> [Submission]

    /// Returns every decision that names a transaction or an original of a chain.
    func decisions(of chain: ChainRecord, scope: Scope, people: inout CustomerCache) throws -> [Decision]

    /// Returns the last submission of a transaction by a customer: whether there is any, and the last of an intent.
    func lastSubmission(
        of transaction: TransactionID,
        by customer: Int64,
        intent: Submission.Intent,
        scope: Scope
    ) throws -> (isAny: Bool, last: StoredSubmission?)

    /// Saves a submission.
    func insert(_ submission: Submission, by customer: Int64, scope: Scope) throws

    /// Saves that a stored submission was repeated.
    func repeatSubmission(_ submission: Submission, by customer: Int64, sequence: Int64, scope: Scope) throws

    /// Saves a decision and returns whether it is new.
    func record(_ decision: Decision, scope: Scope) throws -> Bool

    /// Saves that a chain awaits the customer of a token.
    func await(_ token: AccountToken, root: Int64, app: Int64) throws

    /// Returns the originals that await a token, and ends their wait.
    func takeAwaiting(_ token: AccountToken, app: Int64) throws -> [(original: Int64, scope: Int64)]

    /// Returns the claim on a transaction.
    func claim(on transaction: TransactionID, scope: Scope) throws -> Claim

    /// Returns the owner of a transaction.
    func owner(of transaction: TransactionID, scope: Scope) throws -> Int64?

    /// Saves the owner of a transaction of an original.
    func putClaim(
        on transaction: TransactionID,
        of original: Int64,
        owner: Int64?,
        reason: Claim.Reason,
        scope: Scope
    )
        throws

    /// Saves that a transaction is shared with a customer.
    func insertShared(_ transaction: TransactionID, of original: Int64, with customer: Int64) throws

    /// Saves that a transaction is not shared with a customer any more.
    func deleteShared(_ transaction: TransactionID, of original: Int64, with customer: Int64) throws

    /// Saves that a customer owns something in an original.
    func insertOwned(_ share: Share, scope: Scope) throws

    /// Saves that a customer owns nothing in an original any more.
    func deleteOwned(_ share: Share, scope: Scope) throws

    /// Returns the token that the transactions of an original share.
    func sharedToken(of original: Int64) throws -> AccountToken?

    /// Returns the originals in which a customer owns something.
    func ownedOriginals(of customer: Int64, scope: Scope) throws -> [Int64]

    /// Returns the customers who used an Apple Account, by number.
    func uses(of account: AppTransactionID, scope: Scope) throws -> [(customer: Int64, use: AccountUse)]

    /// Returns how a customer used an Apple Account; `nil` for not at all.
    func use(of account: AppTransactionID, by customer: Int64, scope: Scope) throws -> AccountUse?

    /// Saves how a customer used an Apple Account; `nil` for not at all.
    func put(_ use: AccountUse?, of account: AppTransactionID, by customer: Int64, scope: Scope) throws

    /// Returns the Apple Accounts that a customer used for purchases that a family shares.
    func familyAccounts(of customer: Int64, scope: Scope) throws -> [AppTransactionID]

    /// Deletes the Apple Accounts that a customer used for purchases that a family shares.
    func forgetFamilyAccounts(of customer: Int64, scope: Scope) throws

    /// Returns the chains that depend on an Apple Account, by their representing originals.
    func readers(of account: AppTransactionID, scope: Scope) throws -> [(root: Int64, isFamily: Bool)]

    /// Saves that a chain depends on an Apple Account.
    func putReader(_ root: Int64, of account: AppTransactionID, isFamily: Bool, scope: Scope) throws

    /// Saves that a chain does not depend on an Apple Account any more.
    func deleteReader(_ root: Int64, of account: AppTransactionID, scope: Scope) throws

    /// Returns a new number for a transfer.
    func nextTransferNumber() throws -> Int64

    /// Saves a transfer from one owner to another in a chain.
    func insert(_ transfer: OwnershipTransfer, root: Int64, on context: RecordingContext, people: CustomerCache) throws
}

/// A stored submission.
package struct StoredSubmission: Hashable, Sendable {
    /// Its number in the order of all submissions.
    package let sequence: Int64
    /// When it was submitted, or last repeated.
    package let submittedAt: Instant

    /// Creates a stored submission.
    package init(sequence: Int64, submittedAt: Instant) {
        self.sequence = sequence
        self.submittedAt = submittedAt
    }
}

/// A customer's share in an original: the customer owns a purchase in it.
package struct Share: Hashable, Sendable {
    /// The customer's number.
    package let owner: Int64
    /// The original's number.
    package let original: Int64

    /// Creates a share.
    package init(owner: Int64, original: Int64) {
        self.owner = owner
        self.original = original
    }
}

/// How a customer used an Apple Account: for purchases of their own, and for those that a family shares.
package struct AccountUse: Hashable, Sendable {
    /// The first use for a purchase of their own.
    package var firstAt: Instant?
    /// The last use for a purchase of their own, where it is another than the first.
    package var lastAt: Instant?
    /// The first use for a purchase that a family shares.
    package var familyAt: Instant?
    /// The last use for a purchase that a family shares, where it is another than the first.
    package var familyLastAt: Instant?

    /// Creates a use with these instants.
    package init(
        firstAt: Instant? = nil,
        lastAt: Instant? = nil,
        familyAt: Instant? = nil,
        familyLastAt: Instant? = nil
    ) {
        self.firstAt = firstAt
        self.lastAt = lastAt
        self.familyAt = familyAt
        self.familyLastAt = familyLastAt
    }

    /// Whether there was no use.
    var isNothing: Bool { self.firstAt == nil && self.familyAt == nil }
    /// The first use.
    package var first: Instant? { [self.firstAt, self.familyAt].compactMap(\.self).min() }
    /// The last use.
    package var last: Instant? {
        [self.lastAt ?? self.firstAt, self.familyLastAt ?? self.familyAt].compactMap(\.self).max()
    }
}
