import Ledger
import Notation
import PurserTesting
import Testing

@Suite struct TellingTests {
    private static let beginning = Sample.beginning
    private static let ada = Sample.customer("ada")
    private static let ben = Sample.customer("ben")

    @Test("The same chain again tells nothing, and being signed again is no news")
    func nothing() {
        let period = Sample.period("1", of: "1")
        var again = period
        again.signedAt = Self.beginning + .days(1)
        again.digest = .number(99)
        #expect(Self.tell(from: [period], to: [period]).isEmpty)
        #expect(Self.tell(from: [period], to: [again]).isEmpty)
    }

    @Test("A refund and its reversal are told of the transaction and of the subscription")
    func refund() {
        let period = Sample.period("1", of: "1")
        var refunded = period
        refunded.revocation = Revocation(
            revokedAt: Self.beginning + .days(3),
            reason: 0,
            type: "REFUND_FULL",
            percentageMilliunits: 100_000
        )
        #expect(Self.tell(from: [period], to: [refunded]).map(\.name) == [.transactionRefunded, .subscriptionRevoked])
        #expect(Self.tell(from: [refunded], to: [period]).map(\.name) == [.transactionRestored, .subscriptionResumed])
        var withdrawn = refunded
        withdrawn.ownership = .familyShared
        var shared = period
        shared.ownership = .familyShared
        #expect(Self.tell(from: [shared], to: [withdrawn]).first?.name == .transactionWithdrawn)
    }

    @Test("What moves is told to both sides with the same number, and its state goes with it")
    func move() throws {
        let period = Sample.period("1", of: "1")
        let told = Self.tell(from: [period], ownedBy: Self.ada, to: [period], ownedBy: Self.ben)
        #expect(told.map(\.name) == [.ownershipMoved, .ownershipMoved])
        #expect(told.map(\.recipient) == [Self.ada, Self.ben])
        let bodies = told.map { String(decoding: $0.body, as: UTF8.self) }
        for body in bodies { #expect(body.contains(#""move":1,"from":"ada","to":"ben""#), "\(body)") }
        #expect(!bodies[0].contains("subscription"), "Who lost it is told of the transactions only.")
        #expect(bodies[1].contains(#""subscription":{"#))
        let released = Self.tell(from: [period], ownedBy: Self.ada, to: [period], ownedBy: nil)
        #expect(released.map(\.name) == [.ownershipReleased, .ownershipReleased])
    }

    @Test("Who is followed by another customer's purchase is told that his subscription is over")
    func replaced() {
        let first = Sample.period("1", of: "1")
        var second = Sample.period("2", of: "1", at: Self.beginning + .days(40))
        second.signedAt = second.purchaseAt
        let told = Self.tell(
            from: [first],
            ownedBy: Self.ada,
            to: [first, second],
            claims: [first.transactionID: Self.ada, second.transactionID: Self.ben],
            before: Self.beginning + .days(10),
            at: Self.beginning + .days(41)
        )
        #expect(told.map(\.recipient) == [Self.ben, Self.ada, Self.ben])
        #expect(told.map(\.name) == [.transactionRecorded, .subscriptionExpired, .subscriptionStarted])
        #expect(String(decoding: told[1].body, as: UTF8.self).contains(#""reason":"replaced""#))
    }

    @Test("Of two chains told of at the same instant that become one, the same speaks in whatever order they come")
    func joined() {
        let first = Sample.period("1", of: "1")
        let second = Sample.period("2", of: "2", at: Self.beginning + .days(30))
        var migrated = second
        migrated.previousOriginalTransactionID = first.originalTransactionID
        let pictures = [first, second].map { snapshot in
            ChainPicture(
                OwnedChain(chain: Chain(transactions: [TransactionRecord(snapshot)]), claims: [:]),
                at: Self.beginning + .days(31),
                environment: .production,
                access: AccessPolicy()
            )
        }
        let whole = OwnedChain(
            chain: Chain(transactions: [TransactionRecord(first), TransactionRecord(migrated)]),
            claims: [:]
        )
        let orders = [pictures, pictures.reversed()].map { pictures in
            Telling(
                from: pictures,
                to: whole,
                at: Self.beginning + .days(31),
                environment: .production,
                access: AccessPolicy()
            ) { _ in 1 }.drafts
        }
        let subscriptions = orders.map { drafts in drafts.filter { $0.name != .chainJoined } }
        #expect(subscriptions[0].map(\.name) == subscriptions[1].map(\.name))
    }

    @Test("Text that JSON does not allow as it is arrives as it was")
    func escapes() throws {
        var json = JSONText()
        json.add("text", "a\"b\\c\nd\u{1}\u{1F600}")
        json.add("list", ["x", "y\""])
        json.add("flag", true)
        json.add("nothing", String?.none)
        #expect(
            String(decoding: json.bytes, as: UTF8.self)
                == #"{"text":"a\"b\\c\nd\u0001😀","list":["x","y\""],"flag":true}"#
        )
    }

    private static func tell(
        from before: [TransactionSnapshot],
        ownedBy formerOwner: CustomerID? = nil,
        to after: [TransactionSnapshot],
        ownedBy owner: CustomerID? = nil,
        claims: [TransactionID: CustomerID]? = nil,
        before toldAt: Instant = Self.beginning + .days(5),
        at now: Instant = Self.beginning + .days(5)
    ) -> [Telling.Draft] {
        func owned(_ snapshots: [TransactionSnapshot], _ owner: CustomerID?) -> OwnedChain {
            OwnedChain(
                chain: Chain(transactions: snapshots.map { TransactionRecord($0) }),
                claims: Dictionary(
                    uniqueKeysWithValues: snapshots.map { snapshot in
                        let customer = claims?[snapshot.transactionID] ?? owner
                        return (
                            snapshot.transactionID,
                            customer.map { Claim(owner: $0, reason: .firstSubmission) } ?? .unclaimed
                        )
                    }
                )
            )
        }
        let access = AccessPolicy()
        var moves: Int64 = 0
        let picture = ChainPicture(owned(before, formerOwner), at: toldAt, environment: .production, access: access)
        return Telling(
            from: [picture],
            to: owned(after, owner),
            at: now,
            environment: .production,
            access: access
        ) { _ in
            moves += 1
            return moves
        }.drafts
    }
}
