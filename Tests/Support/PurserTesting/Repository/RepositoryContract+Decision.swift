import Ledger

extension RepositoryContract {
    static let decisions = [
        Behavior("A decision claims what is there and what comes later, and is kept once") { subject in
            let repository = subject.repository
            var intake = Sample.facts()
            intake.decisions = [Self.decision("ada", "100"), Self.decision("ada", "200", .chainSoFar)]
            let first = try await repository.record(intake)
            try Self.require(first, is: RecordingResult(isNew: true, claim: nil, wasSubmittedBefore: false), "New.")
            let again = try await repository.record(intake)
            try Self.require(!again.isNew, "Known the second time.")
            _ = try await repository.record(Sample.facts([Sample.period("100", of: "100")]))
            try await Self.requireOwner(of: TransactionID("100"), is: "ada", repository)
            // The chain is known by a later transaction only.
            _ = try await repository.record(Sample.facts([Sample.period("201", of: "200")]))
            try await Self.requireOwner(of: TransactionID("201"), is: "ada", repository)
            _ = try await repository.record(
                Sample.facts(
                    [Sample.period("300", of: "300")],
                    submission: Sample.submission("ben", "300")
                )
            )
            var later = Sample.facts()
            later.decisions = [Self.decision("ada", "300")]
            _ = try await repository.record(later)
            try await Self.requireOwner(of: TransactionID("300"), is: "ada", repository)
            let reopened = try await subject.reopen?() ?? repository
            try await Self.requireOwner(of: TransactionID("201"), is: "ada", reopened)
            let chain = try await reopened.read { view in
                try view.chain(of: TransactionID("300"), app: Sample.app, environment: .production)
            }
            try Self.require(chain?.claims[TransactionID("300")]?.reason, is: .decision, "And the reason is named.")
            await reopened.close()
        },
        Behavior("A decision is one environment's and one app's") { subject in
            var intake = Sample.facts()
            intake.decisions = [Self.decision("ada", "100")]
            _ = try await subject.repository.record(intake)
            let period = Sample.period("100", of: "100")
            _ = try await subject.repository.record(Sample.facts([period], environment: .sandbox))
            _ = try await subject.repository.record(Sample.facts([period], app: AppName("other")))
            try await Self.requireOwner(
                of: TransactionID("100"),
                is: nil,
                subject.repository,
                environment: .sandbox
            )
            try await Self.requireOwner(of: TransactionID("100"), is: nil, subject.repository, app: AppName("other"))
        },
        Behavior("The tokens of a decision stand for its customer, also for what bears them already") { subject in
            let token = Sample.token(4)
            _ = try await subject.repository.record(Sample.facts([Sample.period("7", of: "7", token: token)]))
            var intake = Sample.facts(tokens: [token])
            intake.decisions = [Self.decision("ada", "8")]
            _ = try await subject.repository.record(intake)
            try await Self.requireOwner(of: TransactionID("7"), is: "ada", subject.repository)
            let chain = try await subject.repository.read { view in
                try view.chain(
                    of: TransactionID("7"),
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(chain?.claims[TransactionID("7")]?.reason, is: .accountToken, "By its own token.")
        },
        Behavior("Evidence recorded without events is never published, and later changes are") { subject in
            let repository = subject.repository
            let stream = EventStream(app: Sample.app, subject: .customer(Sample.customer("ada")))
            let chainStream = EventStream(app: Sample.app, subject: .chain(.production, OriginalTransactionID("100")))
            var intake = Sample.facts([Sample.period("100", of: "100")], tokens: [Sample.token(1)])
            intake.decisions = [Self.decision("ada", "100")]
            intake.publishesEvents = false
            _ = try await repository.record(intake)
            try Self.require(
                try await repository.read { view in try view.events(of: stream, after: 0, limit: 9) },
                is: [],
                "No event."
            )
            try Self.require(
                try await repository.read { view in try view.events(of: chainStream, after: 0, limit: 9) },
                is: [],
                "None here."
            )
            try Self.require(
                try await repository.read { view in try view.nextChainDueAt() } != nil,
                "But the chain is looked at again."
            )
            // The same chain with events enabled has nothing to publish.
            intake.publishesEvents = true
            _ = try await repository.record(intake)
            try Self.require(
                try await repository.read { view in try view.events(of: stream, after: 0, limit: 9) },
                is: [],
                "Nor later."
            )
            let next = Sample.period(
                "101",
                of: "100",
                at: Sample.beginning + .days(30),
                reason: .renewal,
                signedAt: Sample.beginning + .days(30)
            )
            var renewal = Sample.facts([next])
            renewal.receivedAt = Sample.beginning + .days(30)
            _ = try await repository.record(renewal)
            let published = try await repository.read { view in try view.events(of: stream, after: 0, limit: 9) }
            try Self.require(
                published.map(\.number),
                is: Array(1...Int64(max(1, published.count))),
                "Numbered without gaps."
            )
            try Self.require(published.map(\.name).contains(.subscriptionRenewed), "Later changes are published.")
            let words = published.map { String(decoding: $0.body, as: UTF8.self) }.joined()
            try Self.require(!published.map(\.name).contains(.ownershipClaimed), "And nothing of before: \(words)")
        },
        Behavior("A change that was due before a unit without events is published anyway") { subject in
            let repository = subject.repository
            let stream = EventStream(app: Sample.app, subject: .customer(Sample.customer("ada")))
            let period = Sample.period("100", of: "100")
            _ = try await repository.record(
                Sample.facts([period], submission: Sample.submission("ada", "100"))
            )
            let before = try await repository.read { view in try view.events(of: stream, after: 0, limit: 99) }
            // The period is long over, and nothing has evaluated it since.
            var intake = Sample.facts([Sample.period("50", of: "100", at: Sample.beginning - .days(30))])
            intake.receivedAt = Sample.beginning + .days(90)
            intake.publishesEvents = false
            _ = try await repository.record(intake)
            let published = try await repository.read { view in
                try view.events(of: stream, after: Int64(before.count), limit: 99)
            }
            try Self.require(published.map(\.name).contains(.subscriptionExpired), "Its end is published.")
            try Self.require(!published.map(\.name).contains(.transactionRecorded), "What was brought is not.")
        },
    ]

    static func decision(
        _ customer: String,
        _ id: String,
        _ reach: Decision.Reach = .purchase,
        at decidedAt: Instant = Sample.beginning + .days(1)
    ) -> Decision {
        Decision(
            customer: Sample.customer(customer),
            transactionID: TransactionID(id),
            reach: reach,
            decidedAt: decidedAt
        )
    }
}
