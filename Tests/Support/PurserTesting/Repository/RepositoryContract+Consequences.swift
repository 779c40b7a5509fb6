import Ledger

extension RepositoryContract {
    /// The required behavior for other consequences of refunds, and for the daily Sandbox cap.
    static let consequences = [
        Behavior("A refund whose consequence is to block blocks once, says why, and is in the audit log") { subject in
            let repository = subject.repository
            let catalog = Self.selling(onRefund: .block)
            try await Self.buy("1", by: Self.ada, at: Sample.beginning, catalog, repository)
            try Self.require(
                try await repository.read { view in try view.block(of: Self.ada, app: Sample.app) },
                is: nil,
                "Not before."
            )
            try await Self.refund("1", onDay: 1, catalog, repository)
            let block = try Self.unwrap(
                try await repository.read { view in try view.block(of: Self.ada, app: Sample.app) },
                "It is blocked."
            )
            try Self.require(block.by, is: "onRefund", "By what the catalog says.")
            try Self.require(block.reason.contains("ful_Production_1"), "It says for what.")
            try Self.require(block.at, is: Sample.beginning + .days(1), "Since the refund.")
            let actions = try await repository.read { view in
                try view.auditEntries(of: Self.ada, app: Sample.app, limit: 9)
            }
            try Self.require(actions.map(\.action), is: [.customerBlock], "The audit log has the block.")
            try Self.require(actions.first?.details["fulfillment"], is: "ful_Production_1", "With its fulfillment.")
            try Self.require(
                subject.log.auditNotes,
                is: actions.map(RecordedLog.AuditNote.init),
                "It is logged as what services do, though it is in no service's hands."
            )
            try Self.require(
                actions.first?.subject,
                is: "ful_Production_1",
                "And without the customer's id, which can be erased."
            )
            try Self.require(
                try await repository.read { view in try view.auditHead() }.hash,
                is: actions.first?.hash,
                "The log ends with it."
            )
            _ = try await repository.write { unit in try unit.block(Self.ada, nil, app: Sample.app) }
            try await Self.refund("1", onDay: 1, catalog, repository)
            try await Self.refund("1", onDay: 2, catalog, repository)
            try Self.require(
                try await repository.read { view in try view.block(of: Self.ada, app: Sample.app) },
                is: nil,
                "The same refund again does not undo what a person decided."
            )
        },
        Behavior("A customer who is refunded a purchase with another's token is blocked, and the other is not") {
            subject in
            let repository = subject.repository
            let catalog = Self.selling(onRefund: .block)
            let account = AppTransactionID("7001")
            func intake(_ id: String, token: AccountToken? = nil, day: Int64 = 0, isRefunded: Bool = false) -> Intake {
                let at = Sample.beginning + .days(day)
                var snapshot = Sample.gems(id, signedAt: at, number: UInt64(id) ?? 0 + UInt64(day))
                snapshot.appTransactionID = account
                snapshot.accountToken = token
                if isRefunded {
                    snapshot.revocation = Revocation(
                        revokedAt: at,
                        reason: 0,
                        type: "REFUND_FULL",
                        percentageMilliunits: 100_000
                    )
                }
                return Self.intake(snapshot, at: at, catalog)
            }
            let token = Sample.token(1)
            _ = try await repository.write { unit in
                try unit.assign(
                    token,
                    to: Self.ada,
                    app: Sample.app,
                    at: Sample.beginning,
                    catalog: catalog
                )
            }
            // Ben's own purchase shows that the account is Ben's.
            var own = intake("1")
            own.submission = Sample.submission(Self.ben.rawValue, "1", at: Sample.beginning)
            _ = try await repository.record(own)
            _ = try await repository.record(intake("2", token: token))
            try Self.require(
                try await Self.fulfillment("2", repository)?.customer,
                is: Self.ada,
                "It is hers by her token."
            )
            _ = try await repository.record(intake("2", token: token, day: 1, isRefunded: true))
            let ada = try await repository.read { view in try view.block(of: Self.ada, app: Sample.app) }
            try Self.require(ada, is: nil, "She has not paid.")
            let ben = try await repository.read { view in try view.block(of: Self.ben, app: Sample.app) }
            try Self.require(ben?.reason.contains("ful_Production_2") == true, "Ben has the refund.")
        },
        Behavior("A refund that a fulfiller's yes comes after blocks then, and one before it does not") { subject in
            let repository = subject.repository
            let catalog = Self.selling(coins: .fulfiller, onRefund: .block)
            try await Self.buy("1", by: Self.ada, at: Sample.beginning, catalog, repository)
            try await Self.refund("1", onDay: 1, catalog, repository)
            try Self.require(
                try await repository.read { view in try view.block(of: Self.ada, app: Sample.app) },
                is: nil,
                "Nothing was fulfilled."
            )
            try await Self.buy("2", by: Self.ada, at: Sample.beginning, catalog, repository)
            let now = Sample.beginning + .days(1)
            let leases = try await repository.leaseFulfillments(
                of: Sample.app,
                at: now,
                until: now + .minutes(1),
                limit: 1
            ).leases
            let lease = try Self.unwrap(leases.first, "It is due.")
            try await Self.refund("2", onDay: 1, catalog, repository)
            try Self.require(
                try await repository.read { view in try view.block(of: Self.ada, app: Sample.app) },
                is: nil,
                "No result yet."
            )
            _ = try await repository.write { unit in try unit.conclude(lease, .confirmed(recovered: nil), at: now) }
            try Self.require(
                try await repository.read { view in try view.block(of: Self.ada, app: Sample.app) } != nil,
                "The fulfillment is confirmed."
            )
        },
        Behavior("The consequence of a refund is that of the catalog at its first evaluation") {
            subject in
            let repository = subject.repository
            try await Self.buy("1", by: Self.ada, at: Sample.beginning, Self.selling(onRefund: .nothing), repository)
            try await Self.refund("1", onDay: 1, Self.selling(onRefund: .nothing), repository)
            let left = try await Self.fulfillment("1", repository)
            try Self.require(left?.state, is: .confirmed, "Nothing is taken.")
            try await Self.refund("1", onDay: 2, Self.selling(onRefund: .block), repository)
            let kept = try await Self.fulfillment("1", repository)
            try Self.require(kept?.state, is: .confirmed, "An edit is for refunds to come.")
            try Self.require(kept?.refundConsequence, is: .nothing, "It is kept beside the fulfillment.")
            try Self.require(
                try await repository.read { view in try view.block(of: Self.ada, app: Sample.app) },
                is: nil,
                "It is not blocked."
            )
            try await Self.buy("2", by: Self.ada, at: Sample.beginning, Self.selling(onRefund: .nothing), repository)
            try await Self.refund("2", onDay: 1, Self.selling(onRefund: .block), repository)
            try Self.require(
                try await Self.fulfillment("2", repository)?.state,
                is: .revocationDue,
                "What was not refunded then goes by the new word."
            )
        },
        Behavior("The Sandbox counts the day on which something came to be due, over all names of a customer") {
            subject in
            let repository = subject.repository
            var sandbox = SandboxPolicies()
            sandbox[.consumable] = .capped(fulfillmentsADay: 1, coinsADay: [:])
            let catalog = Self.selling(sandbox: sandbox)
            func buy(_ id: String, by customer: CustomerID?, onDay day: Int64) async throws -> FulfillmentState? {
                let at = Sample.beginning + .days(day)
                var intake = Self.intake(Sample.gems(id), at: at, catalog)
                intake.environment = .sandbox
                if let customer { intake.submission = Sample.submission(customer.rawValue, id, at: at) }
                _ = try await repository.record(intake)
                return try await repository.read { view in
                    try view.fulfillment(FulfillmentID(TransactionID(id), in: .sandbox), of: Sample.app)
                }?
                .state
            }
            // It has no owner on the first day, and counts on the second.
            _ = try await buy("1", by: nil, onDay: 0)
            try Self.require(try await buy("1", by: Self.ada, onDay: 1), is: .confirmed, "It is the first of that day.")
            try Self.require(try await buy("2", by: Self.ada, onDay: 1), is: .canceled, "The second is too many.")
            try Self.require(try await buy("3", by: Self.ben, onDay: 1), is: .confirmed, "Ben has a separate cap.")
            try await Self.merge(Self.ben, into: Self.ada, repository, onDay: 2)
            try Self.require(try await buy("4", by: Self.ben, onDay: 2), is: .confirmed, "A new day.")
            try Self.require(try await buy("5", by: Self.ada, onDay: 2), is: .canceled, "Both ids are one customer.")
        },
        Behavior("Coins that expire before a merge expire in their original wallet") { subject in
            let repository = subject.repository
            @Sendable func name(_ customer: CustomerID) -> WalletName {
                WalletName(app: Sample.app, environment: .production, customer: customer, coin: CoinName("gems"))
            }
            for (customer, days) in [(Self.ada, Int64(1)), (Self.ben, 2)] {
                let order = WalletRequest(
                    .grant(5, expiresAt: Sample.beginning + .days(days)),
                    cause: .operator,
                    key: "g",
                    reason: "test",
                    at: Sample.beginning
                )
                _ = try await repository.write { unit in try unit.carryOut(order, on: name(customer), terms: Coin()) }
                    .get()
            }
            // The environment is known by a purchase.
            _ = try await repository.record(Sample.facts([Sample.period("1", of: "1")]))
            try await Self.merge(Self.ada, into: Self.ben, repository, onDay: 3)
            let walletBalance = try await repository.read { view in
                try view.wallets(of: Self.ben, app: Sample.app, environment: .production)
            }
            try Self.require(walletBalance.map(\.balance), is: [0], "Both are gone.")
            for customer in [Self.ada, Self.ben] {
                let stream = EventStream(app: Sample.app, subject: .customer(customer))
                let published = try await repository.read { view in try view.events(of: stream, after: 0, limit: 99) }
                    .filter {
                        $0.name.rawValue.hasPrefix("wallet.")
                    }
                try Self.require(
                    published.map(\.name),
                    is: [.walletGranted, .walletExpired, .walletMerged],
                    "Each event stream is in order."
                )
            }
        },
    ]

    // MARK: What is shown

    private static let ada = Sample.customer("ada")
    private static let ben = Sample.customer("ben")

    private static func selling(
        coins: FulfillmentPolicy.Coins = .wallets,
        onRefund: RefundConsequence? = nil,
        sandbox: SandboxPolicies = SandboxPolicies()
    ) -> Catalog {
        let product = Product(id: ProductID("gems"), kind: .consumable, grants: ["gems": 600], onRefund: onRefund)
        return Catalog(
            products: [product.id: product],
            coins: ["gems": Coin()],
            sandbox: sandbox,
            fulfillment: FulfillmentPolicy(from: Sample.beginning, coins: coins)
        )
    }

    private static func intake(_ snapshot: TransactionSnapshot, at now: Instant, _ catalog: Catalog) -> Intake {
        var intake = Sample.facts([snapshot])
        intake.receivedAt = now
        intake.catalog = catalog
        return intake
    }

    private static func buy(
        _ id: String,
        by customer: CustomerID,
        at now: Instant,
        _ catalog: Catalog,
        _ repository: any Repository
    ) async throws {
        var intake = Self.intake(Sample.gems(id), at: now, catalog)
        intake.submission = Sample.submission(customer.rawValue, id, at: now)
        _ = try await repository.record(intake)
    }

    private static func refund(
        _ id: String,
        onDay day: Int64,
        _ catalog: Catalog,
        _ repository: any Repository
    ) async throws {
        let at = Sample.beginning + .days(day)
        var snapshot = Sample.gems(id, signedAt: at, number: UInt64(day) + 10)
        snapshot.revocation = Revocation(
            revokedAt: Sample.beginning + .days(1),
            reason: 0,
            type: "REFUND_FULL",
            percentageMilliunits: 100_000
        )
        _ = try await repository.record(Self.intake(snapshot, at: at, catalog))
    }

    private static func fulfillment(_ id: String, _ repository: any Repository) async throws -> Fulfillment? {
        try await repository.read { view in
            try view.fulfillment(FulfillmentID(TransactionID(id), in: .production), of: Sample.app)
        }
    }

    private static func merge(
        _ customer: CustomerID,
        into other: CustomerID,
        _ repository: any Repository,
        onDay day: Int64
    ) async throws {
        let change = OwnershipChange(
            id: OwnershipChangeID("merge"),
            kind: .merge(customer, into: other),
            changedAt: Sample.beginning + .days(day),
            by: "support",
            note: nil
        )
        _ = try await repository.write { unit in
            try unit.change(change, of: Sample.app, catalog: Catalog(), isPreview: false)
        }.get()
    }
}
