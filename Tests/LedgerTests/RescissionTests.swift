import Ledger
import PurserTesting
import Testing

/// What a rescission of consent sets in motion, and what ends it.
@Suite struct RescissionTests {
    private static let anna = Sample.customer("anna")
    private static let ben = Sample.customer("ben")
    private static let account = AppTransactionID("7001")

    private static func day(_ day: Int64) -> Instant { Sample.beginning + .days(day) }

    private static func consent(day: Int64, withdrawnOn no: Int64? = nil) -> Consent {
        Consent(
            id: ConsentID("c\(day)"),
            textHash: nil,
            version: "1",
            locale: "en",
            storefront: "USA",
            givenAt: Self.day(day),
            source: nil,
            recordedAt: Self.day(day),
            recordedBy: "a key",
            withdrawal: no.map { Consent.Withdrawal(withdrawnAt: Self.day($0), source: nil, recordedBy: "a key") }
        )
    }

    private static let freezing = RescissionPolicy([RescissionPolicy.Row(actions: [.freeze])])

    /// What a rescission of day 5 sets in motion on day 30.
    private static func open(
        resolvedOnDay resolved: Int64? = nil,
        _ candidates: [OpenRescission.Candidate] = [OpenRescission.Candidate(Self.anna, [])],
        under policy: RescissionPolicy = Self.freezing,
        storefront: String? = "USA"
    ) -> OpenRescission? {
        OpenRescission(
            RecordedRescission(account: Self.account, rescindedAt: Self.day(5), resolvedAt: resolved.map(Self.day)),
            in: .production,
            storefront: storefront,
            among: candidates,
            under: policy,
            at: Self.day(30)
        )
    }

    @Test("Without rows a rescission is only noted, and freezes no customer")
    func unstated() throws {
        let open = try #require(Self.open(under: RescissionPolicy()))
        #expect(open.actions == [.note] && open.deleteBy == nil && open.block == nil)
        #expect(!RescissionPolicy().canFreeze && Self.freezing.canFreeze)
    }

    @Test("The row of the storefront applies, then the row of all others, and of several the one that took effect last")
    func rows() {
        func row(
            _ storefronts: Set<String>,
            _ from: Int64?,
            _ until: Int64?,
            _ action: RescissionPolicy.Action
        )
            -> RescissionPolicy.Row
        {
            RescissionPolicy.Row(
                storefronts: storefronts,
                from: from.map(Self.day),
                until: until.map(Self.day),
                actions: [action]
            )
        }
        let rows = [
            row(["USA", "BRA"], 10, 20, .freeze), row(["USA"], 15, nil, .delete), row([], nil, 12, .delete),
            row([], 3, nil, .freeze),
        ]
        let expected: [(storefront: String?, day: Int64, action: RescissionPolicy.Action)] = [
            ("USA", 0, .delete), ("USA", 3, .freeze), ("USA", 10, .freeze), ("USA", 15, .delete), ("USA", 99, .delete),
            ("BRA", 10, .freeze), ("BRA", 15, .freeze), ("DEU", 1, .delete), ("DEU", 11, .freeze), (nil, 0, .delete),
            (nil, 50, .freeze),
        ]
        for order in [rows, rows.reversed()] {
            for (storefront, day, action) in expected {
                let found = RescissionPolicy(order).row(in: storefront, at: Self.day(day)).actions
                #expect(found == [action], "\(storefront ?? "-") on day \(day)")
            }
        }
        let bounded = RescissionPolicy([row(["USA"], 10, 20, .freeze)])
        for day in [Int64(9), 20] { #expect(bounded.row(in: "USA", at: Self.day(day)) == RescissionPolicy.unstated) }
        #expect(bounded.row(in: "USA", at: Self.day(19)).actions == [.freeze])
        #expect(bounded.row(in: "usa", at: Self.day(19)) == RescissionPolicy.unstated)
        #expect(row(["USA", "BRA"], 1, 2, .note).contradicts(row(["BRA"], 1, nil, .freeze)))
        #expect(!row(["USA"], 1, nil, .note).contradicts(row(["USA"], 2, nil, .note)))
        #expect(!row([], 1, nil, .note).contradicts(row(["USA"], 1, nil, .note)))
        #expect(row([], nil, nil, .note).contradicts(row([], nil, 9, .note)))
    }

    @Test("The due date counts from the rescission, and the block is dated by it")
    func due() throws {
        let policy = RescissionPolicy([
            RescissionPolicy.Row(actions: [.delete, .freeze], deleteWithin: .days(30))
        ])
        let open = try #require(Self.open(under: policy))
        #expect(open.actions == [.freeze, .delete] && open.deleteBy == Self.day(35))
        let block = try #require(open.block)
        #expect(block.at == Self.day(5) && block.by == "RESCIND_CONSENT" && block.reason.contains("7001"))
        #expect(Self.open(under: RescissionPolicy([RescissionPolicy.Row(actions: [])])) == nil, "Nothing is set.")
    }

    @Test("A later consent in force ends it; an earlier one, one of the same instant, and a withdrawn one do not")
    func consented() {
        for (consents, isOpen) in [
            ([Self.consent(day: 4)], true), ([Self.consent(day: 5)], true), ([Self.consent(day: 6)], false),
            ([Self.consent(day: 6, withdrawnOn: 8)], true), ([Self.consent(day: 6, withdrawnOn: 31)], false),
            ([Self.consent(day: 31)], true), ([Self.consent(day: 6, withdrawnOn: 8), Self.consent(day: 9)], false),
        ] {
            for order in [consents, consents.reversed()] {
                let open = Self.open([OpenRescission.Candidate(Self.anna, order)])
                #expect((open != nil) == isOpen, "\(order.map(\.id))")
            }
        }
    }

    @Test("It concerns each customer for themselves, and no customer who is erased")
    func concerned() throws {
        let erased = try #require(CustomerID("erased:5f0c"))
        let candidates = [
            OpenRescission.Candidate(Self.ben, []), OpenRescission.Candidate(erased, []),
            OpenRescission.Candidate(Self.anna, []), OpenRescission.Candidate(Self.anna, []),
        ]
        #expect(Self.open(candidates)?.customers == [Self.anna, Self.ben])
        let consented = OpenRescission.Candidate(Self.anna, [Self.consent(day: 7)])
        #expect(Self.open([consented, OpenRescission.Candidate(Self.ben, [])])?.customers == [Self.ben])
        #expect(Self.open([consented, OpenRescission.Candidate(erased, [])]) == nil)
        #expect(Self.open([]) == nil)
    }

    @Test("A resolution ends a rescission that is not later")
    func resolved() {
        for (day, isOpen) in [(Int64(4), true), (5, false), (6, false)] {
            #expect((Self.open(resolvedOnDay: day) != nil) == isOpen, "day \(day)")
        }
        var ahead = RecordedRescission(account: Self.account, rescindedAt: Self.day(5))
        let isChanged = ahead.resolve(at: Self.day(4))
        #expect(isChanged && ahead.isResolved && ahead.resolvedAt == Self.day(5), "Apple's clock was ahead.")
        let isChangedAgain = ahead.resolve(at: Self.day(6))
        #expect(!isChangedAgain && ahead.resolvedAt == Self.day(5))
    }

    @Test("The storefront is that of the last purchase until the rescission, else of the first, in any order")
    func storefront() {
        func purchase(
            _ id: String,
            _ storefront: String?,
            day: Int64,
            of account: String = "7001"
        )
            -> TransactionSnapshot
        {
            var snapshot = Sample.gems(id, at: Self.day(day))
            snapshot.storefront = storefront
            snapshot.appTransactionID = AppTransactionID(account)
            return snapshot
        }
        let all = [
            purchase("1", "DEU", day: 1), purchase("2", "USA", day: 4), purchase("3", nil, day: 5),
            purchase("4", "FRA", day: 6), purchase("5", "BRA", day: 5, of: "7002"),
        ]
        func found(_ purchases: [TransactionSnapshot], day: Int64) -> String? {
            OpenRescission.storefront(of: Self.account, at: Self.day(day), among: purchases)
        }
        for seed in 0..<UInt64(20) {
            var generator = SeededGenerator(seed: seed)
            let order = all.shuffled(using: &generator)
            for (day, storefront) in [(Int64(0), "DEU"), (3, "DEU"), (5, "USA"), (9, "FRA")] {
                #expect(found(order, day: day) == storefront, "seed \(seed), day \(day)")
            }
        }
        #expect(found([], day: 5) == nil && found(Array(all.suffix(1)), day: 5) == nil)
    }
}
