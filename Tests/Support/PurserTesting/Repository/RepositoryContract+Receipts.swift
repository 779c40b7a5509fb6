import Ledger

extension RepositoryContract {
    /// A receipt of a chain, made and due so many seconds after the beginning.
    private static func kept(_ chain: String, madeAt: Int64 = 0, dueAt: Int64 = 60) -> StoredReceipt {
        StoredReceipt(
            app: Sample.app,
            environment: .production,
            originalTransactionID: OriginalTransactionID(chain),
            sealed: Array("sealed \(chain) \(madeAt)".utf8),
            madeAt: Sample.beginning + .seconds(madeAt),
            dueAt: Sample.beginning + .seconds(dueAt)
        )
    }

    private static func lease(
        _ repository: any Repository,
        at seconds: Int64,
        limit: Int = 9
    ) async throws -> [ReceiptLease] {
        let now = Sample.beginning + .seconds(seconds)
        return try await repository.leaseReceipts(at: now, until: now + .minutes(1), limit: limit)
    }

    /// Receipts with which Apple is asked.
    static let receipts = [
        Behavior("The newest receipt of a chain is kept, and given out when it is due") { subject in
            let repository = subject.repository
            _ = try await repository.record(Sample.facts([Sample.period("1", of: "1"), Sample.period("2", of: "2")]))
            try await repository.write { unit in
                try unit.keep([Self.kept("1", madeAt: 10), Self.kept("2", dueAt: 50), Self.kept("3")])
            }
            try await repository.write { unit in
                try unit.keep([Self.kept("1", madeAt: 5, dueAt: 1), Self.kept("1", madeAt: 10, dueAt: 1)])
            }
            try Self.require(try await Self.lease(repository, at: 49).isEmpty, "Nothing is due, nothing older counts.")
            let reopened = try await subject.reopen?() ?? repository
            let first = try await Self.lease(reopened, at: 60, limit: 1)
            try Self.require(first.map(\.receipt), is: [Self.kept("2", dueAt: 50)], "The longest due, and one.")
            let second = try await Self.lease(reopened, at: 60)
            try Self.require(second.map(\.receipt), is: [Self.kept("1", madeAt: 10)], "An unknown chain has none.")
        },
        Behavior("A leased receipt is exclusive until its lease ends or a later receipt is stored") { subject in
            let repository = subject.repository
            _ = try await repository.record(Sample.facts([Sample.period("1", of: "1")]))
            try await repository.write { unit in try unit.keep([Self.kept("1")]) }
            let first = try Self.unwrap(try await Self.lease(repository, at: 60).first, "It is due.")
            try Self.require(try await Self.lease(repository, at: 119).isEmpty, "It is leased.")
            let second = try Self.unwrap(try await Self.lease(repository, at: 120).first, "The lease is over.")
            let later = ReceiptStep.later(Sample.beginning + .hours(1), failures: 3)
            try Self.require(
                try await !repository.write { unit in try unit.settle(first, later) },
                "Whose lease is over says nothing."
            )
            try Self.require(try await repository.write { unit in try unit.settle(second, later) }, "It is put off.")
            try Self.require(try await !repository.write { unit in try unit.settle(second, .forget) }, "Once.")
            let third = try Self.unwrap(try await Self.lease(repository, at: 3600).first, "It is due again.")
            try Self.require(third.receipt.failures, is: 3, "What came of it is kept.")
            try await repository.write { unit in try unit.keep([Self.kept("1", madeAt: 90, dueAt: 3700)]) }
            try Self.require(
                try await !repository.write { unit in try unit.settle(third, .forget) },
                "A later receipt is another matter."
            )
            let fourth = try Self.unwrap(try await Self.lease(repository, at: 3700).first, "It has its own time.")
            try Self.require(fourth.receipt.failures, is: 0, "And begins anew.")
            try Self.require(
                try await repository.write { unit in try unit.settle(fourth, .forget) },
                "It is forgotten."
            )
            try Self.require(try await Self.lease(repository, at: 99_999).isEmpty, "For good.")
        },
        Behavior("The receipt of a chain can be made due earlier, and never later") { subject in
            let repository = subject.repository
            _ = try await repository.record(Sample.facts([Sample.period("1", of: "1")]))
            try await repository.write { unit in try unit.keep([Self.kept("1", dueAt: 500)]) }
            func hasten(_ chains: [String], _ seconds: Int64) async throws -> Int {
                try await repository.write { unit in
                    try unit.expediteReceipts(
                        of: chains.map { OriginalTransactionID($0) },
                        app: Sample.app,
                        environment: .production,
                        at: Sample.beginning + .seconds(seconds)
                    )
                }
            }
            try Self.require(try await hasten(["2", "3"], 100), is: 0, "Nothing is kept of them.")
            try Self.require(try await hasten(["1", "2"], 100), is: 1, "Of one something is.")
            try Self.require(try await hasten(["1"], 900), is: 1, "It is due already.")
            try Self.require(try await Self.lease(repository, at: 100).count, is: 1, "Now.")
        },
        Behavior("Erasing a customer deletes the receipts of the customer's chains, and no others") { subject in
            let repository = subject.repository
            for (chain, name) in [("1", "anna"), ("2", "bert")] {
                _ = try await repository.record(
                    Sample.facts(
                        [Sample.period(chain, of: chain)],
                        submission: Sample.submission(name, chain, intent: .purchase)
                    )
                )
                try await repository.write { unit in try unit.keep([Self.kept(chain)]) }
            }
            let erasure = OwnershipChange(
                id: OwnershipChangeID("e"),
                kind: .erase(Sample.customer("anna")),
                changedAt: Sample.beginning + .days(1),
                by: "ada",
                note: nil
            )
            let result = try await repository.write { unit in
                try unit.change(erasure, of: Sample.app, catalog: Catalog(), isPreview: false)
            }
            if case .failure(let refusal) = result {
                throw ContractViolation("It can be done, not \(refusal).", line: #line)
            }
            let left = try await Self.lease(repository, at: 999)
            try Self.require(left.map(\.receipt.originalTransactionID.rawValue), is: ["2"], "The other's is left.")
        },
    ]
}
