import Ledger
import Notation
import PurserTesting
import Testing

@Suite struct EventDerivationTests {
    private static let beginning = Sample.beginning
    private static let ada = Sample.customer("ada")
    private static let ben = Sample.customer("ben")

    @Test("The same chain again publishes nothing, nor does a new signature")
    func nothing() {
        let period = Sample.period("1", of: "1")
        var again = period
        again.signedAt = Self.beginning + .days(1)
        again.digest = .number(99)
        #expect(Self.derive(from: [period], to: [period]).isEmpty)
        #expect(Self.derive(from: [period], to: [again]).isEmpty)
    }

    @Test("A refund and its reversal are published for the transaction and for the subscription")
    func refund() {
        let period = Sample.period("1", of: "1")
        var refunded = period
        refunded.revocation = Revocation(
            revokedAt: Self.beginning + .days(3),
            reason: 0,
            type: "REFUND_FULL",
            percentageMilliunits: 100_000
        )
        #expect(
            Self.derive(from: [period], to: [refunded]).map(\.name) == [.transactionRefunded, .subscriptionRevoked]
        )
        #expect(
            Self.derive(from: [refunded], to: [period]).map(\.name) == [.transactionRestored, .subscriptionResumed]
        )
        var withdrawn = refunded
        withdrawn.ownership = .familyShared
        var shared = period
        shared.ownership = .familyShared
        #expect(Self.derive(from: [shared], to: [withdrawn]).first?.name == .transactionWithdrawn)
    }

    @Test("A transfer is published to both customers with the same number and the state")
    func transfer() throws {
        let period = Sample.period("1", of: "1")
        let drafts = Self.derive(from: [period], ownedBy: Self.ada, to: [period], ownedBy: Self.ben)
        #expect(drafts.map(\.name) == [.ownershipTransferred, .ownershipTransferred])
        #expect(drafts.map(\.recipient) == [Self.ada, Self.ben])
        let bodies = drafts.map { String(decoding: $0.body, as: UTF8.self) }
        for body in bodies { #expect(body.contains(#""transfer":1,"from":"ada","to":"ben""#), "\(body)") }
        #expect(!bodies[0].contains("subscription"), "The former owner gets the transactions only.")
        #expect(bodies[1].contains(#""subscription":{"#))
        let released = Self.derive(from: [period], ownedBy: Self.ada, to: [period], ownedBy: nil)
        #expect(released.map(\.name) == [.ownershipReleased, .ownershipReleased])
    }

    @Test("An expiration is published to a customer whose subscription another customer continues")
    func replaced() {
        let first = Sample.period("1", of: "1")
        var second = Sample.period("2", of: "1", at: Self.beginning + .days(40))
        second.signedAt = second.purchaseAt
        let drafts = Self.derive(
            from: [first],
            ownedBy: Self.ada,
            to: [first, second],
            claims: [first.transactionID: Self.ada, second.transactionID: Self.ben],
            before: Self.beginning + .days(10),
            at: Self.beginning + .days(41)
        )
        #expect(drafts.map(\.recipient) == [Self.ben, Self.ada, Self.ben])
        #expect(drafts.map(\.name) == [.transactionRecorded, .subscriptionExpired, .subscriptionStarted])
        #expect(String(decoding: drafts[1].body, as: UTF8.self).contains(#""reason":"replaced""#))
    }

    @Test("Of two joined chains published at one instant, the same one counts in any order of arrival")
    func joined() {
        let first = Sample.period("1", of: "1")
        let second = Sample.period("2", of: "2", at: Self.beginning + .days(30))
        var migrated = second
        migrated.previousOriginalTransactionID = first.originalTransactionID
        let publishedChains = [first, second].map { snapshot in
            PublishedChain(
                OwnedChain(chain: Chain(transactions: [TransactionRecord(snapshot)]), claims: [:]),
                at: Self.beginning + .days(31),
                environment: .production,
                gracePolicy: GracePolicy()
            )
        }
        let whole = OwnedChain(
            chain: Chain(transactions: [TransactionRecord(first), TransactionRecord(migrated)]),
            claims: [:]
        )
        let orders = [publishedChains, publishedChains.reversed()].map { publishedChains in
            EventDerivation(
                from: publishedChains,
                to: whole,
                at: Self.beginning + .days(31),
                environment: .production,
                gracePolicy: GracePolicy()
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

    private static func derive(
        from before: [TransactionSnapshot],
        ownedBy formerOwner: CustomerID? = nil,
        to after: [TransactionSnapshot],
        ownedBy owner: CustomerID? = nil,
        claims: [TransactionID: CustomerID]? = nil,
        before publishedAt: Instant = Self.beginning + .days(5),
        at now: Instant = Self.beginning + .days(5)
    ) -> [EventDerivation.Draft] {
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
        let gracePolicy = GracePolicy()
        var transfers: Int64 = 0
        let publishedChain = PublishedChain(
            owned(before, formerOwner),
            at: publishedAt,
            environment: .production,
            gracePolicy: gracePolicy
        )
        return EventDerivation(
            from: [publishedChain],
            to: owned(after, owner),
            at: now,
            environment: .production,
            gracePolicy: gracePolicy
        ) { _ in
            transfers += 1
            return transfers
        }.drafts
    }
}
