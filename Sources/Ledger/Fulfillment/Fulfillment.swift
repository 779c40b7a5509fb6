/// The duty to fulfill what one purchase paid for, until it is confirmed, and to revoke it where it was refunded.
///
/// What is wanted of it is a function of the evidence (`demand`); what has happened to it is kept beside that. The next
/// step is a function of the two, so that arrivals in any order, however often, end in the same.
package struct Fulfillment: Hashable, Sendable {
    /// Its name.
    package let id: FulfillmentID
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The transaction by which the purchase became known first.
    package let transactionID: TransactionID
    /// The chain that it belongs to.
    package let originalTransactionID: OriginalTransactionID
    /// What was paid for, as the catalog said when the purchase became known.
    package let goods: FulfillmentGoods
    /// When it was bought.
    package let purchasedAt: Instant
    /// When the fulfillment was made.
    package let createdAt: Instant

    /// Who receives it: the purchase's owner until it is fulfilled, and then for good whoever received it.
    package var customer: CustomerID?
    /// Whether only an app has shown the purchase, signed long before.
    package var isUnconfirmed: Bool
    /// Whether Apple could be asked about it when it became known, so that it waits for that.
    package var asksApple: Bool
    /// Whether the customer had had all of a day's Sandbox fulfillments.
    package var isOverCap: Bool
    /// Whether it is fulfilled although it is older than the fulfillments of this server.
    package var isReleased: Bool
    /// What its refund does, as the catalog said when the first one was judged; `nil` until then.
    package var refundConsequence: RefundConsequence?
    /// What is wanted.
    package var demand: FulfillmentDemand

    /// Where it stands.
    package var state: FulfillmentState
    /// Why it waits, is suspended or is canceled.
    package var reason: FulfillmentReason?
    /// What is to be done, if anything is.
    package var call: FulfillmentCall?
    /// How many calls there were.
    package var rounds: Int
    /// When it came to be due first: the day of the Sandbox by which it counts.
    package var firstDueAt: Instant?
    /// When it was fulfilled first.
    package var confirmedAt: Instant?
    /// Who said so.
    package var confirmedBy: FulfillmentConfirmer?
    /// By which key of its purchase its coins lie in wallets; `nil` where it was not booked.
    package var bookedAs: PurchaseKey?
    /// By which key its coins are held because a refund is reported; `nil` where none are.
    package var reportHold: String?
    /// How much of it is revoked, as confirmed, in thousandths of a percent.
    package var revoked: Int
    /// The coins that could be revoked in all, by name, as whoever took them said; `nil` where he did not say.
    package var recovered: [String: Int]?
    /// How often the call was tried in vain.
    package var attempts: Int
    /// Since when that fails.
    package var failingSince: Instant?
    /// Why it failed last.
    package var failure: DeliveryFailure?
    /// Whether an attempt of the call ended so that nobody knows what was done: then only a yes, or the shop's or a
    /// person's word, ends the call, because a later no says nothing of the earlier attempt.
    package var isInDoubt: Bool
    /// When it came to stand where it stands.
    package var changedAt: Instant

    /// A fulfillment that nothing has happened to.
    package init(
        transactionID: TransactionID,
        originalTransactionID: OriginalTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        goods: FulfillmentGoods,
        purchasedAt: Instant,
        createdAt: Instant,
        demand: FulfillmentDemand
    ) {
        self.id = FulfillmentID(transactionID, in: environment)
        self.app = app
        self.environment = environment
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.goods = goods
        self.purchasedAt = purchasedAt
        self.createdAt = createdAt
        self.customer = nil
        self.isUnconfirmed = false
        self.asksApple = false
        self.isOverCap = false
        self.isReleased = false
        self.refundConsequence = nil
        self.demand = demand
        self.state = .waiting
        self.reason = nil
        self.call = nil
        self.rounds = 0
        self.firstDueAt = nil
        self.confirmedAt = nil
        self.confirmedBy = nil
        self.bookedAs = nil
        self.reportHold = nil
        self.revoked = 0
        self.recovered = nil
        self.attempts = 0
        self.failingSince = nil
        self.failure = nil
        self.isInDoubt = false
        self.changedAt = createdAt
    }

    /// From the purchase to its first confirmation; nothing for one that came earlier than the purchase date.
    package var delay: Span? {
        self.confirmedAt.map { max(Span.zero, $0 - self.purchasedAt) }
    }

    /// The key of what is to be done.
    package var callKey: String? { self.call?.key(of: self.id) }
}

/// The name of a fulfillment, the same for good.
///
/// It is made of the environment and of the transaction by which the purchase first became known, so it does not change
/// when twins arrive or chains join, and it is the same whatever database keeps it. It holds nothing but letters,
/// digits, `-`, `_` and `~`.
package typealias FulfillmentID = Identifier<Fulfillment>

extension FulfillmentID {
    private static let prefix = "ful_"

    /// The name of the fulfillment that was made for this transaction.
    package init(_ transactionID: TransactionID, in environment: StoreEnvironment) {
        self.init("\(Self.prefix)\(environment.rawValue)_\(EventID.escaped(transactionID.rawValue))")
    }

    /// The transaction and environment that it is made of, or `nil` when it is no name of a fulfillment.
    package var place: (transactionID: TransactionID, environment: StoreEnvironment)? {
        guard self.rawValue.hasPrefix(Self.prefix) else { return nil }
        let parts = self.rawValue.dropFirst(Self.prefix.count).split(separator: "_", maxSplits: 1)
        guard parts.count == 2, let environment = StoreEnvironment(rawValue: String(parts[0])),
            let text = EventID.unescaped(parts[1]), !text.isEmpty
        else { return nil }
        let id = TransactionID(text)
        // One fulfillment has one name.
        return Self(id, in: environment) == self ? (id, environment) : nil
    }
}

/// Who said that goods were fulfilled.
package enum FulfillmentConfirmer: String, Hashable, Sendable, CaseIterable {
    /// The fulfiller answered 2xx.
    case fulfiller
    /// The shop called.
    case shop
    /// An operator said so.
    case `operator`
    /// They were booked into a wallet of this server.
    case booking
}

extension Fulfillment {
    /// Whether it waits until Apple has said that what an app showed still stands.
    package var awaitsApple: Bool { self.state == .waiting && self.reason == .unconfirmed }
}

extension Fulfillment {
    /// Whether it was fulfilled by a booking of this server in the unit of work of this instant: the metrics count it
    /// then, once, however often its evidence comes again.
    package func isBooked(at instant: Instant) -> Bool {
        self.confirmedBy == .booking && self.confirmedAt == instant
    }

    /// Returns whether the Sandbox policy refused it in the unit of work of this instant.
    package func isRefusedBySandbox(at instant: Instant) -> Bool {
        self.state == .canceled && (self.reason == .sandbox || self.reason == .sandboxLimit)
            && self.changedAt == instant
    }
}
