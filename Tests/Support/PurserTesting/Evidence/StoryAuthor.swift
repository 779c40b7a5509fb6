import Ledger

/// Writes a story: plays Apple's side of a few purchases, by chance.
struct StoryAuthor {
    var generator: SeededGenerator
    var facts: [LedgerFact] = []
    var features: Set<EvidenceStory.Feature> = []
    var instants: [Instant] = []
    private var number: UInt64

    /// An author of this seed, whose ids and digests are numbered from a number on.
    init(seed: UInt64, from number: UInt64 = 0) {
        self.generator = SeededGenerator(seed: seed)
        self.number = number
    }

    static let beginning = Instant(milliseconds: 1_700_000_000_000)

    /// How far from a turn of events to ask.
    private static let distances: [Span] = [
        .minutes(-3), .zero, .minutes(30), .minutes(90), .days(1), .days(10), .days(70),
    ]

    /// Two or three purchases, then instants at which something might turn.
    mutating func write() {
        self.writeSubscription()
        for _ in 0...self.generator.number(below: 2) {
            switch self.generator.number(below: 5) {
            case 0: self.writeSubscription()
            case 1: self.writeNonConsumable()
            case 2: self.writeConsumable()
            case 3: self.writePasses()
            default: self.writeFamilyShare()
            }
        }
        var turns: Set<Instant> = []
        for case .transaction(let snapshot) in self.facts {
            turns.formUnion([snapshot.purchaseAt, snapshot.expiresAt ?? snapshot.signedAt])
        }
        let ordered = turns.sorted()
        for _ in 0..<3 {
            let span = self.generator.pick(Self.distances)
            self.instants.append(self.generator.pick(ordered) + span)
        }
        // A quarter of the stories lacks some of Apple's words, as when a server was down.
        if self.generator.happens(percent: 25) {
            var kept: [LedgerFact] = []
            for fact in self.facts {
                if !fact.isSubmission, self.generator.happens(percent: 25) { continue }
                kept.append(fact)
            }
            if kept.count < self.facts.count { self.features.insert(.missingFact) }
            self.facts = kept
        }
    }

    // MARK: Saying

    /// A fresh number for an id or a digest.
    mutating func nextNumber() -> UInt64 {
        self.number += 1
        return self.number
    }

    mutating func nextID() -> String { "\(2_000_000 + self.nextNumber())" }

    /// Returns, with equal probability, the token of one of two customers, an unknown token, or `nil`.
    mutating func token() -> AccountToken? {
        switch self.generator.number(below: 4) {
        case 0: return EvidenceStory.token(1)
        case 1: return EvidenceStory.token(2)
        case 2:
            self.features.insert(.unknownToken)
            return EvidenceStory.token(99)
        default: return nil
        }
    }

    /// Apple says what a transaction is, at this instant.
    mutating func say(_ snapshot: TransactionSnapshot, at instant: Instant) {
        var signed = snapshot
        signed.signedAt = instant
        signed.digest = .number(self.nextNumber() &* 7919 &+ self.generator.next() % 5)
        self.facts.append(.transaction(signed))
        if self.generator.happens(percent: 15) {
            // The same instant, but other bytes.
            self.features.insert(.equalDates)
            signed.digest = .number(self.nextNumber() &* 104_729)
            signed.storefront = "DEU"
            self.facts.append(.transaction(signed))
        }
    }

    mutating func say(_ renewal: RenewalSnapshot, at instant: Instant) {
        var signed = renewal
        signed.signedAt = instant
        signed.digest = .number(self.nextNumber() &* 15_485_863)
        self.facts.append(.renewal(signed))
    }

    /// Sometimes an app hands a transaction over, in either customer's name.
    mutating func submit(_ transactionID: TransactionID, at instant: Instant) {
        while self.generator.happens(percent: 40) {
            guard let customer = CustomerID(self.generator.pick(["ada", "ben"])) else { continue }
            let submission = Submission(
                customer: customer,
                transactionID: transactionID,
                intent: self.generator.pick(Submission.Intent.allCases),
                submittedAt: instant
            )
            self.facts.append(.submission(submission))
        }
    }

    /// Perhaps a refund request, a refund, its reversal, stale and later words, in any mixture.
    mutating func writeRefund(of snapshot: TransactionSnapshot, after instant: Instant) {
        var at = instant + .hours(Int64(1 + self.generator.number(below: 48)))
        if self.generator.happens(percent: 60) {
            self.features.insert(.refundRequest)
            self.sayRequest(.requested, of: snapshot, at: at)
            at = at + .minutes(Int64(self.generator.number(below: 600)))
        }
        var refunded = snapshot
        let isProrated = self.generator.happens(percent: 40)
        self.features.insert(isProrated ? .proratedRefund : .refund)
        refunded.revocation = Revocation(
            revokedAt: at - .minutes(Int64(self.generator.number(below: 20))),
            reason: self.generator.number(below: 2),
            type: isProrated ? "REFUND_PRORATED" : "REFUND_FULL",
            percentageMilliunits: isProrated ? 40_000 : nil
        )
        self.say(refunded, at: at)
        if self.generator.happens(percent: 60) { self.sayRequest(.closed, of: snapshot, at: at) }
        if self.generator.happens(percent: 50) {
            self.features.insert(.staleSignature)
            self.say(snapshot, at: at + .minutes(self.generator.pick([0, 5, 14, 15, 40])))
        }
        if self.generator.happens(percent: 40) {
            self.features.insert(.reversal)
            var reversed = snapshot
            reversed.isReversal = true
            let reversedAt = at + .hours(Int64(self.generator.number(below: 100)))
            self.say(reversed, at: reversedAt)
            if self.generator.happens(percent: 40) { self.say(refunded, at: reversedAt + .hours(2)) }
            if self.generator.happens(percent: 20) {
                refunded.revocation = Revocation(
                    revokedAt: reversedAt + .days(1),
                    reason: nil,
                    type: nil,
                    percentageMilliunits: nil
                )
                self.say(refunded, at: reversedAt + .days(1))
            }
        }
    }

    private mutating func sayRequest(
        _ kind: RefundRequestEvidence.Kind,
        of snapshot: TransactionSnapshot,
        at instant: Instant
    ) {
        let statement = RefundRequestEvidence(
            originalTransactionID: snapshot.originalTransactionID,
            transactionID: snapshot.transactionID,
            kind: kind,
            signedAt: instant
        )
        self.facts.append(.refundRequest(statement))
    }

    mutating func sayStatus(_ status: StatusEvidence.Status, of original: OriginalTransactionID, at instant: Instant) {
        let statement = StatusEvidence(originalTransactionID: original, status: status, statedAt: instant)
        self.facts.append(.status(statement))
    }

    // MARK: Single purchases

    private mutating func purchase(
        _ product: ProductID,
        _ kind: TransactionSnapshot.Kind,
        at instant: Instant,
        quantity: Int = 1
    ) -> TransactionSnapshot {
        let id = self.nextID()
        return TransactionSnapshot(
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(id),
            productID: product,
            kind: kind,
            purchaseAt: instant,
            quantity: quantity,
            accountToken: self.token(),
            signedAt: instant,
            digest: .number(0)
        )
    }

    private mutating func anyDay() -> Instant {
        Self.beginning + .hours(Int64(self.generator.number(below: 24 * 60)))
    }

    private mutating func writeNonConsumable() {
        self.features.insert(.nonConsumable)
        let at = self.anyDay()
        let bought = self.purchase(EvidenceStory.lifetime, .nonConsumable, at: at)
        self.say(bought, at: at)
        self.submit(bought.transactionID, at: at)
        if self.generator.happens(percent: 40) { self.writeTwin(of: bought, at: at + .days(9)) }
        if self.generator.happens(percent: 40) { self.writeRefund(of: bought, after: at) }
    }

    private mutating func writeConsumable() {
        self.features.insert(.consumable)
        let at = self.anyDay()
        let quantity = 1 + self.generator.number(below: 3)
        let bought = self.purchase(EvidenceStory.coins, .consumable, at: at, quantity: quantity)
        self.say(bought, at: at)
        self.submit(bought.transactionID, at: at)
        if self.generator.happens(percent: 50) { self.writeRefund(of: bought, after: at) }
    }

    private mutating func writePasses() {
        self.features.insert(.nonRenewing)
        for _ in 0...self.generator.number(below: 3) {
            let at = self.anyDay()
            let bought = self.purchase(EvidenceStory.pass, .nonRenewing, at: at)
            self.say(bought, at: at)
            self.submit(bought.transactionID, at: at)
            if self.generator.happens(percent: 30) { self.writeRefund(of: bought, after: at) }
        }
    }

    /// The same purchase under a new transaction id, as a restore brings it.
    mutating func writeTwin(of snapshot: TransactionSnapshot, at instant: Instant) {
        self.features.insert(.twin)
        var twin = snapshot
        twin.transactionID = TransactionID(self.nextID())
        if snapshot.webOrderLineItemID != nil { twin.purchaseAt = instant }
        twin.accountToken = self.token()
        self.say(twin, at: instant)
        self.submit(twin.transactionID, at: instant)
    }

    private mutating func writeFamilyShare() {
        self.features.insert(.familyShared)
        let at = self.anyDay()
        var shared = self.purchase(EvidenceStory.pro, .autoRenewable, at: at)
        shared.ownership = .familyShared
        shared.expiresAt = at + .days(30)
        self.say(shared, at: at)
        self.submit(shared.transactionID, at: at)
        if self.generator.happens(percent: 40) {
            self.features.insert(.familyRevoked)
            let revokedAt = at + .days(10)
            shared.revocation = Revocation(
                revokedAt: revokedAt,
                reason: nil,
                type: "FAMILY_REVOKE",
                percentageMilliunits: nil
            )
            self.say(shared, at: revokedAt)
        }
    }
}
