/// The obligation to fulfill one purchase until that is confirmed, and to revoke the goods when the purchase is
/// refunded.
///
/// What is demanded is a function of the evidence (`demand`); what has happened is stored beside it. The next step is a
/// function of the two, so that the same evidence in any order and with any repetition leads to the same result.
package struct Fulfillment: Hashable, Sendable {
    /// The identifier.
    package let id: FulfillmentID
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The transaction by which the purchase first became known.
    package let transactionID: TransactionID
    /// The chain of the purchase.
    package let originalTransactionID: OriginalTransactionID
    /// The goods, as the catalog stated them when the purchase became known.
    package let goods: FulfillmentGoods
    /// The instant of the purchase.
    package let purchasedAt: Instant
    /// The instant at which the fulfillment was created.
    package let createdAt: Instant

    /// The customer who receives the goods: the owner of the purchase until it is fulfilled, and from then on
    /// permanently the customer who received them.
    package var customer: CustomerID?
    /// Whether the purchase is known only from an app that submitted it long after Apple signed it.
    package var isUnconfirmed: Bool
    /// Whether the server could ask Apple about the purchase when it became known, so that the fulfillment waits for
    /// the answer.
    package var asksApple: Bool
    /// Whether the customer had already received the maximum of Sandbox fulfillments for the day.
    package var isOverCap: Bool
    /// Whether it was released for fulfillment although the purchase was made before this server began to fulfill.
    package var isReleased: Bool
    /// The consequence of a refund, as the catalog stated it at the first one; `nil` until then.
    package var refundConsequence: RefundConsequence?
    /// What the evidence demands.
    package var demand: FulfillmentDemand

    /// The state.
    package var state: FulfillmentState
    /// The reason why it waits, is suspended or is canceled.
    package var reason: FulfillmentReason?
    /// The pending call to the fulfiller or the wallets; `nil` when there is none.
    package var call: FulfillmentCall?
    /// The number of calls so far.
    package var rounds: Int
    /// The instant at which it first became due; its day is the one for which it counts in the Sandbox.
    package var firstDueAt: Instant?
    /// The instant of the first confirmation that it was fulfilled.
    package var confirmedAt: Instant?
    /// The source of that confirmation.
    package var confirmedBy: FulfillmentConfirmer?
    /// The purchase key under which its coins were booked into wallets; `nil` when they were not booked.
    package var bookedAs: PurchaseKey?
    /// The key under which its coins are held because a refund is reported; `nil` when none are.
    package var reportHold: String?
    /// The confirmed revoked share, in thousandths of a percent.
    package var revoked: Int
    /// The coins that could be revoked in all, by name, as the fulfiller stated; `nil` when it did not.
    package var recovered: [String: Int]?
    /// The number of failed attempts of the call.
    package var attempts: Int
    /// The instant from which on the attempts have failed.
    package var failingSince: Instant?
    /// The last failure.
    package var failure: DeliveryFailure?
    /// Whether an attempt of the call ended with an unknown result.
    ///
    /// Then only a confirmation, or a statement of the shop or an operator, ends the call, because a later failure says
    /// nothing about the earlier attempt.
    package var isInDoubt: Bool
    /// The instant at which it entered its state.
    package var changedAt: Instant

    /// Creates a fulfillment with no history.
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

    /// The time from the purchase to the first confirmation; zero when the confirmation is dated before the purchase.
    package var delay: Span? {
        self.confirmedAt.map { max(Span.zero, $0 - self.purchasedAt) }
    }

    /// The key of the pending call.
    package var callKey: String? { self.call?.key(of: self.id) }
}

/// The permanent identifier of a fulfillment.
///
/// It is made of the environment and of the transaction by which the purchase first became known, so it does not change
/// when twins arrive or chains join, and it is the same in every database. It contains only letters, digits, `-`, `_`
/// and `~`.
package typealias FulfillmentID = Identifier<Fulfillment>

extension FulfillmentID {
    private static let prefix = "ful_"

    /// Creates the identifier of the fulfillment for this transaction.
    package init(_ transactionID: TransactionID, in environment: StoreEnvironment) {
        self.init("\(Self.prefix)\(environment.rawValue)_\(EventID.escaped(transactionID.rawValue))")
    }

    /// The transaction and the environment in the identifier; `nil` when it identifies no fulfillment.
    package var place: (transactionID: TransactionID, environment: StoreEnvironment)? {
        guard self.rawValue.hasPrefix(Self.prefix) else { return nil }
        let parts = self.rawValue.dropFirst(Self.prefix.count).split(separator: "_", maxSplits: 1)
        guard parts.count == 2, let environment = StoreEnvironment(rawValue: String(parts[0])),
            let text = EventID.unescaped(parts[1]), !text.isEmpty
        else { return nil }
        let id = TransactionID(text)
        // Each fulfillment has exactly one identifier.
        return Self(id, in: environment) == self ? (id, environment) : nil
    }
}

/// The source of the confirmation that goods were fulfilled.
package enum FulfillmentConfirmer: String, Hashable, Sendable, CaseIterable {
    /// The fulfiller answered with 2xx.
    case fulfiller
    /// The shop called the API.
    case shop
    /// An operator confirmed it.
    case `operator`
    /// This server booked the goods into a wallet.
    case booking
}

extension Fulfillment {
    /// Whether it waits for Apple's confirmation that a purchase submitted by an app is still valid.
    package var awaitsApple: Bool { self.state == .waiting && self.reason == .unconfirmed }
}

extension Fulfillment {
    /// Returns whether a booking in the transaction of this instant fulfilled it.
    ///
    /// The metrics count it then, exactly once, however often its evidence arrives.
    package func isBooked(at instant: Instant) -> Bool {
        self.confirmedBy == .booking && self.confirmedAt == instant
    }

    /// Returns whether the Sandbox policy refused it in the transaction of this instant.
    package func isRefusedBySandbox(at instant: Instant) -> Bool {
        self.state == .canceled && (self.reason == .sandbox || self.reason == .sandboxLimit)
            && self.changedAt == instant
    }
}
