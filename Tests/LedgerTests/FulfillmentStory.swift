import Ledger
import PurserTesting

/// A consumable that is bought, and what Apple says of it afterwards, in an order by chance with repetitions; a worker
/// that fulfills it and may stop between any two of its steps; and a fulfiller that remembers keys.
struct FulfillmentStory {
    /// A deliberate flaw.
    enum Flaw: CaseIterable {
        /// Each attempt bears another key.
        case newKeys
        /// A refund cancels what is being fulfilled.
        case cancelsInCall
        /// Not hearing of an answer counts as not having been done.
        case trustsSilence
        /// A refund takes its share from what is left, not up to a target.
        case takesSteps
        /// A repeated unit makes another fulfillment.
        case forgetsFulfillments
    }

    /// One arrival.
    struct Unit {
        let snapshot: TransactionSnapshot
        let isFromApp: Bool
    }

    /// The shop's own server.
    struct Fulfiller {
        private(set) var keys: Set<String> = []
        private(set) var hands = 0
        private(set) var revoked = 0

        mutating func `do`(_ call: FulfillmentCall, key: String, inSteps: Bool) {
            guard self.keys.insert(key).inserted else { return }
            switch call.kind {
            case .fulfill: self.hands += 1
            case .revoke: self.revoked = inSteps ? self.revoked + call.target : call.target
            case .restore: self.revoked = call.target
            }
        }
    }

    private struct NoUnitOfWork: FulfillmentUnitOfWork {
        func allowance(of customer: CustomerID, since: Instant) throws(Never) -> SandboxAllowance { SandboxAllowance() }
        func order(namedBy purchase: Purchase) throws(Never) -> OrderRecord? { nil }
        func block(forRefundOf fulfillment: Fulfillment, at now: Instant) throws(Never) {}
        func carryOut(
            _ orders: [CoinName: WalletRequest],
            for customer: CustomerID,
            terms: [CoinName: Coin]
        ) throws(Never) -> Result<[BookedWallet], WalletRefusal> { .failure(.unknownCoin) }
        func carryOut(
            _ order: WalletRequest,
            terms: [CoinName: Coin]
        ) throws(Never) -> Result<[BookedWallet], WalletRefusal> { .failure(.unknownPurchase) }
    }

    static let customer = CustomerID("ada")
    static let catalog = Catalog(
        products: [ProductID("gems"): Product(id: ProductID("gems"), kind: .consumable, grants: ["gems": 600])],
        coins: ["gems": Coin()],
        fulfillment: FulfillmentPolicy(from: Scene.day(-1), coins: .fulfiller)
    )

    let units: [Unit]
    let flaw: Flaw?
    private(set) var fulfiller = Fulfiller()
    private(set) var fulfillments: [Fulfillment] = []
    private var record: TransactionRecord?
    private var chance: SeededGenerator
    private var now = Scene.day(0)
    private var attempts = 0

    init(seed: UInt64, flaw: Flaw? = nil) {
        var chance = SeededGenerator(seed: seed)
        var words = [Self.word(signed: 0)]
        var day = 1.0
        for _ in 0..<chance.number(below: 4) {
            if chance.happens(percent: 40) {
                words.append(Self.word(signed: day) { $0.isReversal = true })
            } else {
                let share = chance.pick([100_000, 100_000, 33_333, 66_667, nil])
                words.append(Self.word(signed: day) { $0.revocation = Self.refund(day, share) })
            }
            day += 1
        }
        var units = words.map { Unit(snapshot: $0, isFromApp: false) }
        // The first word is shown by an app too, long after it was signed.
        if chance.happens(percent: 50) { units.append(Unit(snapshot: words[0], isFromApp: true)) }
        for _ in 0..<chance.number(below: 4) { units.append(chance.pick(units)) }
        units.shuffle(using: &chance)
        self.units = units
        self.flaw = flaw
        self.chance = chance
    }

    static func word(
        signed: Double,
        _ change: (inout TransactionSnapshot) -> Void = { _ in }
    ) -> TransactionSnapshot {
        let digest = UInt64(signed) + 1
        return Scene.snapshot("1", product: "gems", kind: .consumable, from: 0, signed: signed, digest: digest, change)
    }

    static func refund(_ day: Double, _ share: Int?) -> Revocation {
        Revocation(
            revokedAt: Scene.day(day),
            reason: 0,
            type: share == nil ? nil : share == 100_000 ? "REFUND_FULL" : "REFUND_PRORATED",
            percentageMilliunits: share
        )
    }

    /// Plays it to the end and says what is wrong with that, or nothing.
    mutating func play() -> String? {
        for unit in self.units {
            self.take(unit)
            while self.chance.happens(percent: 50) { self.work(isReliable: false) }
        }
        // In the end everybody is there, and answers.
        for _ in 0..<16 { self.work(isReliable: true) }
        return self.fault
    }

    /// Adds all evidence without any work, and returns the states of the fulfillments.
    mutating func arrive(inOrder units: [Unit]) -> [FulfillmentState] {
        for unit in units { self.take(unit) }
        return self.fulfillments.map(\.state)
    }

    private mutating func take(_ unit: Unit) {
        self.now = self.now + .minutes(1)
        let isFirst = self.record == nil
        if isFirst {
            self.record = TransactionRecord(unit.snapshot)
        } else {
            _ = self.record?.merge(unit.snapshot)
        }
        guard let record else { return }
        let chain = Chain(transactions: [record])
        let id = unit.snapshot.transactionID
        let context = FulfillmentContext(
            app: AppName("shop"),
            environment: .production,
            now: self.now,
            catalog: Self.catalog,
            doubted: unit.isFromApp && isFirst ? [id] : [],
            vouched: unit.isFromApp ? [] : [id]
        )
        guard let policy = Self.catalog.fulfillment else { return }
        if self.flaw == .cancelsInCall, let fulfillment = self.fulfillments.first, fulfillment.state == .fulfilling {
            self.fulfillments[0].state = .due
        }
        var unitOfWork = NoUnitOfWork()
        let settlement = FulfillmentEvaluation(
            of: OwnedChain(chain: chain, claims: [id: Claim(owner: Self.customer, reason: .purchaser)]),
            purchases: chain.purchases,
            known: self.flaw == .forgetsFulfillments ? [] : self.fulfillments,
            context: context,
            policy: policy,
            unitOfWork: &unitOfWork
        )
        for fulfillment in settlement.changed {
            if self.flaw == .forgetsFulfillments { self.fulfillments.removeAll { $0.confirmedAt == nil } }
            let place = self.fulfillments.firstIndex { $0.id == fulfillment.id }
            if let place, self.flaw != .forgetsFulfillments {
                self.fulfillments[place] = fulfillment
            } else {
                self.fulfillments.append(fulfillment)
            }
        }
    }

    /// One turn of the worker, which may stop after any step.
    private mutating func work(isReliable: Bool) {
        for place in self.fulfillments.indices {
            self.now = self.now + .minutes(1)
            guard let call = self.fulfillments[place].begin(at: self.now) else { continue }
            func stops() -> Bool { isReliable ? false : self.chance.happens(percent: 20) }
            guard !stops() else { return }
            self.attempts += 1
            var key = call.key(of: self.fulfillments[place].id)
            if self.flaw == .newKeys || self.flaw == .forgetsFulfillments { key += "/\(self.attempts)" }
            let isRefused = !isReliable && self.chance.happens(percent: 25)
            let isCut = !isReliable && self.chance.happens(percent: 25)
            if !isRefused { self.fulfiller.do(call, key: key, inSteps: self.flaw == .takesSteps) }
            guard !stops() else { return }
            let failure = DeliveryFailure(code: "status", status: isCut ? nil : 503, at: self.now)
            if isCut {
                let isCertain = self.flaw == .trustsSilence
                _ = self.fulfillments[place].fail(failure, isCertain: isCertain, at: self.now)
            } else if isRefused {
                _ = self.fulfillments[place].fail(failure, isCertain: true, at: self.now)
            } else {
                _ = self.fulfillments[place].confirm(call.kind, by: .fulfiller, at: self.now)
            }
        }
    }

    /// The violation at the end, or `nil`.
    private var fault: String? {
        guard self.fulfillments.count <= 1 else { return "\(self.fulfillments.count) fulfillments of one purchase" }
        guard let record, let fulfillment = self.fulfillments.first else {
            return self.fulfiller.hands == 0 ? nil : "fulfilled without a fulfillment"
        }
        let current = record.current
        let wanted = current.revocation.map { $0.percentageMilliunits ?? 100_000 } ?? 0
        if fulfillment.confirmedAt == nil {
            guard self.fulfiller.hands == 0 else { return "fulfilled and not confirmed: \(fulfillment.state)" }
            return wanted < 100_000 ? "paid and not fulfilled: \(fulfillment.state)" : nil
        }
        guard self.fulfiller.hands == 1 else { return "fulfilled \(self.fulfiller.hands) times" }
        guard fulfillment.revoked == wanted, self.fulfiller.revoked == wanted else {
            return "\(wanted) wanted back, \(fulfillment.revoked) confirmed, \(self.fulfiller.revoked) taken"
        }
        let rest: FulfillmentState = wanted == 0 ? .confirmed : .revoked
        return fulfillment.state == rest ? nil : "stands at \(fulfillment.state)"
    }
}
