/// An original transaction id as the repository stores it.
package struct OriginalRecord: Hashable, Sendable {
    /// The number that the repository gave it.
    package let number: Int64
    /// Apple's id.
    package let id: OriginalTransactionID
    /// The number of the original that represents its chain, where the chain has several.
    package let joinedRoot: Int64?
    /// Its newest status.
    package internal(set) var status: StatusEvidence?
    /// When its chain was last published; only where it represents the chain.
    package var publishedAt: Instant?
    /// When its chain is due next; only where it represents the chain.
    package var dueAt: Instant?
    /// When Apple was last asked about its chain; only where it represents the chain.
    package var askedAt: Instant?
    /// The values that most of its evidence shares.
    package var shared: SharedValues
    /// Its requests for retention messages.
    package internal(set) var retentionRequests: RetentionRequests

    /// Creates an original with these values.
    package init(
        number: Int64,
        id: OriginalTransactionID,
        joinedRoot: Int64? = nil,
        status: StatusEvidence? = nil,
        publishedAt: Instant? = nil,
        dueAt: Instant? = nil,
        askedAt: Instant? = nil,
        shared: SharedValues = SharedValues(),
        retentionRequests: RetentionRequests = RetentionRequests()
    ) {
        self.number = number
        self.id = id
        self.joinedRoot = joinedRoot
        self.status = status
        self.publishedAt = publishedAt
        self.dueAt = dueAt
        self.askedAt = askedAt
        self.shared = shared
        self.retentionRequests = retentionRequests
    }

    /// The number of the original that represents its chain.
    package var root: Int64 { self.joinedRoot ?? self.number }
}

/// The values that most evidence of an original shares, stored once with the original.
///
/// A row of evidence with the same value does not repeat it. Each value is the first that arrived and never changes, so
/// no row changes its meaning.
package struct SharedValues: Hashable, Sendable {
    /// The customer's token.
    package private(set) var token: AccountToken?
    /// The Apple Account.
    package private(set) var account: AppTransactionID?

    /// Creates shared values.
    package init(token: AccountToken? = nil, account: AppTransactionID? = nil) {
        self.token = token
        self.account = account
    }

    /// Sets the missing values from other evidence; returns whether one was missing.
    package mutating func fill(token: AccountToken?, account: AppTransactionID?) -> Bool {
        let isMissing = self.token == nil && token != nil || self.account == nil && account != nil
        self.token = self.token ?? token
        self.account = self.account ?? account
        return isMissing
    }
}
