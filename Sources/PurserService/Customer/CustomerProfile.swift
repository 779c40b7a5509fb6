package import Ledger

/// All that is known of one customer besides the lists of what he bought and did.
package struct CustomerProfile: Hashable, Sendable {
    /// How much of his there is in one environment.
    package struct Count: Hashable, Sendable {
        /// The environment.
        package let environment: StoreEnvironment
        /// How many purchases.
        package let purchases: Int
        /// In how many chains.
        package let chains: Int
        /// How many rights he has now.
        package let activeRights: Int
    }

    /// An Apple account that he was seen with, and where.
    package struct Account: Hashable, Sendable {
        /// The environment.
        package let environment: StoreEnvironment
        /// The account, with the first and the last instant.
        package let binding: AppleAccountBinding
    }

    /// Who he is to the books.
    package let customer: CustomerID
    /// The customers who are merged into him.
    package let mergedCustomers: [CustomerID]
    /// Into whom he is merged himself.
    package let mergedInto: CustomerID?
    /// The earliest instant at which anything is known of him.
    package let firstSeenAt: Instant?
    /// The latest.
    package let lastSeenAt: Instant?
    /// The tokens that stand for him.
    package let tokens: [AccountToken]
    /// The Apple accounts that he was seen with.
    package let accounts: [Account]
    /// What the shop says of him.
    package let facts: CustomerFacts
    /// The consent that stands now.
    package let consent: Consent?
    /// How many consents he has given, withdrawn ones included.
    package let consentCount: Int
    /// How much of his there is, where there is anything.
    package let counts: [Count]
    /// How many events were told of him.
    package let eventCount: Int64
}
