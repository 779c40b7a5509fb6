import AppStore

/// The responses of the control interface; instants are milliseconds since 1970.
enum ControlResponse {
    /// The clock.
    struct Clock: Encodable {
        /// The world's instant.
        let now: Int64
        /// The speed of the clock as a multiple of the wall clock; 0 when it stands still.
        let rate: Double
    }

    /// The planned events.
    struct Agenda: Encodable {
        /// One planned event.
        struct Event: Encodable {
            let at: Int64
            let customer: String?
            let text: String
        }

        let events: [Event]
    }

    /// The journal.
    struct Journal: Encodable {
        /// One entry.
        struct Entry: Encodable {
            let at: Int64
            let who: String
            let text: String
            let transactionId: String?
            let notification: String?
            let notificationUUID: String?

            init(_ entry: WorldJournalEntry) {
                self.at = entry.at.milliseconds
                self.who = entry.who
                self.text = entry.text
                self.transactionId = entry.transactionId
                self.notification = entry.notification
                self.notificationUUID = entry.notificationUUID
            }
        }

        let entries: [Entry]
        /// The index for the next request.
        let next: Int
    }

    /// The records of inputs and outputs.
    struct Records: Codable, Sendable {
        var count: Int?
        let records: [JournalRecord]
    }

    /// The notifications with their attempts.
    struct Deliveries: Encodable {
        /// One notification with its attempts.
        struct Delivery: Encodable {
            /// One delivery attempt.
            struct Attempt: Encodable {
                let at: Int64
                let result: String
                let status: Int?
            }

            let notificationUUID: String
            let notification: String
            let signedAt: Int64
            let signedPayload: String?
            let attempts: [Attempt]
            let nextAttemptAt: Int64?

            init(_ delivery: WorldDelivery, withPayload: Bool) {
                self.notificationUUID = delivery.notification.uuid
                self.notification = delivery.notification.name
                self.signedAt = delivery.notification.signedAt.milliseconds
                self.signedPayload =
                    withPayload ? String(decoding: delivery.notification.signedPayload, as: UTF8.self) : nil
                self.attempts = delivery.attempts.map { attempt in
                    var status: Int?
                    if case .answered(let answered) = attempt.outcome {
                        status = answered
                    }
                    return Attempt(
                        at: attempt.at.milliseconds,
                        result: attempt.outcome.result.rawValue,
                        status: status
                    )
                }
                self.nextAttemptAt = delivery.nextAttemptAt?.milliseconds
            }
        }

        let deliveries: [Delivery]
        /// The index for the next request.
        let next: Int
    }

    /// A transaction from the customer's view.
    struct Transaction: Encodable {
        let transactionId: String
        let originalTransactionId: String
        let orderId: String
        let bundleId: String
        let productId: String
        let quantity: Int
        let purchasedAt: Int64
        let expiresAt: Int64?
        let revokedAt: Int64?
        let revokedPercentage: Int?
        let isRenewal: Bool
        let isUpgraded: Bool
        let isFamilyShared: Bool
        let isRestored: Bool
        let priceMilliunits: Int64
        let currency: String
        /// The signed transaction, where the request includes it.
        let signedTransaction: String?

        init(_ purchase: WorldPurchase, signed: [UInt8]? = nil) {
            self.transactionId = purchase.transactionId
            self.originalTransactionId = purchase.originalTransactionId
            self.orderId = purchase.orderId
            self.bundleId = purchase.bundleId
            self.productId = purchase.productId
            self.quantity = purchase.quantity
            self.purchasedAt = purchase.purchasedAt.milliseconds
            self.expiresAt = purchase.expiresAt?.milliseconds
            self.revokedAt = purchase.revokedAt?.milliseconds
            self.revokedPercentage = purchase.revokedPercentage
            self.isRenewal = purchase.isRenewal
            self.isUpgraded = purchase.isUpgraded
            self.isFamilyShared = purchase.isFamilyShared
            self.isRestored = purchase.isRestored
            self.priceMilliunits = purchase.price.milliunits
            self.currency = purchase.price.currency
            self.signedTransaction = signed.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// The result of an action.
    struct Action: Encodable {
        let now: Int64
        let transactions: [Transaction]
        /// The notifications it caused, as `TYPE/SUBTYPE`.
        let notifications: [String]
        let identifier: String?
    }

    /// The signed data that the app receives for a transaction.
    struct Signed: Encodable {
        let signedTransaction: String
        let signedRenewalInfo: String?
    }

    /// A receipt in the form in which an app sends it.
    struct Receipt: Encodable {
        /// The receipt in Base64.
        let receipt: String
        /// The device's identifier, in hexadecimal; absent for a receipt without a device.
        let device: String?
    }

    /// The shared secret of an app, for the legacy interfaces.
    struct SharedSecret: Encodable {
        /// 32 hexadecimal digits.
        let sharedSecret: String
    }

    /// A developer's account in App Store Connect.
    struct Account: Encodable {
        /// The team's issuer.
        let issuerId: String
        /// The team key.
        let keyId: String
        /// Its private key, PEM.
        let privateKey: String
        /// The vendor number for report requests.
        let vendorNumber: String
    }

    /// The customers.
    struct Customers: Encodable {
        let customers: [String]
    }

    /// A customer with subscriptions and transactions.
    struct Customer: Encodable {
        /// The actual state of one subscription.
        struct Subscription: Encodable {
            let originalTransactionId: String
            let productId: String
            let nextProductId: String
            /// `active`, `gracePeriod`, `billingRetry`, `expired` or `revoked`.
            let phase: String
            let autoRenews: Bool
            let expiresAt: Int64
            let graceEndsAt: Int64?
            let isFamilyShared: Bool
        }

        let name: String
        let signedAppTransaction: String?
        let subscriptions: [Subscription]
        let transactions: [Transaction]
    }

    /// The API key of an app's server.
    struct Key: Encodable {
        let bundleId: String
        let appAppleId: Int64
        let issuerId: String
        let keyId: String
        let privateKey: String
    }

    /// The keys of all apps.
    struct Keys: Encodable {
        let keys: [Key]
    }

    /// One world.
    struct World: Encodable {
        let name: String
        let seed: UInt64
        let now: Int64
        let rate: Double
        let bundleIds: [String]
        let notifications: Int
        let snapshots: [String]
        let port: Int?

        init(_ hosted: HostedWorld) {
            self.name = hosted.name
            self.seed = hosted.world.seed
            self.now = hosted.world.now.milliseconds
            self.rate = hosted.rate
            self.bundleIds = hosted.world.apps.map(\.bundleId)
            self.notifications = hosted.world.notificationCount
            self.snapshots = hosted.snapshots
            self.port = hosted.port
        }
    }

    /// All worlds.
    struct Worlds: Encodable {
        let worlds: [World]
    }

    /// The health of the simulator.
    struct Health: Encodable {
        let status: String
        let activeFaults: [WorldFault]
    }
}
