import Ledger
import PurserTesting

/// A consumable that is bought, and what Apple says of it afterwards, in an order by chance with repetitions; a worker that
/// hands it over and may stop between any two of its steps; and a fulfiller that remembers keys.
struct DeliveryStory {
    /// What is wrong on purpose.
    enum Flaw: CaseIterable {
        /// Each attempt bears another key.
        case newKeys
        /// A refund cancels what is being handed over.
        case cancelsInCall
        /// Not hearing of an answer counts as not having been done.
        case trustsSilence
        /// A refund takes its share from what is left, not up to a target.
        case takesSteps
        /// A repeated unit makes another delivery.
        case forgetsDeliveries
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
        private(set) var taken = 0

        mutating func `do`(_ call: DeliveryCall, key: String, inSteps: Bool) {
            guard self.keys.insert(key).inserted else { return }
            switch call.kind {
            case .handOver: self.hands += 1
            case .takeBack: self.taken = inSteps ? self.taken + call.target : call.target
            case .handBack: self.taken = call.target
            }
        }
    }

    private struct NoBooks: DeliveryBooks {
        func allowance(of customer: CustomerID, since: Instant) throws(Never) -> SandboxAllowance { SandboxAllowance() }
        func order(namedBy purchase: Purchase) throws(Never) -> OrderRecord? { nil }
        func block(forRefundOf delivery: Delivery, at now: Instant) throws(Never) {}
        func carryOut(
            _ orders: [CoinName: WalletOrder],
            for customer: CustomerID,
            terms: [CoinName: Coin]
        ) throws(Never) -> Result<[BookedWallet], WalletRefusal> { .failure(.unknownCoin) }
        func carryOut(
            _ order: WalletOrder,
            terms: [CoinName: Coin]
        ) throws(Never) -> Result<[BookedWallet], WalletRefusal> { .failure(.unknownPurchase) }
    }

    static let customer = CustomerID("ada")
    static let catalogue = Catalogue(
        products: [ProductID("gems"): Product(id: ProductID("gems"), kind: .consumable, grants: ["gems": 600])],
        coins: ["gems": Coin()],
        deliveries: DeliveryPolicy(from: Scene.day(-1), coins: .fulfiller)
    )

    let units: [Unit]
    let flaw: Flaw?
    private(set) var fulfiller = Fulfiller()
    private(set) var deliveries: [Delivery] = []
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

    /// Takes everything in without anybody working, and returns where the deliveries stand then.
    mutating func arrive(inOrder units: [Unit]) -> [DeliveryState] {
        for unit in units { self.take(unit) }
        return self.deliveries.map(\.state)
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
        let occasion = DeliveryOccasion(
            app: AppName("shop"),
            environment: .production,
            now: self.now,
            catalogue: Self.catalogue,
            doubted: unit.isFromApp && isFirst ? [id] : [],
            vouched: unit.isFromApp ? [] : [id]
        )
        guard let policy = Self.catalogue.deliveries else { return }
        if self.flaw == .cancelsInCall, let delivery = self.deliveries.first, delivery.state == .delivering {
            self.deliveries[0].state = .due
        }
        var books = NoBooks()
        let settlement = DeliverySettlement(
            of: OwnedChain(chain: chain, claims: [id: Claim(owner: Self.customer, reason: .purchaser)]),
            purchases: chain.purchases,
            known: self.flaw == .forgetsDeliveries ? [] : self.deliveries,
            occasion: occasion,
            policy: policy,
            books: &books
        )
        for delivery in settlement.changed {
            if self.flaw == .forgetsDeliveries { self.deliveries.removeAll { $0.confirmedAt == nil } }
            let place = self.deliveries.firstIndex { $0.id == delivery.id }
            if let place, self.flaw != .forgetsDeliveries {
                self.deliveries[place] = delivery
            } else {
                self.deliveries.append(delivery)
            }
        }
    }

    /// One turn of the worker, which may stop after any step.
    private mutating func work(isReliable: Bool) {
        for place in self.deliveries.indices {
            self.now = self.now + .minutes(1)
            guard let call = self.deliveries[place].begin(at: self.now) else { continue }
            func stops() -> Bool { isReliable ? false : self.chance.happens(percent: 20) }
            guard !stops() else { return }
            self.attempts += 1
            var key = call.key(of: self.deliveries[place].id)
            if self.flaw == .newKeys || self.flaw == .forgetsDeliveries { key += "/\(self.attempts)" }
            let isRefused = !isReliable && self.chance.happens(percent: 25)
            let isCut = !isReliable && self.chance.happens(percent: 25)
            if !isRefused { self.fulfiller.do(call, key: key, inSteps: self.flaw == .takesSteps) }
            guard !stops() else { return }
            let failure = DeliveryFailure(code: "status", status: isCut ? nil : 503, at: self.now)
            if isCut {
                let isCertain = self.flaw == .trustsSilence
                _ = self.deliveries[place].fail(failure, isCertain: isCertain, at: self.now)
            } else if isRefused {
                _ = self.deliveries[place].fail(failure, isCertain: true, at: self.now)
            } else {
                _ = self.deliveries[place].confirm(call.kind, by: .fulfiller, at: self.now)
            }
        }
    }

    /// What is wrong with the end.
    private var fault: String? {
        guard self.deliveries.count <= 1 else { return "\(self.deliveries.count) deliveries of one purchase" }
        guard let record, let delivery = self.deliveries.first else {
            return self.fulfiller.hands == 0 ? nil : "handed over without a delivery"
        }
        let current = record.current
        let wanted = current.revocation.map { $0.percentageMilliunits ?? 100_000 } ?? 0
        if delivery.confirmedAt == nil {
            guard self.fulfiller.hands == 0 else { return "handed over and not confirmed: \(delivery.state)" }
            return wanted < 100_000 ? "paid and not delivered: \(delivery.state)" : nil
        }
        guard self.fulfiller.hands == 1 else { return "handed over \(self.fulfiller.hands) times" }
        guard delivery.taken == wanted, self.fulfiller.taken == wanted else {
            return "\(wanted) wanted back, \(delivery.taken) confirmed, \(self.fulfiller.taken) taken"
        }
        let rest: DeliveryState = wanted == 0 ? .confirmed : .takenBack
        return delivery.state == rest ? nil : "stands at \(delivery.state)"
    }
}
