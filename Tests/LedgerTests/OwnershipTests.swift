import Ledger
import Testing

@Suite struct OwnershipTests {
    static let adasToken = AccountToken(high: 1, low: 1)
    static let bensToken = AccountToken(high: 2, low: 2)

    struct Names {
        let ada: CustomerID
        let ben: CustomerID

        init() throws {
            self.ada = try #require(CustomerID("ada"))
            self.ben = try #require(CustomerID("ben"))
        }

        func claims(
            _ scene: Scene,
            submissions: [(CustomerID, String)] = [],
            decisions: [Decision] = []
        ) -> [TransactionID: Claim] {
            Ownership.claims(
                on: scene.chain,
                facts: OwnershipFacts(
                    submissions: submissions.map { customer, id in
                        Submission(
                            customer: customer,
                            transactionID: TransactionID(id),
                            intent: .sync,
                            submittedAt: Scene.day(0)
                        )
                    },
                    decisions: decisions,
                    customers: [OwnershipTests.adasToken: self.ada, OwnershipTests.bensToken: self.ben]
                )
            )
        }
    }

    let names: Names

    init() throws {
        self.names = try Names()
    }

    @Test("A purchase's own token names its owner before any submission; an unknown token names no customer")
    func token() {
        let scene = Scene().period("1", from: 0, to: 30) { $0.accountToken = Self.adasToken }
        let claims = self.names.claims(scene, submissions: [(self.names.ben, "1")])
        #expect(claims[TransactionID("1")] == Claim(owner: self.names.ada, reason: .accountToken))
        let unknown = Scene().period("1", from: 0, to: 30) { $0.accountToken = AccountToken(high: 9, low: 9) }
        let other = self.names.claims(unknown, submissions: [(self.names.ben, "1"), (self.names.ada, "1")])
        #expect(other[TransactionID("1")] == Claim(owner: self.names.ben, reason: .firstSubmission))
        #expect(self.names.claims(unknown)[TransactionID("1")] == .unclaimed)
    }

    @Test("A renewal stays with the owner of the period before, regardless of who submits it")
    func renewal() {
        let scene = Scene()
            .period("1", from: 0, to: 30) { $0.accountToken = Self.adasToken }
            .period("2", from: 30, to: 60) { $0.reason = .renewal }
        let claims = self.names.claims(scene, submissions: [(self.names.ben, "2")])
        #expect(claims[TransactionID("2")] == Claim(owner: self.names.ada, reason: .predecessor))
        let bought = Scene()
            .period("1", from: 0, to: 30) { $0.accountToken = Self.adasToken }
            .period("2", from: 40, to: 70) { $0.reason = .purchase }
        let others = self.names.claims(bought, submissions: [(self.names.ben, "2")])
        #expect(others[TransactionID("2")] == Claim(owner: self.names.ben, reason: .firstSubmission))
    }

    @Test("A change of plan while the period before runs stays with its owner; after a refund it does not")
    func changeOfPlan() {
        let scene = Scene()
            .period("1", from: 0, to: 30) { $0.accountToken = Self.adasToken }
            .period("2", product: "max", from: 10, to: 40) { $0.reason = .purchase }
        let submissions = [(self.names.ben, "2")]
        #expect(self.names.claims(scene, submissions: submissions)[TransactionID("2")]?.owner == self.names.ada)
        let refunded = scene.period("1", from: 0, to: 30, signed: 9) {
            $0.accountToken = Self.adasToken
            $0.refund(on: 9)
        }
        #expect(self.names.claims(refunded, submissions: submissions)[TransactionID("2")]?.owner == self.names.ben)
    }

    @Test(
        "Without a reason it is a renewal when it begins where the period before ends, or auto-renew was on",
        arguments: [(30.0, nil, true), (31, nil, false), (31, true, true), (31, false, false), (90, true, false)]
            as [(Double, Bool?, Bool)]
    )
    func unreasoned(from: Double, autoRenew: Bool?, isRenewal: Bool) {
        let scene = Scene()
            .period("1", from: 0, to: 30) { $0.accountToken = Self.adasToken }
            .period("2", from: from, to: from + 30)
            .renewal(from + 30, autoRenew: autoRenew, signed: from)
        let claims = self.names.claims(scene, submissions: [(self.names.ben, "2")])
        #expect(claims[TransactionID("2")]?.owner == (isRenewal ? self.names.ada : self.names.ben))
    }

    @Test(
        "A purchase that others paid for belongs to its first submitter only",
        arguments: [TransactionSnapshot.Ownership.familyShared, .assigned]
    )
    func family(ownership: TransactionSnapshot.Ownership) {
        let scene = Scene()
            .period("1", from: 0, to: 30) {
                $0.accountToken = Self.adasToken
                $0.ownership = ownership
            }
        #expect(self.names.claims(scene)[TransactionID("1")] == .unclaimed)
        let claims = self.names.claims(scene, submissions: [(self.names.ben, "1"), (self.names.ada, "1")])
        #expect(claims[TransactionID("1")] == Claim(owner: self.names.ben, reason: .firstSubmission))
    }

    @Test("Restore twins share one owner")
    func twins() {
        let line = WebOrderLineItemID("w")
        let scene = Scene()
            .period("1", from: 0, to: 30) { $0.webOrderLineItemID = line }
            .period("2", from: 5, to: 30) { $0.webOrderLineItemID = line }
        let claims = self.names.claims(scene, submissions: [(self.names.ben, "2"), (self.names.ada, "1")])
        #expect(Set(claims.values) == [Claim(owner: self.names.ben, reason: .firstSubmission)])
        #expect(claims.count == 2)
    }

    static func decision(
        _ customer: CustomerID,
        _ id: String,
        _ reach: Decision.Reach = .purchase,
        on day: Double = 100
    ) -> Decision {
        Decision(customer: customer, transactionID: TransactionID(id), reach: reach, decidedAt: Scene.day(day))
    }

    @Test("An operator's decision goes before every token, also for what a family member paid for")
    func decision() {
        let scene = Scene()
            .period("1", from: 0, to: 30) { $0.accountToken = Self.adasToken }
            .period("2", from: 30, to: 60) {
                $0.ownership = .familyShared
                $0.reason = .purchase
            }
        let decisions = [Self.decision(self.names.ben, "1"), Self.decision(self.names.ben, "2")]
        let claims = self.names.claims(scene, decisions: decisions)
        #expect(Set(claims.values) == [Claim(owner: self.names.ben, reason: .decision)])
        let other = self.names.claims(scene, decisions: [Self.decision(self.names.ben, "9")])
        #expect(other[TransactionID("1")] == Claim(owner: self.names.ada, reason: .accountToken))
    }

    @Test("A decision on one purchase leaves the others to their rules, so that renewals follow their owner")
    func decisionOnOne() {
        let scene = Scene()
            .period("1", from: 0, to: 30)
            .period("2", from: 30, to: 60) { $0.reason = .renewal }
            .period("3", from: 90, to: 120) { $0.reason = .purchase }
        let claims = self.names.claims(scene, decisions: [Self.decision(self.names.ada, "1")])
        #expect(claims[TransactionID("1")] == Claim(owner: self.names.ada, reason: .decision))
        #expect(claims[TransactionID("2")] == Claim(owner: self.names.ada, reason: .predecessor))
        #expect(claims[TransactionID("3")] == .unclaimed)
    }

    @Test("A decision on a chain reaches what had begun when it was made, and not what was bought later")
    func decisionOnChain() {
        let scene = Scene()
            .period("1", from: 0, to: 30)
            .period("2", from: 60, to: 90) { $0.reason = .purchase }
            .period("3", from: 120, to: 150) {
                $0.reason = .purchase
                $0.accountToken = Self.bensToken
            }
        let claims = self.names.claims(scene, decisions: [Self.decision(self.names.ada, "1", .chainSoFar)])
        #expect(claims[TransactionID("1")] == Claim(owner: self.names.ada, reason: .decision))
        #expect(claims[TransactionID("2")] == Claim(owner: self.names.ada, reason: .decision))
        #expect(claims[TransactionID("3")] == Claim(owner: self.names.ben, reason: .accountToken))
        let other = self.names.claims(scene, decisions: [Self.decision(self.names.ada, "7", .chainSoFar)])
        #expect(other[TransactionID("1")] == .unclaimed)
    }

    @Test("A chain is decided on by its original transaction id also where that transaction is not known")
    func decisionByName() {
        let scene = Scene().period("5", from: 0, to: 30)
        let claims = self.names.claims(scene, decisions: [Self.decision(self.names.ada, "1", .chainSoFar)])
        #expect(claims[TransactionID("5")] == Claim(owner: self.names.ada, reason: .decision))
        #expect(
            self.names.claims(scene, decisions: [Self.decision(self.names.ada, "1")])[TransactionID("5")] == .unclaimed
        )
    }

    @Test("The newest decision counts, in any order of arrival")
    func newestDecision() {
        let scene = Scene().period("1", from: 0, to: 30)
        let decisions = [
            Self.decision(self.names.ada, "1", on: 100), Self.decision(self.names.ben, "1", on: 101),
            Self.decision(self.names.ada, "1", .chainSoFar, on: 101),
        ]
        for order in [decisions, decisions.reversed()] {
            let claims = self.names.claims(scene, decisions: order)
            #expect(claims[TransactionID("1")]?.owner == self.names.ben)
        }
    }
}
