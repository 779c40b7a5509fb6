import Ledger

extension RepositoryContract {
    private static let gems = CoinName("gems")
    private static let purchase = PurchaseKey.single(TransactionID("2000"))

    static let wallets = [
        Behavior("The stored wallet equals the computed one after any requests") { subject in
            for seed in UInt64(1)...24 { try await Self.requireWallet(seed: seed, subject.repository) }
        },
        Behavior("Each movement is published in the customer's event stream, with the wallet's balance after it") {
            subject in
            let repository = subject.repository
            let wallet = Self.wallet("ada")
            _ = try await Self.done(.credit(Self.purchase, [.init(.paid, 100)]), .purchase, "p", wallet, repository)
            _ = try await Self.done(.spend(30), .call, "s", wallet, repository)
            let events = try await repository.read { view in try view.events(of: Self.stream("ada"), after: 0, limit: 9)
            }
            try Self.require(events.map(\.name), is: [.walletCredited, .walletSpent], "Both are published.")
            try Self.require(events.map(\.number), is: [1, 2], "In order.")
            let movements = try await repository.read { view in try view.movements(of: wallet, before: nil, limit: 9) }
            try Self.require(
                events.map(\.body),
                is: movements.reversed().map { $0.draft(in: wallet).body },
                "As they were booked."
            )
        },
        Behavior("A key is used once in a wallet, and asks for the same or for nothing") { subject in
            let repository = subject.repository
            let wallet = Self.wallet("ada")
            let grant = try await Self.done(.grant(100, expiresAt: nil), .operator, "k", wallet, repository)
            let first = try await Self.done(.spend(30), .call, "k", wallet, repository)
            let again = try await Self.done(.spend(30), .call, "k", wallet, repository, day: 3)
            try Self.require(again.movement, is: first.movement, "What was booked then.")
            try Self.require([grant.isNew, first.isNew, again.isNew], is: [true, true, false], "Booked once.")
            for kind in [WalletRequest.Kind.spend(31), .grant(30, expiresAt: nil), .adjust(-30)] {
                let refused = try await Self.asked(kind, .call, "k", wallet, repository)
                try Self.require(refused, is: .failure(.keyReused), "Something else.")
            }
            let reason = "caf\u{E9}"
            let named = try await Self.asked(.spend(1), .call, "r", wallet, repository, reason: reason)
            try Self.require(try named.get().isNew, is: true, "With a reason of its own.")
            let composed = try await Self.asked(.spend(1), .call, "r", wallet, repository, reason: "cafe\u{301}")
            try Self.require(composed, is: .failure(.keyReused), "Other bytes are another reason.")
            let key = try await Self.asked(.spend(1), .call, "caf\u{E9}", wallet, repository)
            let other = try await Self.asked(.spend(1), .call, "cafe\u{301}", wallet, repository)
            try Self.require([try key.get().isNew, try other.get().isNew], is: [true, true], "And another key.")
            try Self.require(try await Self.balance("ada", repository), is: 67, "Taken once.")
            let foreign = try await Self.asked(.spend(30), .call, "k", Self.wallet("ben"), repository)
            try Self.require(foreign, is: .failure(.insufficient(available: 0)), "Another's key is another key.")
        },
        Behavior("Coins of another customer, environment, app or name are not touched") { subject in
            let repository = subject.repository
            let own = Self.wallet("ada")
            let others = [
                Self.wallet("ben"), Self.wallet("ada", environment: .sandbox),
                Self.wallet("ada", app: AppName("other")),
                Self.wallet("ada", coin: CoinName("gold")),
            ]
            for (place, name) in ([own] + others).enumerated() {
                let kind = WalletRequest.Kind.grant(Int64(place) + 1, expiresAt: nil)
                _ = try await Self.done(kind, .operator, "same", name, repository)
            }
            _ = try await Self.done(.spend(1), .call, "s", own, repository)
            for (place, name) in ([own] + others).enumerated() {
                let found = try await Self.walletBalance(name, repository)
                try Self.require(found?.balance, is: place == 0 ? 0 : Int64(place) + 1, "Its own coins.")
            }
            let none = try await repository.read { view in
                try view.wallets(
                    of: Sample.customer("cem"),
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(none, is: [], "An empty answer.")
        },
        Behavior("A purchase brings its coins once, stays where they came, and is found without its customer") {
            subject in
            let repository = subject.repository
            let (gems, gold) = (Self.wallet("ada"), Self.wallet("ada", coin: CoinName("gold")))
            for wallet in [gems, gold, gems] {
                _ = try await Self.done(.credit(Self.purchase, [.init(.paid, 90)]), .purchase, "p", wallet, repository)
            }
            let elsewhere = try await Self.done(
                .credit(Self.purchase, [.init(.paid, 90)]),
                .purchase,
                "again",
                Self.wallet("ben"),
                repository
            )
            try Self.require(elsewhere.walletBalance.name, is: gems, "They came already.")
            try Self.require(elsewhere.movement, is: nil, "Nothing is booked.")
            _ = try await Self.done(.spend(30), .call, "s", gems, repository)
            let refund = RevocationTarget.Refund(revokedAt: Sample.beginning, percentageMilliunits: 100_000)
            let tasks: [(WalletRequest.Kind, [Int64], [Int64])] = [
                (.hold(Self.purchase, until: Sample.beginning + .days(2)), [60, 90], [0, 0]),
                (.releaseHold(Self.purchase), [60, 90], [0, 0]),
                (.revoke(Self.purchase, refund, forgives: false), [0, 0], [30, 0]),
                (.restore(Self.purchase, signedAt: Sample.beginning + .days(1)), [60, 90], [0, 0]),
                (.revoke(Self.purchase, refund, forgives: false), [60, 90], [0, 0]),
            ]
            for (place, (kind, balances, debts)) in tasks.enumerated() {
                let request = WalletRequest(kind, cause: .refund, key: "r\(place)", reason: "r", at: Sample.beginning)
                let outcomes = try await repository.write { unit in
                    try unit.carryOut(
                        request,
                        app: Sample.app,
                        environment: .production,
                        coins: [:]
                    )
                }.get()
                try Self.require(outcomes.map(\.walletBalance.name), is: [gems, gold], "Both coins.")
                try Self.require(outcomes.map(\.walletBalance.balance), is: balances, "The balances after \(kind).")
                try Self.require(outcomes.map(\.walletBalance.debt), is: debts, "The debts after \(kind).")
            }
            let lots = try await repository.read { view in
                try view.lots(of: Self.purchase, app: Sample.app, environment: .production)
            }
            try Self.require(
                lots[Self.gems]?.consumedShare,
                is: ConsumedShare(spent: 30, amount: 90),
                "What was consumed."
            )
            let unknown = WalletRequest.restore(
                .single(TransactionID("9")),
                signedAt: Sample.beginning,
                reason: "r",
                at: Sample.beginning
            )
            let refused = try await repository.write { unit in
                try unit.carryOut(unknown, app: Sample.app, environment: .production, coins: [:])
            }
            try Self.require(refused, is: .failure(.unknownPurchase), "Unknown.")
        },
        Behavior("An expiration or release is due at its instant, and is booked and published as of then") { subject in
            let repository = subject.repository
            let wallet = Self.wallet("ada")
            let end = Sample.beginning + .days(2)
            _ = try await Self.done(.grant(5, expiresAt: end), .operator, "g", wallet, repository)
            _ = try await Self.done(.credit(Self.purchase, [.init(.paid, 7)]), .purchase, "p", wallet, repository)
            let until = Sample.beginning + .days(1)
            _ = try await Self.done(.hold(Self.purchase, until: until), .refund, "h", wallet, repository)
            let early = try await repository.read { view in
                try view.dueWallets(at: until - Span(milliseconds: 1), limit: 9)
            }
            try Self.require(early, is: [], "Nothing is due.")
            try Self.require(
                try await repository.read { view in try view.dueWallets(at: until, limit: 9) },
                is: [wallet],
                "The hold ends."
            )
            try await repository.write { unit in try unit.advance(wallet, at: until) }
            try Self.require(try await Self.walletBalance(wallet, repository)?.held, is: 0, "It has released.")
            try Self.require(
                try await repository.read { view in try view.dueWallets(at: until, limit: 9) },
                is: [],
                "It is done."
            )
            for _ in 0..<2 { try await repository.write { unit in try unit.advance(wallet, at: end + .days(5)) } }
            try Self.require(try await Self.balance("ada", repository), is: 7, "The grant has expired.")
            try Self.require(
                try await repository.read { view in try view.dueWallets(at: end + .days(99), limit: 9) },
                is: [],
                "Nothing is left."
            )
            let events = try await repository.read { view in try view.events(of: Self.stream("ada"), after: 3, limit: 9)
            }
            try Self.require(events.map(\.name), is: [.walletReleased, .walletExpired], "One event each.")
            try Self.require(events.map(\.occurredAt), is: [until, end], "As of their instants.")
        },
        Behavior("A merge joins wallets, and an erasure forgets words but no coins") { subject in
            let repository = subject.repository
            let (ada, ben) = (Self.wallet("ada"), Self.wallet("ben"))
            _ = try await Self.done(.grant(3, expiresAt: nil), .operator, "g", ben, repository)
            _ = try await Self.done(.credit(Self.purchase, [.init(.paid, 100)]), .purchase, "p", ada, repository)
            _ = try await Self.done(.spend(40), .call, "s", ada, repository)
            try await Self.perform(.merge(Sample.customer("ada"), into: Sample.customer("ben")), "m1", repository)
            for name in ["ada", "ben"] {
                try Self.require(try await Self.balance(name, repository), is: 63, "All coins, by either name.")
            }
            let lots = try await repository.read { view in
                try view.lots(of: Self.purchase, app: Sample.app, environment: .production)
            }
            try Self.require(lots[Self.gems]?.customer, is: Sample.customer("ben"), "They are ben's now.")
            try Self.require(
                lots[Self.gems]?.consumedShare,
                is: ConsumedShare(spent: 40, amount: 100),
                "What was consumed came along."
            )
            for wallet in [ada, ben] {
                let again = try await Self.done(.spend(40), .call, "s", wallet, repository)
                try Self.require(!again.isNew, "What was asked for before the merge is done.")
                let other = try await Self.asked(.spend(1), .call, "s", wallet, repository)
                try Self.require(other, is: .failure(.keyReused), "And its key is used.")
            }
            let spent = try await Self.done(.spend(63), .call, "s2", ada, repository)
            try Self.require(spent.walletBalance.name, is: ben, "The canonical customer counts.")
            for name in ["ada", "ben"] {
                let events = try await repository.read { view in
                    try view.events(of: Self.stream(name), after: 0, limit: 9)
                }
                try Self.require(events.count { $0.name == .walletMerged }, is: 1, "One event per stream.")
            }
            try await Self.perform(.erase(Sample.customer("ben")), "e1", repository)
            try Self.require(try await Self.walletBalance(ben, repository), is: nil, "That id has no wallet.")
            let nameless = try Self.unwrap(CustomerID.erased(by: OwnershipChangeID("e1"), number: 1), "A name.")
            let movements = try await repository.read { view in
                try view.movements(of: ben.naming(nameless), before: nil, limit: 9)
            }
            try Self.require(movements.map(\.reason), is: ["", "", ""], "No words are left.")
            try Self.require(movements.map(\.number), is: [3, 2, 1], "Every movement is.")
        },
        Behavior("A wallet is read at an instant as if what is due were booked, and reading books nothing") { subject in
            let repository = subject.repository
            let wallet = Self.wallet("ada")
            let end = Sample.beginning + .days(2)
            _ = try await Self.done(.grant(30, expiresAt: end), .operator, "g1", wallet, repository)
            _ = try await Self.done(.grant(10, expiresAt: nil), .operator, "g2", wallet, repository)
            func balances(at now: Instant) async throws -> [Int64] {
                try await repository.read { view in
                    try view.wallets(of: wallet.customer, app: wallet.app, environment: wallet.environment, at: now)
                }
                .map(\.balance)
            }
            func left(at now: Instant) async throws -> [Int64] {
                try await repository.read { view in try view.lots(of: wallet, at: now, before: nil, limit: 9) }
                    .map(\.left)
            }
            func kinds(at now: Instant, before number: Int64? = nil, limit: Int = 9) async throws -> [Movement.Kind] {
                try await repository.read { view in
                    try view.movements(of: wallet, at: now, before: number, limit: limit)
                }
                .map(\.kind)
            }
            let before = end - .seconds(1)
            try Self.require(try await balances(at: before), is: [40], "Nothing is due.")
            try Self.require(try await balances(at: end), is: [10], "The first grant has expired.")
            try Self.require(try await left(at: before), is: [10, 30], "Lots before.")
            try Self.require(try await left(at: end), is: [10, 0], "Lots afterwards.")
            try Self.require(try await kinds(at: before), is: [.granted, .granted], "Movements before.")
            try Self.require(try await kinds(at: end), is: [.expired, .granted, .granted], "Movements afterwards.")
            try Self.require(try await kinds(at: end, limit: 2), is: [.expired, .granted], "The first page.")
            try Self.require(try await kinds(at: end, before: 3), is: [.granted, .granted], "The next page.")
            try Self.require(try await Self.balance("ada", repository), is: 40, "Nothing was booked.")
            let read = try await repository.read { view in
                try view.movements(of: wallet, at: end, before: nil, limit: 9)
            }
            try await repository.write { unit in try unit.advance(wallet, at: end) }
            let booked = try await repository.read { view in try view.movements(of: wallet, before: nil, limit: 9) }
            try Self.require(read, is: booked, "It is booked as it was read.")
        },
        Behavior("Many who spend from one wallet at once spend what is there, and no more") { subject in
            let repository = subject.repository
            let wallet = Self.wallet("ada")
            for number in 0..<10 {
                let kind = WalletRequest.Kind.grant(10, expiresAt: nil)
                _ = try await Self.done(kind, .operator, "g\(number)", wallet, repository)
            }
            let spent = try await withThrowingTaskGroup(of: Int64.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        let result = try await Self.asked(.spend(3), .call, "s\(number)", wallet, repository)
                        return (try? result.get()) == nil ? 0 : 3
                    }
                }
                return try await group.reduce(0, +)
            }
            try Self.require(spent, is: 99, "As often as there is enough.")
            try Self.require(try await Self.balance("ada", repository), is: 1, "The rest.")
            let movements = try await repository.read { view in try view.movements(of: wallet, before: nil, limit: 99) }
            try Self.require(movements.map(\.number), is: (1...43).reversed(), "Numbered without gaps.")
            let page = try await repository.read { view in try view.movements(of: wallet, before: 40, limit: 2) }
            try Self.require(page.map(\.number), is: [39, 38], "By pages.")
            let lots = try await repository.read { view in try view.lots(of: wallet, before: 3, limit: 9) }
            try Self.require(lots.map(\.number), is: [2, 1], "Lots too.")
        },
    ]

    private static func wallet(
        _ customer: String,
        environment: StoreEnvironment = .production,
        app: AppName = Sample.app,
        coin: CoinName = Self.gems
    ) -> WalletName {
        WalletName(app: app, environment: environment, customer: Sample.customer(customer), coin: coin)
    }

    private static func stream(_ customer: String) -> EventStream {
        EventStream(app: Sample.app, subject: .customer(Sample.customer(customer)))
    }

    private static func asked(
        _ kind: WalletRequest.Kind,
        _ cause: Movement.Cause,
        _ key: String,
        _ wallet: WalletName,
        _ repository: any Repository,
        day: Int64 = 0,
        reason: String = "a reason"
    ) async throws -> Result<WalletOutcome, WalletRefusal> {
        let now = Sample.beginning + .days(day)
        let request = WalletRequest(kind, cause: cause, key: key, reason: reason, by: "ops", at: now)
        return try await repository.write { unit in try unit.carryOut(request, on: wallet, terms: Coin()) }
    }

    private static func done(
        _ kind: WalletRequest.Kind,
        _ cause: Movement.Cause,
        _ key: String,
        _ wallet: WalletName,
        _ repository: any Repository,
        day: Int64 = 0
    ) async throws -> WalletOutcome {
        try await Self.asked(kind, cause, key, wallet, repository, day: day).get()
    }

    private static func walletBalance(_ name: WalletName, _ repository: any Repository) async throws -> WalletBalance? {
        try await repository.read { view in
            try view.wallets(of: name.customer, app: name.app, environment: name.environment)
        }
        .first { $0.name.coin == name.coin }
    }

    private static func balance(_ customer: String, _ repository: any Repository) async throws -> Int64? {
        try await Self.walletBalance(Self.wallet(customer), repository)?.balance
    }

    private static func perform(
        _ kind: OwnershipChange.Kind,
        _ id: String,
        _ repository: any Repository
    ) async throws {
        let change = OwnershipChange(
            id: OwnershipChangeID(id),
            kind: kind,
            changedAt: Sample.beginning + .days(1),
            by: "ops",
            note: nil
        )
        _ = try await repository.write { unit in
            try unit.change(change, of: Sample.app, catalog: Catalog(), isPreview: false)
        }.get()
    }

    /// Fails unless a wallet that follows a program is, after each step, what it is when all of it is in one value.
    private static func requireWallet(seed: UInt64, _ repository: any Repository) async throws {
        let program = WalletProgram(seed: seed)
        let name = Self.wallet("customer-\(seed)", app: AppName("wallets-\(seed)"))
        var wallet = Wallet()
        var movements: [Movement] = []
        for (step, request) in program.requests.enumerated() {
            let found = try await repository.write { unit in try unit.carryOut(request, on: name, terms: program.terms)
            }
            let known = movements.first { $0.cause == request.cause && $0.key == request.key }
            var expected: Result<WalletOutcome, WalletRefusal>
            if let known {
                let walletBalance = WalletBalance(wallet, name: name)
                expected = .success(WalletOutcome(movement: known, isNew: false, walletBalance: walletBalance))
            } else {
                movements += wallet.advance(to: request.at)
                expected = wallet.carryOut(request, terms: program.terms).map { movement in
                    if let movement { movements.append(movement) }
                    let walletBalance = WalletBalance(wallet, name: name)
                    return WalletOutcome(movement: movement, isNew: movement != nil, walletBalance: walletBalance)
                }
            }
            try Self.require(found, is: expected, "Step \(step) of program \(seed).")
        }
        let lots = try await repository.read { view in try view.lots(of: name, before: nil, limit: 99) }
        try Self.require(lots, is: wallet.lots.reversed(), "The lots of program \(seed).")
        let booked = try await repository.read { view in try view.movements(of: name, before: nil, limit: 999) }
        try Self.require(booked, is: movements.reversed(), "The movements of program \(seed).")
        for purchase in wallet.purchases {
            let kept = try await repository.read { view in
                try view.lots(of: purchase.key, app: name.app, environment: .production)
            }[Self.gems]
            try Self.require(kept?.purchase, is: purchase, "What is remembered in program \(seed).")
        }
        let published = try await repository.read { view in
            try view.events(
                of: EventStream(app: name.app, subject: .customer(name.customer)),
                after: 0,
                limit: 999
            )
        }
        try Self.require(
            published.map(\.body),
            is: movements.map { $0.draft(in: name).body },
            "The events of \(seed)."
        )
    }
}
