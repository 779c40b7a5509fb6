import Ledger

extension RepositoryContract {
    static let ownership = [
        Behavior("A submitted transaction is claimed, and submitted again is known") { subject in
            let intake = Sample.facts(
                [Sample.period("100", of: "100")],
                submission: Sample.submission("ada", "100")
            )
            let first = try await subject.repository.record(intake)
            let claim = Claim(owner: Sample.customer("ada"), reason: .purchaser)
            try Self.require(
                first,
                is: RecordingResult(
                    isNew: true,
                    claim: claim,
                    wasSubmittedBefore: false,
                    transactions: [TransactionID("100")]
                ),
                "The first submission claims."
            )
            let second = try await subject.repository.record(intake)
            try Self.require(
                second,
                is: RecordingResult(isNew: false, claim: claim, wasSubmittedBefore: true),
                "The second is known."
            )
            let other = try await subject.repository.record(
                Sample.facts([Sample.period("100", of: "100")], submission: Sample.submission("ben", "100"))
            )
            try Self.require(
                other,
                is: RecordingResult(isNew: true, claim: claim, wasSubmittedBefore: false),
                "Another customer's submission changes no owner."
            )
            let restore = try await subject.repository.record(
                Sample.facts(submission: Sample.submission("ada", "100", intent: .restore))
            )
            try Self.require(
                restore,
                is: RecordingResult(isNew: true, claim: claim, wasSubmittedBefore: true),
                "Another intent is another submission of the same transaction."
            )
            try await Self.requireOwner(of: TransactionID("100"), is: "ada", subject.repository)
            let ledger = try await subject.repository.read { view in
                try view.ledger(
                    of: Sample.customer("ben"),
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(ledger.chains.isEmpty, "Ben has nothing.")
        },
        Behavior("A unit without a submission has no claim, a submission of something unknown is unclaimed") {
            subject in
            let first = try await subject.repository.record(Sample.facts([Sample.period("100", of: "100")]))
            try Self.require(first.claim, is: nil, "No submission, no claim.")
            let second = try await subject.repository.record(
                Sample.facts(submission: Sample.submission("ada", "200"))
            )
            try Self.require(second.claim, is: .unclaimed, "What is unknown is unclaimed.")
            _ = try await subject.repository.record(Sample.facts([Sample.period("200", of: "200")]))
            try await Self.requireOwner(of: TransactionID("200"), is: "ada", subject.repository)
            try await Self.requireOwner(of: TransactionID("100"), is: nil, subject.repository)
        },
        Behavior("A token that becomes known later moves every purchase that bears it") { subject in
            let token = Sample.token(1)
            let other = Sample.token(2)
            for number in 1...3 {
                let period = Sample.period("\(number)", of: "\(number)", token: number == 3 ? other : token)
                _ = try await subject.repository.record(Sample.facts([period]))
            }
            let sandbox = Sample.period("1", of: "1", token: token)
            _ = try await subject.repository.record(Sample.facts([sandbox], environment: .sandbox))
            _ = try await subject.repository.record(
                Sample.facts(submission: Sample.submission("ben", "1"))
            )
            try await Self.requireOwner(of: TransactionID("1"), is: "ben", subject.repository)
            let known = try await subject.repository.record(
                Sample.facts(submission: Sample.submission("ada", "9"), tokens: [token])
            )
            try Self.require(known.isNew, "A token that becomes known is new.")
            try await Self.requireOwner(of: TransactionID("1"), is: "ada", subject.repository)
            try await Self.requireOwner(of: TransactionID("2"), is: "ada", subject.repository)
            try await Self.requireOwner(of: TransactionID("3"), is: nil, subject.repository)
            try await Self.requireOwner(of: TransactionID("1"), is: "ada", subject.repository, environment: .sandbox)
            let ben = try await subject.repository.read { view in
                try view.ledger(
                    of: Sample.customer("ben"),
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(ben.chains.isEmpty, "Ben's claim is gone.")
        },
        Behavior("A token stays with the customer for whom it was named first") { subject in
            let token = Sample.token(1)
            _ = try await subject.repository.record(
                Sample.facts(submission: Sample.submission("ada", "9"), tokens: [token])
            )
            let second = try await subject.repository.record(
                Sample.facts(
                    [Sample.period("1", of: "1", token: token)],
                    submission: Sample.submission("ben", "1"),
                    tokens: [token]
                )
            )
            let claim = Claim(owner: Sample.customer("ada"), reason: .accountToken)
            try Self.require(second.claim, is: claim, "Assigning it to another customer changes nothing.")
        },
        Behavior("The renewals after a purchase follow its owner, whenever the owner is known") { subject in
            let periods = (0..<4).map { number in
                Sample.period(
                    "\(100 + number)",
                    of: "100",
                    at: Sample.beginning + .days(Int64(number) * 30),
                    reason: number == 0 ? .purchase : .renewal
                )
            }
            for period in [periods[2], periods[0], periods[3], periods[1]] {
                _ = try await subject.repository.record(Sample.facts([period]))
            }
            try await Self.requireOwner(of: TransactionID("103"), is: nil, subject.repository)
            _ = try await subject.repository.record(Sample.facts(submission: Sample.submission("ada", "100")))
            for period in periods {
                try await Self.requireOwner(of: period.transactionID, is: "ada", subject.repository)
            }
            let ledger = try await subject.repository.read { view in
                try view.ledger(
                    of: Sample.customer("ada"),
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(ledger.chains.map(\.chain.transactions.count), is: [4], "One chain of four periods.")
        },
        Behavior("A chain with periods of two owners is whole in both ledgers") { subject in
            let first = Sample.period("100", of: "100", token: Sample.token(1))
            let second = Sample.period("101", of: "100", at: Sample.beginning + .days(90), token: Sample.token(2))
            _ = try await subject.repository.record(
                Sample.facts([first, second], submission: Sample.submission("ada", "x"), tokens: [Sample.token(1)])
            )
            _ = try await subject.repository.record(
                Sample.facts(submission: Sample.submission("ben", "y"), tokens: [Sample.token(2)])
            )
            for name in ["ada", "ben"] {
                let ledger = try await subject.repository.read { view in
                    try view.ledger(
                        of: Sample.customer(name),
                        app: Sample.app,
                        environment: .production
                    )
                }
                let chain = try Self.unwrap(ledger.chains.first, "\(name) has the chain.")
                try Self.require(chain.chain.transactions.count, is: 2, "It is whole.")
                try Self.require(
                    chain.claims[TransactionID("100")]?.owner,
                    is: Sample.customer("ada"),
                    "The first is Ada's."
                )
                try Self.require(
                    chain.claims[TransactionID("101")]?.owner,
                    is: Sample.customer("ben"),
                    "The second is Ben's."
                )
            }
        },
        Behavior("A token inside a shared purchase names no owner") { subject in
            var shared = Sample.period("100", of: "100", token: Sample.token(1))
            shared.ownership = .familyShared
            _ = try await subject.repository.record(
                Sample.facts([shared], submission: Sample.submission("ada", "x"), tokens: [Sample.token(1)])
            )
            try await Self.requireOwner(of: TransactionID("100"), is: nil, subject.repository)
            _ = try await subject.repository.record(Sample.facts(submission: Sample.submission("ben", "100")))
            try await Self.requireOwner(of: TransactionID("100"), is: "ben", subject.repository)
        },
    ]

    /// Fails unless a transaction has this owner in its chain, and the chain is in the owner's ledger.
    static func requireOwner(
        of transaction: TransactionID,
        is name: String?,
        _ repository: any Repository,
        app: AppName = Sample.app,
        environment: StoreEnvironment = .production,
        line: UInt = #line
    ) async throws {
        let chain = try await repository.read { view in
            try view.chain(of: transaction, app: app, environment: environment)
        }
        let owned = try Self.unwrap(chain, "\(transaction) is known.", line: line)
        let owner = owned.claims[transaction]?.owner
        try Self.require(owner?.rawValue, is: name, "The owner of \(transaction).", line: line)
        guard let owner else { return }
        let ledger = try await repository.read { view in try view.ledger(of: owner, app: app, environment: environment)
        }
        try Self.require(ledger.chains.contains(owned), "The chain is in its owner's ledger.", line: line)
    }
}
