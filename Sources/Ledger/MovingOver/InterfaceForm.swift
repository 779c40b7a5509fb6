/// A form in which apps and Apple hand over what was bought; some of them are old and will go.
package enum InterfaceForm: String, CaseIterable, Hashable, Sendable {
    /// A transaction signed for StoreKit 2, handed in by an app or a shop's server.
    case signedTransaction
    /// An app receipt, handed in.
    case receipt
    /// A transaction receipt from before iOS 7.
    case transactionReceipt
    /// A question to the drop-in for verifyReceipt, with the shared secret: from a server.
    case verifyReceipt
    /// The same without it: from an app itself, or from a server that has only consumables.
    case verifyReceiptWithoutPassword
    /// A notification of version 2.
    case notificationV2
    /// A notification of version 1.
    case notificationV1

    /// Which forms can take each other's place.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// What apps and servers of shops send.
        case purchases
        /// What Apple sends.
        case notifications
    }

    /// Who sends it.
    package var kind: Kind {
        switch self {
        case .notificationV1, .notificationV2: .notifications
        default: .purchases
        }
    }

    /// Whether it is one of those that will go.
    package var isOld: Bool {
        switch self {
        case .signedTransaction, .notificationV2: false
        default: true
        }
    }
}
