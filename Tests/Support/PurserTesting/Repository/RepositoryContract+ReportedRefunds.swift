import Ledger

extension RepositoryContract {
    private static func report(
        _ id: String,
        product: String = "gems",
        _ treatment: ReportedRefund.Treatment = .show,
        revoked: Int64 = 1,
        reported: Int64 = 2
    ) -> ReportedRefund {
        ReportedRefund(
            originalTransactionID: OriginalTransactionID(id),
            transactionID: TransactionID(id),
            productID: ProductID(product),
            revokedAt: Sample.beginning + .hours(revoked),
            reason: 1,
            treatment: treatment,
            reportedAt: Sample.beginning + .hours(reported)
        )
    }

    private static func unit(
        _ report: ReportedRefund,
        app: AppName = Sample.app,
        environment: StoreEnvironment = .production
    ) -> Intake {
        var unit = Sample.facts(app: app, environment: environment)
        unit.receivedAt = report.reportedAt
        unit.reportedRefunds = [report]
        return unit
    }

    private static func purchase(_ id: String, _ repository: any Repository) async throws -> Purchase? {
        try await repository.read { view in
            try view.chain(of: TransactionID(id), app: Sample.app, environment: .production)
        }?.chain.purchases
            .first
    }

    private static let selling = Catalog(
        products: [ProductID("gems"): Product(id: ProductID("gems"), kind: .consumable, grants: ["gems": 600])],
        coins: ["gems": Coin()],
        fulfillment: FulfillmentPolicy(from: Sample.beginning)
    )

    /// A purchase of coins that this server fulfills, as Apple signed it on a day.
    private static func coins(_ id: String, onDay day: Int64 = 0) -> Intake {
        let signedAt = Sample.beginning + .days(day)
        var intake = Sample.facts(
            [Sample.gems(id, signedAt: signedAt, number: UInt64(day) + 1)],
            submission: Sample.submission("ada", id)
        )
        intake.receivedAt = signedAt
        intake.catalog = Self.selling
        return intake
    }

    private static func report(_ id: String, of treatment: ReportedRefund.Treatment) -> Intake {
        var unit = Self.unit(Self.report(id, treatment))
        unit.catalog = Self.selling
        return unit
    }

    /// The balance, what of it is held, and the debt.
    private static func wallet(_ repository: any Repository) async throws -> [Int64] {
        let wallets = try await repository.read { view in
            try view.wallets(
                of: Sample.customer("ada"),
                app: Sample.app,
                environment: .production
            )
        }
        return wallets.first.map { [$0.balance, $0.held, $0.debt] } ?? []
    }

    private static func fulfillment(_ id: String, _ repository: any Repository) async throws -> Fulfillment? {
        try await repository.read { view in
            try view.fulfillment(FulfillmentID(TransactionID(id), in: .production), of: Sample.app)
        }
    }

    /// Refunds that are reported and that Apple did not sign.
    static let reportedRefunds = [
        Behavior("Under freeze a report holds what is left of the coins, and what undoes it lets them go") { subject in
            let repository = subject.repository
            _ = try await repository.record(Self.coins("7"))
            try Self.require(try await Self.wallet(repository), is: [600, 0, 0], "They are there.")
            for _ in 0..<2 {
                _ = try await repository.record(Self.report("7", of: .freeze))
                try Self.require(try await Self.wallet(repository), is: [600, 600, 0], "All are held.")
            }
            _ = try await repository.record(Self.coins("7", onDay: 3))
            try Self.require(try await Self.wallet(repository), is: [600, 0, 0], "None is held.")
            _ = try await repository.record(Self.report("7", of: .freeze))
            try Self.require(
                try await Self.wallet(repository),
                is: [600, 0, 0],
                "The same report holds nothing again."
            )
            let published = try await repository.read { view in
                try view.events(of: Self.stream("ada"), after: 0, limit: 99)
            }.map(\.name)
            let booked = published.filter { $0.rawValue.hasPrefix("wallet.") }
            try Self.require(booked, is: [.walletCredited, .walletHeld, .walletReleased], "Each once.")
        },
        Behavior("Under freeze nothing more is fulfilled of a reported purchase until the report is undone") {
            subject in
            let repository = subject.repository
            _ = try await repository.record(Self.report("7", of: .freeze))
            _ = try await repository.record(Self.coins("7"))
            let waiting = try Self.unwrap(try await Self.fulfillment("7", repository), "It is known.")
            try Self.require(waiting.state, is: .waiting, "It waits.")
            try Self.require(waiting.reason, is: .refundReported, "For this reason.")
            try Self.require(try await Self.wallet(repository), is: [], "No coins came.")
            _ = try await repository.record(Self.coins("7", onDay: 3))
            let done = try Self.unwrap(try await Self.fulfillment("7", repository), "It is known.")
            try Self.require(done.state, is: .confirmed, "It is fulfilled.")
            try Self.require(try await Self.wallet(repository), is: [600, 0, 0], "With its coins.")
        },
        Behavior("Under `act` a report revokes coins as a refund does, and what undoes it gives them back") {
            subject in
            let repository = subject.repository
            _ = try await repository.record(Self.coins("7"))
            _ = try await repository.record(Self.report("7", of: .act))
            try Self.require(try await Self.wallet(repository), is: [0, 0, 0], "They are revoked.")
            try Self.require(try await Self.fulfillment("7", repository)?.state, is: .revoked, "So is the fulfillment.")
            _ = try await repository.record(Self.coins("7", onDay: 3))
            try Self.require(try await Self.wallet(repository), is: [600, 0, 0], "They are there again.")
            try Self.require(
                try await Self.fulfillment("7", repository)?.state,
                is: .confirmed,
                "It counts as delivered."
            )
        },
        Behavior("A refund that Apple signs takes the place of a report that held coins") { subject in
            let repository = subject.repository
            _ = try await repository.record(Self.coins("7"))
            _ = try await repository.record(Self.report("7", of: .freeze))
            var signed = Self.coins("7", onDay: 1)
            signed.transactions[0].revocation = Revocation(
                revokedAt: Sample.beginning + .hours(1),
                reason: 0,
                type: "REFUND_FULL",
                percentageMilliunits: 100_000
            )
            _ = try await repository.record(signed)
            try Self.require(try await Self.wallet(repository), is: [0, 0, 0], "Nothing is left, and nothing held.")
        },
        Behavior("A reported refund is stored once, published once, and every value of it comes back") { subject in
            let repository = subject.repository
            _ = try await repository.record(
                Sample.facts([Sample.gems("7")], submission: Sample.submission("ada", "7"))
            )
            let report = Self.report("7")
            let first = try await repository.record(Self.unit(report))
            try Self.require(first.isNew, "It is new.")
            let again = try await repository.record(Self.unit(Self.report("7", reported: 9)))
            try Self.require(!again.isNew, "Again it is not.")
            _ = try await repository.record(Self.unit(Self.report("8", revoked: 99)))
            let ahead = try await repository.record(Self.unit(Self.report("8", revoked: 99, reported: 9)))
            try Self.require(!ahead.isNew, "Nor where the refund is stated to be later than the report.")
            try Self.require(try await Self.purchase("7", repository)?.reportedRefund, is: report, "As it came first.")
            let published = try await repository.read { view in
                try view.events(of: Self.stream("ada"), after: 0, limit: 10)
            }
            try Self.require(
                published.map(\.name),
                is: [.transactionRecorded, .transactionRefundReported],
                "One event."
            )
            let body = String(decoding: published.last?.body ?? [], as: UTF8.self)
            try Self.require(body.contains(#""treatment":"show""#), "What follows from it: \(body)")
        },
        Behavior("A report that comes before its purchase waits for it") { subject in
            let repository = subject.repository
            let report = Self.report("7", .act)
            _ = try await repository.record(Self.unit(report))
            try Self.require(try await Self.purchase("7", repository) == nil, "Nothing is known of the purchase.")
            _ = try await repository.record(Sample.facts([Sample.gems("7")]))
            let purchase = try Self.unwrap(try await Self.purchase("7", repository), "The purchase is known.")
            try Self.require(purchase.reportedRefund, is: report, "It bears the report.")
            try Self.require(purchase.isRevoked, "It counts as refunded.")
        },
        Behavior("Later signed evidence without a revocation undoes a report, and that is published") { subject in
            let repository = subject.repository
            _ = try await repository.record(
                Sample.facts([Sample.gems("7")], submission: Sample.submission("ada", "7"))
            )
            _ = try await repository.record(Self.unit(Self.report("7", .act)))
            var later = Sample.facts([Sample.gems("7", signedAt: Sample.beginning + .days(3), number: 2)])
            later.receivedAt = Sample.beginning + .days(3)
            _ = try await repository.record(later)
            let purchase = try Self.unwrap(try await Self.purchase("7", repository), "The purchase is known.")
            try Self.require(purchase.reportedRefund, is: nil, "No report stands.")
            try Self.require(!purchase.isRevoked, "It counts as paid.")
            let published = try await repository.read { view in
                try view.events(of: Self.stream("ada"), after: 0, limit: 10)
            }
            try Self.require(
                published.map(\.name),
                is: [.transactionRecorded, .transactionRefunded, .transactionRestored],
                "Refunded, and restored."
            )
        },
        Behavior(
            "Reports of unknown purchases need room in their environment, known ones do not, and old ones make room"
        ) {
            subject in
            let repository = subject.repository
            func room(
                for report: ReportedRefund,
                in environment: StoreEnvironment = .production,
                before: Int64 = 0
            ) async throws -> Int? {
                try await repository.write { unit in
                    try unit.makeRoom(
                        for: report,
                        of: Sample.app,
                        environment: environment,
                        limit: 2,
                        before: Sample.beginning + .hours(before)
                    )
                }
            }
            try Self.require(try await room(for: Self.report("1")), is: 0, "There is room at first.")
            _ = try await repository.record(Self.unit(Self.report("1")))
            _ = try await repository.record(Self.unit(Self.report("2", reported: 5)))
            try Self.require(try await room(for: Self.report("3")), is: nil, "There is none for a third.")
            try Self.require(try await room(for: Self.report("2", reported: 9)), is: 0, "What is kept needs none.")
            try Self.require(
                try await room(for: Self.report("3"), in: .sandbox),
                is: 0,
                "Each environment has its own."
            )
            _ = try await repository.record(Sample.facts([Sample.gems("7")]))
            try Self.require(try await room(for: Self.report("7")), is: 0, "A purchase that is known needs none.")
            let elsewhere = ReportedRefund(
                originalTransactionID: OriginalTransactionID("8"),
                transactionID: TransactionID("7"),
                productID: ProductID("gems"),
                revokedAt: Sample.beginning,
                reason: 1,
                treatment: .show,
                reportedAt: Sample.beginning
            )
            try Self.require(try await room(for: elsewhere), is: nil, "Under another chain it does.")
            _ = try await repository.record(Sample.facts([Sample.gems("2")]))
            try Self.require(try await room(for: Self.report("3")), is: 0, "What became known leaves its place.")
            _ = try await repository.record(Self.unit(Self.report("3", reported: 6)))
            try Self.require(try await room(for: Self.report("4"), before: 2), is: nil, "None is old enough.")
            try Self.require(try await room(for: Self.report("4"), before: 6), is: 1, "The old one goes.")
            let kept = try await repository.read { view in try view.reportedRefunds(of: Sample.app, after: 0, limit: 10)
            }
            try Self.require(kept.map(\.report.transactionID.rawValue), is: ["2", "3"], "The others stay.")
        },
        Behavior("Apple is asked about a reported refund once its answer can undo it, despite earlier queries") {
            subject in
            let repository = subject.repository
            let report = Self.report("7")
            _ = try await repository.record(Self.unit(report))
            _ = try await repository.record(Sample.facts([Sample.gems("7")]))
            let askAt = report.reportedAt + .hours(25)
            func due(_ at: Instant) async throws -> [ChainCheck] {
                try await repository.read { view in try view.dueChainChecks(at: at, limit: 10) }
            }
            func answer(_ check: ChainCheck, at: Instant) async throws {
                try await repository.write { unit in
                    try unit.answered(check, at: at, revision: nil, gracePolicy: GracePolicy())
                }
            }
            try Self.require(try await due(askAt - .seconds(1)), is: [], "Not before.")
            try Self.require(try await due(askAt).map(\.dueAt), is: [askAt], "Then.")
            let ids = [report.originalTransactionID]
            for at in [report.reportedAt + .hours(4), report.reportedAt + .hours(2)] {
                try await repository.write { unit in
                    try unit.askAbout(ids, of: Sample.app, environment: .production, at: at)
                }
            }
            let early = report.reportedAt + .hours(2)
            let check = try Self.unwrap(try await due(early).first, "An earlier query is due.")
            try await answer(check, at: early)
            let again = try Self.unwrap(try await due(askAt).first, "It is asked about all the same.")
            try Self.require(again.dueAt, is: askAt, "At its instant.")
            try await answer(again, at: askAt)
            try Self.require(try await due(askAt + .days(30)), is: [], "Once.")
        },
        Behavior("Reported refunds are listed in pages, each app's own, known or not") { subject in
            let repository = subject.repository
            _ = try await repository.record(Self.unit(Self.report("7")))
            _ = try await repository.record(Self.unit(Self.report("8"), app: AppName("other")))
            _ = try await repository.record(Self.unit(Self.report("7"), environment: .sandbox))
            _ = try await repository.record(Self.unit(Self.report("9", .freeze, revoked: 3, reported: 4)))
            _ = try await repository.record(Self.unit(Self.report("7", revoked: 5, reported: 6)))
            let all = try await repository.read { view in try view.reportedRefunds(of: Sample.app, after: 0, limit: 10)
            }
            try Self.require(all.map(\.report.transactionID.rawValue), is: ["7", "7", "9"], "In order of arrival.")
            try Self.require(all.map(\.environment), is: [.production, .sandbox, .production], "Where.")
            try Self.require(
                all.map(\.report),
                is: [
                    Self.report("7", revoked: 5, reported: 6), Self.report("7"),
                    Self.report("9", .freeze, revoked: 3, reported: 4),
                ],
                "Every value, and of one transaction the latest refund."
            )
            let rest = try await repository.read { view in
                try view.reportedRefunds(of: Sample.app, after: all[0].position, limit: 1)
            }
            try Self.require(rest, is: [all[1]], "A page.")
            _ = try await repository.record(Sample.facts([Sample.gems("9")]))
            func since(_ hour: Int64, _ position: Int64 = 0, limit: Int = 10) async throws -> [PositionedReportedRefund]
            {
                let place = RefundCursor(openedAt: Sample.beginning + .hours(hour), position: position)
                return try await repository.read { view in
                    try view.reportedRefunds(of: Sample.app, reportedAfter: place, limit: limit)
                }
            }
            try Self.require(try await since(0), is: [all[1], all[2], all[0]], "By their instants.")
            try Self.require(try await since(4), is: [all[2], all[0]], "From an instant on.")
            try Self.require(try await since(4, all[2].position, limit: 1), is: [all[0]], "From one of them on.")
            try Self.require(try await since(7), is: [], "None is later.")
            let others = try await repository.read { view in
                try view.reportedRefunds(of: AppName("nobody"), after: 0, limit: 10)
            }
            try Self.require(others, is: [], "An app without any.")
            guard let reopen = subject.reopen else { return }
            let reopened = try await reopen()
            let kept = try await reopened.read { view in try view.reportedRefunds(of: Sample.app, after: 0, limit: 10) }
            try Self.require(kept, is: all, "The same after opening again.")
        },
    ]
}
