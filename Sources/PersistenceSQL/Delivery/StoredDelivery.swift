import Ledger

/// A delivery as it lies in the database.
struct StoredDelivery {
    /// The number of its row.
    let number: Int64
    /// The app and environment.
    let scope: Scope
    /// The number of the original under which its transaction became known.
    let original: Int64
    /// The delivery, when a worker may take it, and the lease on it.
    var work: WorkedDelivery

    /// The delivery.
    var delivery: Delivery { self.work.delivery }
}

/// Where a delivery stands, as JSON: all of it that changes but whom it is for.
struct StoredStanding: Codable {
    /// What is to be done.
    private struct Call: Codable {
        let kind: String
        let round: Int
        let target: Int
    }

    /// Why it failed last.
    private struct Failure: Codable {
        let code: String
        let status: Int?
        let at: Int64
    }

    private let state: String
    private let reason: String?
    private let handing: String
    private let handingReason: String?
    private let wantedTaken: Int
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
    private let taken: Int
    private let recovered: [String: Int]?
    private let attempts: Int
    private let failingSince: Int64?
    private let failure: Failure?
    private let inDoubt: Bool?
    private let changedAt: Int64

    /// Where a delivery stands.
    init(_ delivery: Delivery) {
        self.state = delivery.state.rawValue
        self.reason = delivery.reason?.rawValue
        switch delivery.demand.handing {
        case .deliver: (self.handing, self.handingReason) = ("deliver", nil)
        case .wait(let reason): (self.handing, self.handingReason) = ("wait", reason.rawValue)
        case .park(let reason): (self.handing, self.handingReason) = ("park", reason.rawValue)
        case .nothing(let reason): (self.handing, self.handingReason) = ("nothing", reason.rawValue)
        }
        self.wantedTaken = delivery.demand.taken
        self.consequence = delivery.demand.consequence.rawValue
        self.unconfirmed = delivery.isUnconfirmed ? true : nil
        self.asksApple = delivery.asksApple ? true : nil
        self.overCap = delivery.isOverCap ? true : nil
        self.released = delivery.isReleased ? true : nil
        self.refundConsequence = delivery.refundConsequence?.rawValue
        self.call = delivery.call.map { Call(kind: $0.kind.rawValue, round: $0.round, target: $0.target) }
        self.rounds = delivery.rounds
        self.firstDueAt = delivery.firstDueAt?.milliseconds
        self.confirmedAt = delivery.confirmedAt?.milliseconds
        self.confirmedBy = delivery.confirmedBy?.rawValue
        self.bookedAs = delivery.bookedAs?.spelling
        self.reportHold = delivery.reportHold
        self.taken = delivery.taken
        self.recovered = delivery.recovered
        self.attempts = delivery.attempts
        self.failingSince = delivery.failingSince?.milliseconds
        self.failure = delivery.failure.map { Failure(code: $0.code, status: $0.status, at: $0.at.milliseconds) }
        self.inDoubt = delivery.isInDoubt ? true : nil
        self.changedAt = delivery.changedAt.milliseconds
    }

    /// Lets a delivery stand there.
    func apply(to delivery: inout Delivery) throws(RepositoryError) {
        guard let state = DeliveryState(rawValue: self.state),
            let consequence = RefundConsequence(rawValue: self.consequence)
        else { throw .corrupt }
        delivery.state = state
        delivery.reason = try Self.coded(self.reason)
        delivery.demand = DeliveryDemand(
            handing: try self.storedHanding(),
            taken: self.wantedTaken,
            consequence: consequence
        )
        delivery.isUnconfirmed = self.unconfirmed ?? false
        delivery.asksApple = self.asksApple ?? false
        delivery.isOverCap = self.overCap ?? false
        delivery.isReleased = self.released ?? false
        // Earlier versions kept neither of these two.
        let judged = self.wantedTaken > 0 || self.taken > 0 ? consequence : nil
        delivery.refundConsequence = try Self.coded(self.refundConsequence) ?? judged
        delivery.firstDueAt =
            self.firstDueAt.map(Instant.init(milliseconds:)) ?? (self.rounds > 0 ? delivery.createdAt : nil)
        if let call {
            guard let kind = DeliveryCall.Kind(rawValue: call.kind) else { throw .corrupt }
            delivery.call = DeliveryCall(kind: kind, round: call.round, target: call.target)
        }
        delivery.rounds = self.rounds
        delivery.confirmedAt = self.confirmedAt.map(Instant.init(milliseconds:))
        delivery.confirmedBy = try Self.coded(self.confirmedBy)
        if let bookedAs {
            guard let key = PurchaseKey(spelling: bookedAs) else { throw .corrupt }
            delivery.bookedAs = key
        }
        delivery.reportHold = self.reportHold
        delivery.taken = self.taken
        delivery.recovered = self.recovered
        delivery.attempts = self.attempts
        delivery.failingSince = self.failingSince.map(Instant.init(milliseconds:))
        delivery.failure = self.failure.map {
            DeliveryFailure(code: $0.code, status: $0.status, at: Instant(milliseconds: $0.at))
        }
        delivery.isInDoubt = self.inDoubt ?? false
        delivery.changedAt = Instant(milliseconds: self.changedAt)
    }

    private func storedHanding() throws(RepositoryError) -> DeliveryDemand.Handing {
        let reason: DeliveryReason? = try Self.coded(self.handingReason)
        switch (self.handing, reason) {
        case ("deliver", nil): return .deliver
        case ("wait", let reason?): return .wait(reason)
        case ("park", let reason?): return .park(reason)
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

extension DeliveryState: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .waiting: 0
        case .due: 1
        case .delivering: 2
        case .confirmed: 3
        case .parked: 4
        case .cancelled: 5
        case .takeBackDue: 6
        case .takingBack: 7
        case .takenBack: 8
        case .takeBackParked: 9
        }
    }
}

/// What a delivery is about, as JSON: it never changes.
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

    /// What a delivery is about.
    init(_ delivery: Delivery) {
        self.original = delivery.originalTransactionID.rawValue
        self.product = delivery.goods.productID.rawValue
        self.kind = delivery.goods.kind.rawValue
        self.quantity = delivery.goods.quantity
        self.coins = delivery.goods.coins.isEmpty ? nil : delivery.goods.coins
        self.difference = delivery.goods.difference.isEmpty ? nil : delivery.goods.difference
        self.flaw = delivery.goods.flaw?.rawValue
        self.purchasedAt = delivery.purchasedAt.milliseconds
        self.createdAt = delivery.createdAt.milliseconds
    }

    /// The goods.
    func goods() throws(RepositoryError) -> DeliveryGoods {
        guard let kind = TransactionSnapshot.Kind(rawValue: self.kind) else { throw .corrupt }
        let flaw = self.flaw.map(DeliveryReason.init(rawValue:))
        if case .some(nil) = flaw { throw .corrupt }
        return DeliveryGoods(
            productID: ProductID(self.product),
            kind: kind,
            quantity: self.quantity,
            coins: self.coins ?? [:],
            difference: self.difference ?? [:],
            flaw: flaw.flatMap(\.self)
        )
    }

    /// A delivery of them of which nothing else is known.
    func delivery(
        _ transactionID: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws(RepositoryError) -> Delivery {
        Delivery(
            transactionID: transactionID,
            originalTransactionID: OriginalTransactionID(self.original),
            app: app,
            environment: environment,
            goods: try self.goods(),
            purchasedAt: Instant(milliseconds: self.purchasedAt),
            createdAt: Instant(milliseconds: self.createdAt),
            demand: DeliveryDemand(handing: .wait(.unclaimed), taken: 0, consequence: .nothing)
        )
    }
}
