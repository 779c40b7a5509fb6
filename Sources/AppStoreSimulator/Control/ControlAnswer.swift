import AppStore

/// What the control interface answers, field by field as in its JSON.
///
/// Instants are milliseconds since 1970.
enum ControlAnswer {
    /// The clock.
    struct Clock: Encodable {
        /// The world's instant.
        let now: Int64
    }

    /// The agenda.
    struct Agenda: Encodable {
        /// One planned event.
        struct Event: Encodable {
            /// When.
            let at: Int64
            /// Whom it concerns.
            let customer: String?
            /// What, in words.
            let text: String
        }

        /// The events, the next first.
        let events: [Event]
    }

    /// The journal.
    struct Journal: Encodable {
        /// One entry.
        struct Entry: Encodable {
            /// When.
            let at: Int64
            /// Who.
            let who: String
            /// What, in words.
            let text: String
            /// The transaction.
            let transactionId: String?
            /// The notification, `TYPE/SUBTYPE`.
            let notification: String?
            /// Its UUID.
            let notificationUUID: String?
        }

        /// The entries in their order.
        let entries: [Entry]
    }

    /// The notifications and what became of them.
    struct Deliveries: Encodable {
        /// One notification.
        struct Delivery: Encodable {
            /// One attempt.
            struct Attempt: Encodable {
                /// When.
                let at: Int64
                /// Apple's word for how it went.
                let result: String
                /// The HTTP status, if there was an answer.
                let status: Int?
            }

            /// Its UUID.
            let notificationUUID: String
            /// `TYPE/SUBTYPE`.
            let notification: String
            /// When it was signed.
            let signedAt: Int64
            /// The attempts so far.
            let attempts: [Attempt]
            /// When the next is due.
            let nextAttemptAt: Int64?
        }

        /// The notifications in the order of their making.
        let deliveries: [Delivery]
    }

    /// A transaction.
    struct Transaction: Encodable {
        /// Its identifier.
        let transactionId: String
        /// The identifier of its chain's first.
        let originalTransactionId: String
        /// The app.
        let bundleId: String
        /// The product.
        let productId: String
        /// How many.
        let quantity: Int
        /// When it was bought, or its period begins.
        let purchasedAt: Int64
        /// When its period ends.
        let expiresAt: Int64?
        /// When it was refunded.
        let revokedAt: Int64?
        /// Whether the store renewed it.
        let isRenewal: Bool

        /// The answer for a purchase.
        init(_ purchase: WorldPurchase) {
            self.transactionId = purchase.transactionId
            self.originalTransactionId = purchase.originalTransactionId
            self.bundleId = purchase.bundleId
            self.productId = purchase.productId
            self.quantity = purchase.quantity
            self.purchasedAt = purchase.purchasedAt.milliseconds
            self.expiresAt = purchase.expiresAt?.milliseconds
            self.revokedAt = purchase.revokedAt?.milliseconds
            self.isRenewal = purchase.isRenewal
        }
    }

    /// A transaction and what the app holds of it.
    struct Purchase: Encodable {
        /// The transaction.
        let transaction: Transaction
        /// Its compact JWS.
        let signedTransaction: String
    }

    /// What the app holds of a transaction.
    struct Signed: Encodable {
        /// The transaction's compact JWS.
        let signedTransaction: String
        /// The renewal info's, of a subscription.
        let signedRenewalInfo: String?
    }

    /// What a customer has.
    struct Customer: Encodable {
        /// The truth about one subscription.
        struct Subscription: Encodable {
            /// Its identifier.
            let originalTransactionId: String
            /// The product.
            let productId: String
            /// The product of the next period.
            let nextProductId: String
            /// `active`, `gracePeriod`, `billingRetry`, `expired` or `revoked`.
            let phase: String
            /// Whether it is to renew.
            let autoRenews: Bool
            /// When its latest period ends.
            let expiresAt: Int64
        }

        /// The name.
        let name: String
        /// The subscriptions.
        let subscriptions: [Subscription]
        /// The transactions in their order.
        let transactions: [Transaction]
    }
}
