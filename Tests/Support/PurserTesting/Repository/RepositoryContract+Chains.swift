import Ledger

extension RepositoryContract {
    static let chains = [
        Behavior("Chains that a migration joined are one in any order of arrival") { subject in
            // Four originals in a row, each naming the one before, and a fifth that has nothing to do with them.
            let periods = (0..<4).map { number in
                var period = Sample.period(
                    "10\(number)",
                    of: "10\(number)",
                    at: Sample.beginning + .days(Int64(number))
                )
                if number > 0 { period.previousOriginalTransactionID = OriginalTransactionID("10\(number - 1)") }
                return period
            }
            for (place, order) in Self.permutations(Array(periods.indices)).enumerated() {
                let app = AppName("order-\(place)")
                for index in order {
                    let renewal = Sample.renewal(of: periods[index], number: UInt64(index))
                    _ = try await subject.repository.record(
                        Sample.facts([periods[index]], renewals: [renewal], app: app)
                    )
                }
                _ = try await subject.repository.record(Sample.facts([Sample.period("500", of: "500")], app: app))
                _ = try await subject.repository.record(
                    Sample.facts(submission: Sample.submission("ada", "103"), app: app)
                )
                var found: [Chain] = []
                for period in periods {
                    let chain = try await subject.repository.read { view in
                        try view.chain(
                            of: period.transactionID,
                            app: app,
                            environment: .production
                        )
                    }
                    found.append(try Self.unwrap(chain, "Each transaction is known.").chain)
                }
                let expected = Chain(
                    transactions: periods.map(TransactionRecord.init),
                    renewals: periods.enumerated().map { Sample.renewal(of: $1, number: UInt64($0)) }
                )
                for chain in found { try Self.require(chain == expected, "All are one chain, in order \(order).") }
                let ledger = try await subject.repository.read { view in
                    try view.ledger(
                        of: Sample.customer("ada"),
                        app: app,
                        environment: .production
                    )
                }
                try Self.require(ledger.chains.count, is: 1, "The joined chain is one in the ledger.")
            }
        },
        Behavior("A joining transaction moves owners along the joined chain") { subject in
            let first = Sample.period("100", of: "100")
            var second = Sample.period("200", of: "200", at: Sample.beginning + .days(30), reason: .renewal)
            _ = try await subject.repository.record(
                Sample.facts([first], submission: Sample.submission("ada", "100"))
            )
            _ = try await subject.repository.record(Sample.facts([second]))
            try await Self.requireOwner(of: TransactionID("200"), is: nil, subject.repository)
            second.previousOriginalTransactionID = OriginalTransactionID("100")
            second.signedAt = second.signedAt + .hours(1)
            second.digest = .number(77)
            _ = try await subject.repository.record(Sample.facts([second]))
            try await Self.requireOwner(of: TransactionID("200"), is: "ada", subject.repository)
        },
        Behavior("The newest part of a ledger has the chains that became known last, and says whether it is whole") {
            subject in
            // Signed and bought in another order than they become known.
            for (number, days) in [4, 1, 3, 2].enumerated() {
                let id = "10\(number)"
                let period = Sample.period(id, of: id, at: Sample.beginning + .days(Int64(days)))
                _ = try await subject.repository.record(
                    Sample.facts([period], submission: Sample.submission("ada", id))
                )
            }
            _ = try await subject.repository.record(
                Sample.facts([Sample.period("200", of: "200")], submission: Sample.submission("ben", "200"))
            )
            for (limit, expected, isWhole) in [
                (2, ["102", "103"], false), (4, ["100", "101", "102", "103"], true),
                (9, ["100", "101", "102", "103"], true),
            ] {
                let found = try await subject.repository.read { view in
                    try view.newestLedger(
                        of: Sample.customer("ada"),
                        app: Sample.app,
                        environment: .production,
                        limit: limit
                    )
                }
                let ids = found.ledger.chains.flatMap { $0.chain.transactions.map(\.transactionID.rawValue) }
                try Self.require(ids, is: expected, "The chains that became known last, by their first transaction.")
                try Self.require(found.isWhole, is: isWhole, "It says whether there are more.")
            }
            let nobody = try await subject.repository.read { view in
                try view.newestLedger(of: Sample.customer("eve"), app: Sample.app, environment: .production, limit: 2)
            }
            try Self.require(nobody.ledger.chains.isEmpty && nobody.isWhole, "An unknown customer has no chains.")
        },
        Behavior("A transaction that Apple signs under two originals makes them one chain") { subject in
            let before = Sample.period("100", of: "100", number: 1)
            let after = Sample.period("100", of: "200", signedAt: Sample.beginning + .hours(1), number: 2)
            let other = Sample.period("201", of: "200", at: Sample.beginning + .days(30))
            for (app, order) in [("ab", [before, after, other]), ("ba", [after, other, before])] {
                for snapshot in order {
                    _ = try await subject.repository.record(Sample.facts([snapshot], app: AppName(app)))
                }
                for id in [TransactionID("100"), TransactionID("201")] {
                    let chain = try await subject.repository.read { view in
                        try view.chain(of: id, app: AppName(app), environment: .production)
                    }
                    try Self.require(
                        chain?.chain.transactions.map(\.current) ?? [],
                        is: [after, other],
                        "One chain, in which the newer snapshot speaks."
                    )
                }
            }
        },
        Behavior("Only the newest renewal, status and signed refunds are kept") { subject in
            let period = Sample.period("100", of: "100")
            for hours in [2, 5, 3] as [Int64] {
                let at = Sample.beginning + .hours(hours)
                var intake = Sample.facts(
                    [period],
                    renewals: [Sample.renewal(of: period, autoRenew: hours != 5, signedAt: at, number: UInt64(hours))]
                )
                intake.statuses = [
                    StatusEvidence(
                        originalTransactionID: OriginalTransactionID("100"),
                        status: hours == 5 ? .gracePeriod : .active,
                        statedAt: at
                    )
                ]
                intake.refundRequests = [
                    RefundRequestEvidence(
                        originalTransactionID: OriginalTransactionID("100"),
                        transactionID: TransactionID("100"),
                        kind: .requested,
                        signedAt: at
                    )
                ]
                _ = try await subject.repository.record(intake)
            }
            let found = try await subject.repository.read { view in
                try view.chain(
                    of: TransactionID("100"),
                    app: Sample.app,
                    environment: .production
                )
            }
            let chain = try Self.unwrap(found, "The chain is known.").chain
            let newest = Sample.beginning + .hours(5)
            try Self.require(chain.renewals.map(\.signedAt), is: [newest], "One renewal.")
            try Self.require(chain.renewals.map(\.autoRenew), is: [false], "The newest.")
            try Self.require(chain.statuses.map(\.status), is: [.gracePeriod], "The newest status.")
            try Self.require(chain.refundRequests.map(\.signedAt), is: [newest], "The newest request.")
        },
        Behavior("Facts that come before their transaction wait for it") { subject in
            let period = Sample.period("100", of: "100")
            _ = try await subject.repository.record(Sample.facts(renewals: [Sample.renewal(of: period)]))
            let unknown = try await subject.repository.read { view in
                try view.chain(
                    of: TransactionID("100"),
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(unknown == nil, "A renewal alone makes no transaction known.")
            _ = try await subject.repository.record(Sample.facts([period]))
            let known = try await subject.repository.read { view in
                try view.chain(
                    of: TransactionID("100"),
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(known?.chain.renewals.count, is: 1, "The renewal is in its chain.")
        },
        Behavior("Snapshots that no longer matter are dropped for good") { subject in
            for hours in 0..<20 {
                let snapshot = Sample.period(
                    "100",
                    of: "100",
                    signedAt: Sample.beginning + .hours(Int64(hours)),
                    number: UInt64(hours)
                )
                _ = try await subject.repository.record(Sample.facts([snapshot]))
            }
            let chain = try await subject.repository.read { view in
                try view.chain(
                    of: TransactionID("100"),
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(chain?.chain.transactions.first?.snapshots.count, is: 1, "One snapshot is left.")
        },
    ]

    private static func permutations(_ elements: [Int]) -> [[Int]] {
        guard let first = elements.first else { return [[]] }
        return Self.permutations(Array(elements.dropFirst())).flatMap { rest in
            (0...rest.count).map { place in
                var permutation = rest
                permutation.insert(first, at: place)
                return permutation
            }
        }
    }
}
