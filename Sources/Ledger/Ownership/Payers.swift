/// Who is at the Apple account that paid for a purchase, as far as customers have shown that themselves.
///
/// A purchase belongs to whomever its token names, and anybody can put another's token into a purchase of his own. So a
/// token shows whose a purchase is, and not who paid: that shows whoever submits, under his own name, what the account
/// bought. A restore does not, for a family restores what one of it bought; nor does it if somebody's app, on whoever's
/// device, finds what belongs to another.
package struct Payers: Sendable {
    /// The purchase's transaction.
    private let transactionID: TransactionID
    /// The Apple account that paid; unknown in old evidence.
    private let account: AppTransactionID?
    /// Who has shown it.
    package private(set) var customers: Set<CustomerID> = []

    /// Nobody yet, of a purchase with this transaction in a chain.
    package init(of transactionID: TransactionID, in owned: OwnedChain) {
        self.transactionID = transactionID
        let record = owned.chain.transactions.first { $0.transactionID == transactionID }
        self.account = record?.current.appTransactionID
    }

    /// The Apple account that paid; unknown in old evidence.
    package var payingAccount: AppTransactionID? { self.account }

    /// Takes in who submitted what of a chain.
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
