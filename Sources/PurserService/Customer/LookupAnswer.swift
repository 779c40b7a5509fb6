package import Ledger

/// What an id that a person was given stands for.
package struct LookupAnswer: Hashable, Sendable {
    /// One thing that it stands for.
    package enum Match: Hashable, Sendable {
        /// A transaction.
        case transaction(TransactionReport)
        /// A chain of purchases, named by its original transaction id; with the transaction it was found by.
        case originalTransaction(TransactionReport)
        /// An account token, and the customer it stands for.
        case accountToken(AccountToken, CustomerID)
        /// A customer.
        case customer(CustomerID, CustomerRecord)
        /// An Apple account, with the customers seen with it.
        case appleAccount(StoreEnvironment, [AppleAccountBinding])
        /// An order number from one of Apple's mails, with what it bought.
        case order([TransactionReport])
    }

    /// What came of asking Apple about an order number.
    package enum Order: Hashable, Sendable {
        /// It is not spelt like one.
        case notAsked
        /// Apple knows it.
        case known
        /// Apple does not know it.
        case unknown
        /// Apple could not be asked, or refused.
        case failed(code: String)
    }

    /// Everything that it stands for.
    package let matches: [Match]
    /// What came of asking Apple.
    package let order: Order
}
