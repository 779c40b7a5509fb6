import Ledger

extension RepositoryContract {
    /// The required behavior for the refunds of an Apple Account.
    static let accountRefunds = [
        Behavior("Customers with one Apple Account share its refunds, and Apple Accounts of one customer do not") {
            subject in
            let repository = subject.repository
            for (id, account, customer) in [("1", "77", "ada"), ("2", "77", "ben"), ("3", "78", "ada")] {
                var paid = Sample.facts([Self.bought(id, by: account)])
                paid.submission = Sample.submission(customer, id)
                _ = try await repository.record(paid)
                _ = try await repository.record(Self.refunded(id, by: account, hour: Int64(id) ?? 0))
            }
            // A purchase without an owner counts for its Apple Account, too.
            _ = try await repository.record(Self.refunded("4", by: "77", hour: 4))
            let all = try await Self.accountRefunds(repository, "77")
            try Self.require(all, is: ["4", "2", "1"], "Those of both customers and without an owner, newest first.")
            try Self.require(try await Self.accountRefunds(repository, "78"), is: ["3"], "Another has its own.")
            let earlier = try await Self.accountRefunds(repository, "77", before: Self.atHour(2))
            try Self.require(earlier, is: ["1"], "Those before an instant.")
            let few = try await Self.accountRefunds(repository, "77", limit: 2)
            try Self.require(few, is: ["4", "2"], "The newest.")
            let others = try await Self.accountRefunds(repository, "77", in: .sandbox)
            try Self.require(others.isEmpty, "Another environment has its own.")
        },
        Behavior("A refund counts once in any order and number of arrivals, and no longer once reversed") {
            subject in
            let repository = subject.repository
            let words = [
                Self.refunded("1", by: "77", hour: 1), Self.publishedOfRefund("1", by: "77", hour: 2),
                Self.refunded("1", by: "77", hour: 1, signedHour: 3),
            ]
            let reversal = Self.reversed("1", by: "77", hour: 5)
            for (request, order) in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1, 2]].enumerated() {
                let app = AppName("shop\(request)")
                for place in order {
                    var intake = (words + [reversal])[place]
                    intake.app = app
                    _ = try await repository.record(intake)
                }
                let found = try await Self.accountRefunds(repository, "77", of: app)
                try Self.require(found.isEmpty, "A reversal gives the opportunity back.")
            }
            for word in words { _ = try await repository.record(word) }
            let refunds = try await repository.read { view in
                try view.refunds(
                    of: AppTransactionID("77"),
                    app: Sample.app,
                    environment: .production,
                    before: Self.atHour(9),
                    limit: 9
                )
            }
            let once = AccountRefund(
                transactionID: TransactionID("1"),
                purchase: .single(TransactionID("1")),
                refundedAt: Self.atHour(1)
            )
            try Self.require(refunds, is: [once], "It is one, as of when it was granted.")
            _ = try await repository.record(reversal)
            try Self.require(try await Self.accountRefunds(repository, "77").isEmpty, "It is reversed.")
            _ = try await repository.record(Self.refunded("1", by: "77", hour: 6))
            try Self.require(try await Self.accountRefunds(repository, "77"), is: ["1"], "It is granted again.")
        },
        Behavior("An Apple Account that becomes known later counts, restores count once, and a family's loss does not")
        {
            subject in
            let repository = subject.repository
            _ = try await repository.record(Self.refunded("1", by: nil, hour: 1))
            try Self.require(try await Self.accountRefunds(repository, "77").isEmpty, "It is not known who paid.")
            _ = try await repository.record(Self.refunded("1", by: "77", hour: 1, signedHour: 2))
            try Self.require(try await Self.accountRefunds(repository, "77"), is: ["1"], "Now it is.")
            for id in ["5", "6"] {
                var restored = Self.refunded(id, by: "78", hour: 1)
                restored.transactions[0].kind = .nonConsumable
                restored.transactions[0].originalTransactionID = OriginalTransactionID("5")
                _ = try await repository.record(restored)
            }
            let restores = try await Self.accountRefunds(repository, "78")
            try Self.require(restores.count, is: 1, "A restore is no further purchase.")
            // One order at Apple in two transactions, then the next period, and one that names no order.
            for (id, item) in [("11", "911"), ("12", "911"), ("13", "913"), ("14", nil)] as [(String, String?)] {
                var period = Self.refunded(id, by: "80", hour: 1)
                period.transactions[0].kind = .autoRenewable
                period.transactions[0].originalTransactionID = OriginalTransactionID("11")
                period.transactions[0].webOrderLineItemID = item.map { WebOrderLineItemID($0) }
                _ = try await repository.record(period)
            }
            let periods = try await Self.accountRefunds(repository, "80")
            try Self.require(periods.count, is: 3, "Each period counts once.")
            var shared = Self.refunded("7", by: "79", hour: 1)
            shared.transactions[0].kind = .nonConsumable
            shared.transactions[0].ownership = .familyShared
            _ = try await repository.record(shared)
            try Self.require(try await Self.accountRefunds(repository, "79").isEmpty, "Who did not pay had no refund.")
        },
    ]

    private static func bought(_ id: String, by account: String?, signedHour: Int64 = 0) -> TransactionSnapshot {
        var snapshot = Sample.gems(id, signedAt: Self.atHour(signedHour), number: UInt64(signedHour) + 1)
        snapshot.appTransactionID = account.map { AppTransactionID($0) }
        return snapshot
    }

    /// A transaction that says it was refunded at an hour, signed then or later.
    private static func refunded(
        _ id: String,
        by account: String?,
        hour: Int64,
        signedHour: Int64? = nil
    ) -> Intake {
        var snapshot = Self.bought(id, by: account, signedHour: signedHour ?? hour)
        snapshot.revocation = Revocation(
            revokedAt: Self.atHour(hour),
            reason: 0,
            type: "REFUND_FULL",
            percentageMilliunits: nil
        )
        var intake = Sample.facts([snapshot])
        intake.receivedAt = Self.atHour(hour)
        return intake
    }

    /// Apple's own word that a transaction was refunded at the first hour.
    private static func publishedOfRefund(_ id: String, by account: String, hour: Int64) -> Intake {
        var intake = Self.refunded(id, by: account, hour: 1, signedHour: hour)
        intake.refund = RefundUpdate(
            transactionID: TransactionID(id),
            subject: RefundSubject(intake.transactions[0]),
            signedRefunds: [
                SignedRefund(id: "published", kind: .refunded(share: RuleValue.wholeShare), signedAt: Self.atHour(hour))
            ]
        )
        return intake
    }

    private static func reversed(_ id: String, by account: String, hour: Int64) -> Intake {
        var snapshot = Self.bought(id, by: account, signedHour: hour)
        snapshot.isReversal = true
        var intake = Sample.facts([snapshot])
        intake.refund = RefundUpdate(
            transactionID: TransactionID(id),
            subject: RefundSubject(snapshot),
            signedRefunds: [SignedRefund(id: "reversed", kind: .reversed, signedAt: Self.atHour(hour))]
        )
        return intake
    }

    private static func accountRefunds(
        _ repository: any Repository,
        _ account: String,
        of app: AppName = Sample.app,
        in environment: StoreEnvironment = .production,
        before: Instant = Self.atHour(99),
        limit: Int = 9
    ) async throws -> [String] {
        try await repository.read { view in
            try view.refunds(
                of: AppTransactionID(account),
                app: app,
                environment: environment,
                before: before,
                limit: limit
            )
        }.map(\.transactionID.rawValue)
    }
}
