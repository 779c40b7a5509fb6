/// The customers who use the Apple Account that paid for a purchase, as far as they have shown it themselves.
///
/// A purchase belongs to the customer whom its token identifies, and any person can put another customer's token into a
/// purchase of their own. So a token shows the owner of a purchase and not its payer. A customer who submits, under
/// their own ID, a purchase of the account shows that they use it. A restore does not show it, because a family member
/// can restore what another one bought. Nor does a submission in which an app finds a purchase that belongs to another
/// customer.
package struct Payers: Sendable {
    /// The purchase's transaction.
    private let transactionID: TransactionID
    /// The Apple Account that paid; unknown in old evidence.
    private let account: AppTransactionID?
    /// The customers who have shown that they use it.
    package private(set) var customers: Set<CustomerID> = []

    /// Creates an empty set for the purchase of this transaction in a chain.
    package init(of transactionID: TransactionID, in owned: OwnedChain) {
        self.transactionID = transactionID
        let record = owned.chain.transactions.first { $0.transactionID == transactionID }
        self.account = record?.current.appTransactionID
    }

    /// The Apple Account that paid; unknown in old evidence.
    package var payingAccount: AppTransactionID? { self.account }

    /// Adds the customers that the submissions of a chain show.
    package mutating func add(_ owned: OwnedChain, _ submissions: [Submission]) {
        var paid: Set<TransactionID> = []
        for record in owned.chain.transactions {
            let isSameAccount = self.account != nil && record.current.appTransactionID == self.account
            if isSameAccount || record.transactionID == self.transactionID { paid.insert(record.transactionID) }
        }
        for submission in submissions where paid.contains(submission.transactionID) {
            let isOwn = owned.claims[submission.transactionID]?.owner == submission.customer
            if submission.intent == .purchase || submission.intent == .sync && isOwn {
                self.customers.insert(submission.customer)
            }
        }
    }
}
