import Ledger

/// The progress of a fulfillment, as JSON: everything that changes except its customer.
struct StoredProgress: Codable {
    /// The pending call to the fulfiller.
    private struct Call: Codable {
        let kind: String
        let round: Int
        let target: Int
    }

    /// The last failure.
    private struct Failure: Codable {
        let code: String
        let status: Int?
        let at: Int64
    }

    private let state: String
    private let reason: String?
    private let decision: String
    private let decisionReason: String?
    private let wantedRevoked: Int
    private let consequence: String
    private let unconfirmed: Bool?
    private let asksApple: Bool?
    private let overCap: Bool?
    private let released: Bool?
    private let refundConsequence: String?
    private let call: Call?
    private let rounds: Int
    private let firstDueAt: Int64?
    private let confirmedAt: Int64?
    private let confirmedBy: String?
    private let bookedAs: String?
    private let reportHold: String?
    private let revoked: Int
    private let recovered: [String: Int]?
    private let attempts: Int
    private let failingSince: Int64?
    private let failure: Failure?
    private let inDoubt: Bool?
    private let changedAt: Int64

    /// Creates the stored progress of a fulfillment.
    init(_ fulfillment: Fulfillment) {
        self.state = fulfillment.state.rawValue
        self.reason = fulfillment.reason?.rawValue
        switch fulfillment.demand.decision {
        case .fulfill: (self.decision, self.decisionReason) = ("fulfill", nil)
        case .wait(let reason): (self.decision, self.decisionReason) = ("wait", reason.rawValue)
        case .suspend(let reason): (self.decision, self.decisionReason) = ("suspend", reason.rawValue)
        case .nothing(let reason): (self.decision, self.decisionReason) = ("nothing", reason.rawValue)
        }
        self.wantedRevoked = fulfillment.demand.revoked
        self.consequence = fulfillment.demand.consequence.rawValue
        self.unconfirmed = fulfillment.isUnconfirmed ? true : nil
        self.asksApple = fulfillment.asksApple ? true : nil
        self.overCap = fulfillment.isOverCap ? true : nil
        self.released = fulfillment.isReleased ? true : nil
        self.refundConsequence = fulfillment.refundConsequence?.rawValue
        self.call = fulfillment.call.map { Call(kind: $0.kind.rawValue, round: $0.round, target: $0.target) }
        self.rounds = fulfillment.rounds
        self.firstDueAt = fulfillment.firstDueAt?.milliseconds
        self.confirmedAt = fulfillment.confirmedAt?.milliseconds
        self.confirmedBy = fulfillment.confirmedBy?.rawValue
        self.bookedAs = fulfillment.bookedAs?.spelling
        self.reportHold = fulfillment.reportHold
        self.revoked = fulfillment.revoked
        self.recovered = fulfillment.recovered
        self.attempts = fulfillment.attempts
        self.failingSince = fulfillment.failingSince?.milliseconds
        self.failure = fulfillment.failure.map { Failure(code: $0.code, status: $0.status, at: $0.at.milliseconds) }
        self.inDoubt = fulfillment.isInDoubt ? true : nil
        self.changedAt = fulfillment.changedAt.milliseconds
    }

    /// Sets the progress of a fulfillment.
    func apply(to fulfillment: inout Fulfillment) throws(RepositoryError) {
        guard let state = FulfillmentState(rawValue: self.state),
            let consequence = RefundConsequence(rawValue: self.consequence)
        else { throw .corrupt }
        fulfillment.state = state
        fulfillment.reason = try Self.coded(self.reason)
        fulfillment.demand = FulfillmentDemand(
            decision: try self.storedDecision(),
            revoked: self.wantedRevoked,
            consequence: consequence
        )
        fulfillment.isUnconfirmed = self.unconfirmed ?? false
        fulfillment.asksApple = self.asksApple ?? false
        fulfillment.isOverCap = self.overCap ?? false
        fulfillment.isReleased = self.released ?? false
        // Earlier versions stored neither of these two.
        let judged = self.wantedRevoked > 0 || self.revoked > 0 ? consequence : nil
        fulfillment.refundConsequence = try Self.coded(self.refundConsequence) ?? judged
        fulfillment.firstDueAt =
            self.firstDueAt.map(Instant.init(milliseconds:)) ?? (self.rounds > 0 ? fulfillment.createdAt : nil)
        if let call {
            guard let kind = FulfillmentCall.Kind(rawValue: call.kind) else { throw .corrupt }
            fulfillment.call = FulfillmentCall(kind: kind, round: call.round, target: call.target)
        }
        fulfillment.rounds = self.rounds
        fulfillment.confirmedAt = self.confirmedAt.map(Instant.init(milliseconds:))
        fulfillment.confirmedBy = try Self.coded(self.confirmedBy)
        if let bookedAs {
            guard let key = PurchaseKey(spelling: bookedAs) else { throw .corrupt }
            fulfillment.bookedAs = key
        }
        fulfillment.reportHold = self.reportHold
        fulfillment.revoked = self.revoked
        fulfillment.recovered = self.recovered
        fulfillment.attempts = self.attempts
        fulfillment.failingSince = self.failingSince.map(Instant.init(milliseconds:))
        fulfillment.failure = self.failure.map {
            DeliveryFailure(code: $0.code, status: $0.status, at: Instant(milliseconds: $0.at))
        }
        fulfillment.isInDoubt = self.inDoubt ?? false
        fulfillment.changedAt = Instant(milliseconds: self.changedAt)
    }

    private func storedDecision() throws(RepositoryError) -> FulfillmentDemand.Decision {
        let reason: FulfillmentReason? = try Self.coded(self.decisionReason)
        switch (self.decision, reason) {
        case ("fulfill", nil): return .fulfill
        case ("wait", let reason?): return .wait(reason)
        case ("suspend", let reason?): return .suspend(reason)
        case ("nothing", let reason?): return .nothing(reason)
        default: throw .corrupt
        }
    }

    private static func coded<Value: RawRepresentable>(
        _ text: String?
    ) throws(RepositoryError) -> Value? where Value.RawValue == String {
        guard let text else { return nil }
        guard let value = Value(rawValue: text) else { throw .corrupt }
        return value
    }
}

extension FulfillmentState: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .waiting: 0
        case .due: 1
        case .fulfilling: 2
        case .confirmed: 3
        case .suspended: 4
        case .canceled: 5
        case .revocationDue: 6
        case .revoking: 7
        case .revoked: 8
        case .revocationSuspended: 9
        }
    }
}

/// The goods of a fulfillment, as JSON; they never change.
struct StoredGoods: Codable {
    private let original: String
    private let product: String
    private let kind: String
    private let quantity: Int
    private let coins: [String: Int]?
    private let difference: [String: Int]?
    private let flaw: String?
    private let purchasedAt: Int64
    private let createdAt: Int64

    /// Creates the stored goods of a fulfillment.
    init(_ fulfillment: Fulfillment) {
        self.original = fulfillment.originalTransactionID.rawValue
        self.product = fulfillment.goods.productID.rawValue
        self.kind = fulfillment.goods.kind.rawValue
        self.quantity = fulfillment.goods.quantity
        self.coins = fulfillment.goods.coins.isEmpty ? nil : fulfillment.goods.coins
        self.difference = fulfillment.goods.difference.isEmpty ? nil : fulfillment.goods.difference
        self.flaw = fulfillment.goods.flaw?.rawValue
        self.purchasedAt = fulfillment.purchasedAt.milliseconds
        self.createdAt = fulfillment.createdAt.milliseconds
    }

    /// Returns the goods.
    func goods() throws(RepositoryError) -> FulfillmentGoods {
        guard let kind = TransactionSnapshot.Kind(rawValue: self.kind) else { throw .corrupt }
        let flaw = self.flaw.map(FulfillmentReason.init(rawValue:))
        if case .some(nil) = flaw { throw .corrupt }
        return FulfillmentGoods(
            productID: ProductID(self.product),
            kind: kind,
            quantity: self.quantity,
            coins: self.coins ?? [:],
            difference: self.difference ?? [:],
            flaw: flaw.flatMap(\.self)
        )
    }

    /// Returns a fulfillment of these goods without any progress.
    func fulfillment(
        _ transactionID: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws(RepositoryError) -> Fulfillment {
        Fulfillment(
            transactionID: transactionID,
            originalTransactionID: OriginalTransactionID(self.original),
            app: app,
            environment: environment,
            goods: try self.goods(),
            purchasedAt: Instant(milliseconds: self.purchasedAt),
            createdAt: Instant(milliseconds: self.createdAt),
            demand: FulfillmentDemand(decision: .wait(.unclaimed), revoked: 0, consequence: .nothing)
        )
    }
}
