import Ledger
import PurserTesting
import Testing

/// The nine rules of ownership, each beside the case in which it does not answer.
@Suite struct OwnershipRulesTests {
    static let account = AppTransactionID("700001")
    static let adasToken = AccountToken(high: 1, low: 1)
    static let bensToken = AccountToken(high: 2, low: 2)

    let ada: CustomerID
    let ben: CustomerID
    let nobody: CustomerID

    init() throws {
        self.ada = try #require(CustomerID("ada"))
        self.ben = try #require(CustomerID("ben"))
        self.nobody = try #require(CustomerID.anonymous([1]))
    }

    func submit(
        _ customer: CustomerID,
        _ id: String,
        _ intent: Submission.Intent = .sync,
        on day: Double,
        _ transfer: TransferPolicy? = nil
    ) -> Submission {
        Submission(
            customer: customer,
            transactionID: TransactionID(id),
            intent: intent,
            submittedAt: Scene.day(day),
            transfer: transfer
        )
    }

    func claims(
        _ scene: Scene,
        _ submissions: [Submission] = [],
        bindings: [AppleAccountBinding] = [],
        erasedAt: [CustomerID: Instant] = [:]
    ) -> [TransactionID: Claim] {
        Ownership.claims(
            on: scene.chain,
            facts: OwnershipFacts(
                submissions: submissions,
                customers: [Self.adasToken: self.ada, Self.bensToken: self.ben],
                erasedAt: erasedAt,
                bindings: Dictionary(grouping: bindings, by: \.account)
            )
        )
    }

    func claim(
        _ scene: Scene,
        _ submissions: [Submission] = [],
        bindings: [AppleAccountBinding] = [],
        erasedAt: [CustomerID: Instant] = [:],
        on id: String = "1"
    ) -> Claim? {
        self.claims(scene, submissions, bindings: bindings, erasedAt: erasedAt)[TransactionID(id)]
    }

    func binding(_ customer: CustomerID, from first: Double, to last: Double? = nil) -> AppleAccountBinding {
        AppleAccountBinding(
            account: Self.account,
            customer: customer,
            firstAt: Scene.day(first),
            lastAt: Scene.day(last ?? first)
        )
    }

    /// A scene in which newer renewal infos have replaced these: signed when, for the period's end, auto-renew, and
    /// grace.
    func saying(_ words: [(signed: Double, end: Double, autoRenew: Bool, grace: Double?)], _ scene: Scene) -> Scene {
        var scene = scene
        scene.chain.earlierRenewals = words.enumerated().map { number, word in
            RenewalEvidence(
                originalTransactionID: OriginalTransactionID("1"),
                signedAt: Scene.day(word.signed),
                digest: .number(UInt64(number + 1)),
                renewalAt: Scene.day(word.end),
                autoRenew: word.autoRenew,
                accountToken: nil,
                gracePeriodExpiresAt: word.grace.map(Scene.day)
            )
        }
        return scene
    }

    // MARK: Rule 2

    @Test("A family-shared purchase belongs to the customer who was last seen with its Apple Account")
    func family() {
        let scene = Scene().period("1", from: 0, to: 30) {
            $0.ownership = .familyShared
            $0.appTransactionID = Self.account
            $0.accountToken = Self.adasToken
        }
        let seen = [self.binding(self.ada, from: -10, to: 2), self.binding(self.ben, from: -5, to: 1)]
        #expect(self.claim(scene, bindings: seen) == Claim(owner: self.ada, reason: .familyMember))
        let later = self.claim(scene, [self.submit(self.ben, "1", on: 3)], bindings: seen)
        #expect(later == Claim(owner: self.ben, reason: .familyMember))
        #expect(self.claim(scene) == .unclaimed)
    }

    // MARK: Rule 3

    @Test(
        "A restore moves a subscription as its policy says, while it gives an entitlement",
        arguments: [
            (TransferPolicy.transfer, true, true), (.keep, false, false), (.block, false, false),
            (.keepWhileRenewing, true, false),
        ]
    )
    func restore(policy: TransferPolicy, whenCanceled: Bool, whenRenewing: Bool) {
        for isCanceled in [true, false] {
            let scene = Scene().period("1", from: 0, to: 30).renewal(30, autoRenew: !isCanceled, signed: 5)
            let submissions = [
                self.submit(self.ada, "1", .purchase, on: 0), self.submit(self.ben, "1", .restore, on: 10, policy),
            ]
            let transfers = isCanceled ? whenCanceled : whenRenewing
            let expected =
                transfers ? Claim(owner: self.ben, reason: .restore) : Claim(owner: self.ada, reason: .purchaser)
            #expect(self.claim(scene, submissions) == expected, "canceled: \(isCanceled)")
            let tooLate = [submissions[0], self.submit(self.ben, "1", .restore, on: 31, policy)]
            #expect(self.claim(scene, tooLate)?.owner == self.ada)
        }
    }

    @Test("A cancellation after the restore does not count for it")
    func restoreBeforeCancellation() {
        let scene = self.saying([(0, 30, true, nil)], Scene().period("1", from: 0, to: 30))
            .renewal(30, autoRenew: false, signed: 20)
        let first = self.submit(self.ada, "1", .purchase, on: 0)
        let early = [first, self.submit(self.ben, "1", .restore, on: 10, .keepWhileRenewing)]
        #expect(self.claim(scene, early)?.owner == self.ada)
        let late = early + [self.submit(self.ben, "1", .restore, on: 21, .keepWhileRenewing)]
        #expect(self.claim(scene, late) == Claim(owner: self.ben, reason: .restore))
    }

    @Test("A restore in the grace period counts, also once the subscription has recovered")
    func restoreInGrace() {
        let submissions = [
            self.submit(self.nobody, "1", .purchase, on: 0), self.submit(self.ben, "1", .restore, on: 32, .transfer),
        ]
        let unpaid = Scene().period("1", from: 0, to: 30)
        let inGrace = unpaid.renewal(30, signed: 30) { $0.gracePeriodExpiresAt = Scene.day(36) }
        #expect(self.claim(inGrace, submissions)?.owner == self.ben)
        #expect(self.claim(unpaid.renewal(30, signed: 30), submissions)?.owner == self.nobody)
        let recovered = self.saying([(30, 30, true, 36)], unpaid)
            .period("2", from: 33, to: 63) { $0.reason = .renewal }.renewal(63, signed: 33)
        #expect(self.claim(recovered, submissions)?.owner == self.ben)
        #expect(self.claim(recovered, submissions, on: "2") == Claim(owner: self.ben, reason: .predecessor))
    }

    @Test("Auto-renew that a refund request switched off is still on for a restore, with any outcome of the request")
    func restoreDuringRefundRequest() {
        let scene = Scene().period("1", from: 0, to: 30).renewal(30, autoRenew: false, signed: 6)
            .refundRequest(.requested, of: "1", at: 5)
        let submissions = [
            self.submit(self.ada, "1", .purchase, on: 0),
            self.submit(self.ben, "1", .restore, on: 10, .keepWhileRenewing),
        ]
        #expect(self.claim(scene, submissions)?.owner == self.ada)
        #expect(self.claim(scene.refundRequest(.closed, of: "1", at: 12), submissions)?.owner == self.ada)
        let closedBefore = Scene().period("1", from: 0, to: 30).renewal(30, autoRenew: false, signed: 6)
            .refundRequest(.requested, of: "1", at: 4).refundRequest(.closed, of: "1", at: 5)
        #expect(self.claim(closedBefore, submissions)?.owner == self.ben)
    }

    @Test("A purchase with an existing customer's token stays that customer's, however often it is restored")
    func restoreWithToken() {
        let scene = Scene().period("1", from: 0, to: 30) { $0.accountToken = Self.adasToken }
        let submissions = [self.submit(self.ben, "1", .restore, on: 10, .transfer)]
        #expect(self.claim(scene, submissions) == Claim(owner: self.ada, reason: .accountToken))
    }

    @Test("A chain is transferred once in thirty days; from an unnamed owner at any time")
    func pause() {
        let scene = Scene().period("1", from: 0, to: 365)
        let bought = self.submit(self.ada, "1", .purchase, on: 0)
        let away = self.submit(self.ben, "1", .restore, on: 1, .transfer)
        for (day, owner) in [(30.0, self.ben), (31, self.ada)] {
            let back = self.submit(self.ada, "1", .restore, on: day, .transfer)
            #expect(self.claim(scene, [bought, away, back])?.owner == owner)
        }
        let unnamed = [
            self.submit(self.nobody, "1", .purchase, on: 0),
            self.submit(self.ada, "1", .restore, on: 1, .keepWhileRenewing),
            self.submit(self.ben, "1", .restore, on: 2, .transfer),
        ]
        #expect(self.claim(scene, Array(unnamed.prefix(2)))?.owner == self.ada)
        #expect(self.claim(scene, unnamed)?.owner == self.ben)
    }

    @Test("Shared by policy, both have the entitlement, and the owner stays")
    func share() throws {
        let scene = Scene().period("1", from: 0, to: 30)
        let submissions = [
            self.submit(self.ada, "1", .purchase, on: 0), self.submit(self.ben, "1", .restore, on: 1, .share),
        ]
        let claim = try #require(self.claim(scene, submissions))
        #expect(claim == Claim(owner: self.ada, reason: .purchaser, sharedWith: [self.ben]))
        #expect(claim.serves(self.ada) && claim.serves(self.ben) && !claim.serves(self.nobody))
        let renewed = scene.period("2", from: 30, to: 60) { $0.reason = .renewal }
        let next = try #require(self.claim(renewed, submissions, on: "2"))
        #expect(next == Claim(owner: self.ada, reason: .predecessor, sharedWith: [self.ben]))
        let bought = scene.period("2", from: 60, to: 90) { $0.reason = .purchase }
        let again = try #require(self.claim(bought, submissions, on: "2"))
        #expect(again.sharedWith.isEmpty)
    }

    // MARK: Rules 5 to 7

    @Test("A renewal is whose token Apple announced for it, else whose the period before was")
    func renewal() {
        let periods = Scene().period("1", from: 0, to: 30) { $0.accountToken = Self.adasToken }
            .period("2", from: 30, to: 60) { $0.reason = .renewal }
        #expect(self.claim(periods, on: "2") == Claim(owner: self.ada, reason: .predecessor))
        let announced = periods.renewal(30, signed: 20) { $0.accountToken = Self.bensToken }
        #expect(self.claim(announced, on: "2") == Claim(owner: self.ben, reason: .renewalToken))
        let forTheNext = periods.renewal(60, signed: 31) { $0.accountToken = Self.bensToken }
        #expect(self.claim(forTheNext, on: "2") == Claim(owner: self.ada, reason: .predecessor))
    }

    @Test("A submission within a day proves the purchase; later, or with a renewal, it is only the first claim")
    func purchaser() {
        let scene = Scene().period("1", from: 0, to: 30) { $0.reason = .purchase }
        let submissions = [self.submit(self.ada, "1", .sync, on: 0.1), self.submit(self.ben, "1", .purchase, on: 1)]
        #expect(self.claim(scene, submissions) == Claim(owner: self.ben, reason: .purchaser))
        let late = [submissions[0], self.submit(self.ben, "1", .purchase, on: 1.01)]
        #expect(self.claim(scene, late) == Claim(owner: self.ada, reason: .firstSubmission))
        let renewal = Scene().period("1", from: 0, to: 30) { $0.reason = .renewal }
        #expect(self.claim(renewal, submissions) == Claim(owner: self.ada, reason: .firstSubmission))
    }

    @Test(
        "A change of plan stays with the owner while the subscription renews, and not once it was canceled",
        arguments: [(true, true), (false, false), (nil, true)] as [(Bool?, Bool)]
    )
    func changeOfPlan(autoRenew: Bool?, stays: Bool) {
        var scene = Scene().period("1", from: 0, to: 30) { $0.accountToken = Self.adasToken }
            .period("2", product: "max", from: 10, to: 40) { $0.reason = .purchase }
        if let autoRenew { scene = scene.renewal(30, autoRenew: autoRenew, signed: 5) }
        let submissions = [self.submit(self.ben, "2", .sync, on: 12)]
        let expected =
            stays ? Claim(owner: self.ada, reason: .changeOfPlan) : Claim(owner: self.ben, reason: .firstSubmission)
        #expect(self.claim(scene, submissions, on: "2") == expected)
        let bought = [self.submit(self.ben, "2", .purchase, on: 10.5)]
        #expect(self.claim(scene, bought, on: "2") == Claim(owner: self.ben, reason: .purchaser))
    }

    @Test("A change of plan long after the subscription must have ended is no change of plan")
    func changeAfterLapse() {
        for (day, reason) in [(80.0, Claim.Reason.changeOfPlan), (91, .firstSubmission)] {
            let scene = Scene().period("1", from: 0, to: 30) { $0.accountToken = Self.adasToken }
                .period("2", product: "max", from: day, to: day + 30) { $0.reason = .purchase }
                .renewal(30, signed: 5)
            let claim = self.claim(scene, [self.submit(self.ben, "2", .sync, on: day + 2)], on: "2")
            #expect(claim?.reason == reason, "day \(day)")
        }
    }

    @Test("Where Apple does not say whether something renewed, only what was known by then has a say")
    func renewalWithoutReason() {
        let periods = Scene().period("1", from: 0, to: 30) { $0.accountToken = Self.adasToken }
            .period("2", from: 31, to: 61)
        let submissions = [self.submit(self.ben, "2", .sync, on: 32)]
        for isCanceledLater in [false, true] {
            let scene = self.saying([(5, 30, true, nil)], periods)
                .renewal(61, autoRenew: !isCanceledLater, signed: 40)
            let claim = self.claim(scene, submissions, on: "2")
            #expect(claim == Claim(owner: self.ada, reason: .predecessor))
            let unheard = self.claim(periods.renewal(61, autoRenew: true, signed: 40), submissions, on: "2")
            #expect(unheard == Claim(owner: self.ben, reason: .firstSubmission))
        }
    }

    // MARK: Rule 8

    @Test("A purchase is the one customer's who was seen with its Apple Account before")
    func appleAccount() {
        let scene = Scene().period("1", from: 0, to: 30) { $0.appTransactionID = Self.account }
        let claim = Claim(owner: self.ada, reason: .appleAccount)
        #expect(self.claim(scene, bindings: [self.binding(self.ada, from: -1)]) == claim)
        #expect(self.claim(scene, bindings: [self.binding(self.ada, from: 0)]) == .unclaimed)
        let both = [self.binding(self.ada, from: -1), self.binding(self.ben, from: -2)]
        #expect(self.claim(scene, bindings: both) == .unclaimed)
        let later = [self.binding(self.ada, from: -1), self.binding(self.ben, from: 1)]
        #expect(self.claim(scene, bindings: later) == claim)
    }

    @Test("Chains of one Apple Account are derived together, in any order")
    func together() {
        let first = Scene().period("1", from: 0, to: 30) {
            $0.accountToken = Self.adasToken
            $0.appTransactionID = Self.account
        }
        var second = Chain()
        let bought = Scene.snapshot("9", product: "coins", kind: .consumable, from: 5) {
            $0.appTransactionID = Self.account
        }
        second.transactions = [TransactionRecord(bought)]
        let facts = OwnershipFacts(customers: [Self.adasToken: self.ada])
        for chains in [[first.chain, second], [second, first.chain]] {
            let resolution = Ownership.resolution(on: chains, facts: facts)
            #expect(resolution.claims[TransactionID("9")] == Claim(owner: self.ada, reason: .appleAccount))
            #expect(resolution.consulted == [Self.account])
            #expect(resolution.bindings == [self.binding(self.ada, from: 0)])
        }
    }

    // MARK: The erased

    @Test("An erased owner loses purchases that still give an entitlement; ended ones stay, without the name")
    func erased() throws {
        let nameless = try #require(CustomerID.erased(by: OwnershipChangeID("x")))
        let scene = Scene()
            .period("1", from: 0, to: 30)
            .period("2", from: 60, to: 90) { $0.reason = .purchase }
        let submissions = [
            self.submit(nameless, "1", .purchase, on: 0), self.submit(nameless, "2", .purchase, on: 60),
            self.submit(self.ben, "2", .sync, on: 80),
        ]
        let claims = self.claims(scene, submissions, erasedAt: [nameless: Scene.day(70)])
        #expect(claims[TransactionID("1")]?.owner == nameless)
        #expect(claims[TransactionID("2")] == Claim(owner: self.ben, reason: .firstSubmission))
    }
}
