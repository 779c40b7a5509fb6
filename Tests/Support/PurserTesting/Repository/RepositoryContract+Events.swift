import Ledger

extension RepositoryContract {
    static let events = [
        Behavior("Events are numbered in their customer's event stream, and a repetition publishes nothing") {
            subject in
            let repository = subject.repository
            let period = Sample.period("1", of: "1", token: Sample.token(1))
            _ = try await repository.record(
                Sample.facts(submission: Sample.submission("ada", "0"), tokens: [Sample.token(1)])
            )
            for _ in 0..<3 { _ = try await repository.record(Sample.notification(1, about: period)) }
            let published = try await repository.read { view in
                try view.events(of: Self.stream("ada"), after: 0, limit: 10)
            }
            try Self.require(published.map(\.number), is: [1, 2], "Two events.")
            try Self.require(published.map(\.name), is: [.transactionRecorded, .subscriptionStarted], "Their names.")
            let unclaimed = try await repository.read { view in
                try view.events(of: Self.stream(chain: "1"), after: 0, limit: 10)
            }
            try Self.require(unclaimed, is: [], "The chain has an owner from the first.")
            let second = try await repository.read { view in
                try view.events(of: Self.stream("ada"), after: 1, limit: 10)
            }
            try Self.require(second, is: Array(published.dropFirst()), "Events after a number.")
        },
        Behavior("A renewal continues the numbers") { subject in
            let repository = subject.repository
            let first = Sample.period("1", of: "1")
            let second = Sample.period("2", of: "1", at: Sample.beginning + .days(30), reason: .renewal)
            _ = try await repository.record(Sample.notification(1, about: first))
            _ = try await repository.record(Sample.notification(2, about: second))
            let published = try await repository.read { view in
                try view.events(of: Self.stream(chain: "1"), after: 0, limit: 10)
            }
            try Self.require(published.map(\.number), is: [1, 2, 3, 4], "Without gaps.")
            try Self.require(published.last?.name, is: .subscriptionRenewed, "The renewal.")
            let cause = try Self.unwrap(published.last?.cause, "An event names the evidence that caused it.")
            let evidence = try await repository.read { view in try view.evidence(cause, app: Sample.app) }
            try Self.require(evidence?.kind, is: .notification, "It is the notification.")
        },
        Behavior("A claim ends the chain's event stream and begins the customer's with the whole state") { subject in
            let repository = subject.repository
            _ = try await repository.record(Sample.notification(1, about: Sample.period("1", of: "1")))
            _ = try await repository.record(Sample.facts(submission: Sample.submission("ada", "1")))
            let chain = try await repository.read { view in
                try view.events(of: Self.stream(chain: "1"), after: 0, limit: 10)
            }
            try Self.require(
                chain.map(\.name),
                is: [.transactionRecorded, .subscriptionStarted, .ownershipClaimed],
                "The chain's event stream."
            )
            let customer = try await repository.read { view in
                try view.events(of: Self.stream("ada"), after: 0, limit: 10)
            }
            try Self.require(customer.map(\.name), is: [.ownershipClaimed], "The customer's event stream.")
            let body = String(decoding: customer[0].body, as: UTF8.self)
            try Self.require(body.contains(#""state":"active""#), "It holds the subscription: \(body)")
            try Self.require(body.contains(#""transfer":1"#), "It names the transfer: \(body)")
        },
        Behavior("A chain is due when time changes its state, and its events are published then") { subject in
            let repository = subject.repository
            let period = Sample.period("1", of: "1")
            _ = try await repository.record(Sample.notification(1, about: period))
            let end = Sample.beginning + .days(30)
            try Self.require(
                try await repository.read { view in try view.nextChainDueAt() },
                is: end,
                "The period's end."
            )
            let early = try await repository.read { view in try view.dueChains(at: end - .seconds(1), limit: 10) }
            try Self.require(early, is: [], "Not a second before.")
            let due = try await repository.read { view in try view.dueChains(at: end, limit: 10) }
            try Self.require(due.map(\.originalTransactionID), is: [OriginalTransactionID("1")], "At the end.")
            for chain in due {
                try await repository.write { unit in try unit.advance(chain, at: end + .days(2), catalog: Catalog()) }
            }
            for chain in due {
                try await repository.write { unit in try unit.advance(chain, at: end + .days(2), catalog: Catalog()) }
            }
            let published = try await repository.read { view in
                try view.events(of: Self.stream(chain: "1"), after: 2, limit: 10)
            }
            try Self.require(
                published.map(\.name),
                is: [.subscriptionChanged, .subscriptionExpired],
                "Each change once."
            )
            try Self.require(published.map(\.occurredAt), is: [end, end + .hours(1)], "Each at its instant.")
            try Self.require(published.map(\.cause), is: [nil, nil], "Time alone caused them.")
        },
        Behavior("A sink gets events from its creation on, and one worker leases an event stream at a time") {
            subject in
            let repository = subject.repository
            let sink = SinkName("test")
            let now = Sample.beginning + .seconds(10)
            _ = try await repository.record(Sample.notification(1, about: Sample.period("1", of: "1")))
            try await repository.write { unit in try unit.setSinks([sink], of: Sample.app) }
            let none = try await Self.lease(repository, sink, at: now)
            try Self.require(none, is: [], "Nothing has happened since.")
            let renewal = Sample.period(
                "2",
                of: "1",
                at: Sample.beginning + .days(30),
                reason: .renewal,
                signedAt: Sample.beginning
            )
            _ = try await repository.record(Sample.notification(2, about: renewal))
            let leases = try await Self.lease(repository, sink, at: now)
            try Self.require(leases.map(\.nextNumber), is: [3], "From the third event on.")
            try Self.require(leases.map(\.stream), is: [Self.stream(chain: "1")], "In the chain's event stream.")
            try Self.require(try await Self.lease(repository, sink, at: now), is: [], "The lease is exclusive.")
            let again = try await Self.lease(repository, sink, at: now + .minutes(1))
            try Self.require(again.count, is: 1, "Until the lease is over.")
            let late = try await repository.write { unit in
                try unit.acknowledge(leases[0], through: 3, until: now + .minutes(1))
            }
            try Self.require(late, is: .lost, "The first worker's word counts no more.")
            let until = now + .minutes(3)
            let first = try await repository.write { unit in try unit.acknowledge(again[0], through: 3, until: until) }
            let count = try await repository.read { view in
                try view.events(of: Self.stream(chain: "1"), after: 2, limit: 10)
            }.count
            try Self.require(first, is: count > 1 ? .more(from: 4, through: nil) : .done, "What is left.")
            if count > 1 {
                let last = try await repository.write { unit in
                    try unit.acknowledge(again[0], through: Int64(2 + count), until: until)
                }
                try Self.require(last, is: .done, "All are delivered.")
            }
            let unsent = try await repository.read { view in
                try view.oldestUnsentEvent(for: sink, of: Sample.app, limit: 9)
            }
            try Self.require(unsent == nil, "The sink has received all.")
            try Self.require(try await Self.lease(repository, sink, at: now + .days(1)), is: [], "Nothing is left.")
        },
        Behavior("An event stream that was put back is leased again from where it stopped, and forgotten with its sink")
        {
            subject in
            let repository = subject.repository
            let sink = SinkName("test")
            let now = Sample.beginning + .seconds(10)
            try await repository.write { unit in try unit.setSinks([sink], of: Sample.app) }
            _ = try await repository.record(Sample.notification(1, about: Sample.period("1", of: "1")))
            let oldest = try await repository.read { view in
                try view.oldestUnsentEvent(for: sink, of: Sample.app, limit: 9)
            }
            let first = try await repository.read { view in
                try view.events(of: Self.stream(chain: "1"), after: 0, limit: 1)
            }.first
            try Self.require(oldest, is: first?.occurredAt, "The first event waits.")
            let lease = try await Self.lease(repository, sink, at: now)[0]
            let leased = try await repository.read { view in
                try view.oldestUnsentEvent(for: sink, of: Sample.app, limit: 9)
            }
            try Self.require(leased, is: oldest, "It waits until the sink has it, leased or not.")
            let progress = try await repository.write { unit in
                try unit.acknowledge(lease, through: 1, until: now + .minutes(1))
            }
            try Self.require(progress, is: .more(from: 2, through: nil), "One of two.")
            try await repository.write { unit in try unit.putBack(lease, until: now + .hours(2)) }
            try Self.require(try await Self.lease(repository, sink, at: now + .hours(1)), is: [], "Not yet.")
            let again = try await Self.lease(repository, sink, at: now + .hours(2))
            try Self.require(again.map(\.nextNumber), is: [2], "From where it stopped.")
            try await repository.write { unit in try unit.setSinks([], of: Sample.app) }
            let lost = try await repository.write { unit in
                try unit.acknowledge(again[0], through: 2, until: now + .hours(3))
            }
            try Self.require(lost, is: .lost, "The sink is gone.")
            try await repository.write { unit in try unit.setSinks([sink], of: Sample.app) }
            try Self.require(try await Self.lease(repository, sink, at: now + .days(9)), is: [], "And begins anew.")
        },
        Behavior("Published events and due changes survive a restart") { subject in
            guard let reopen = subject.reopen else { return }
            let sink = SinkName("test")
            try await subject.repository.write { unit in try unit.setSinks([sink], of: Sample.app) }
            _ = try await subject.repository.record(Sample.notification(1, about: Sample.period("1", of: "1")))
            let published = try await subject.repository.read { view in
                try view.events(of: Self.stream(chain: "1"), after: 0, limit: 10)
            }
            let due = try await subject.repository.read { view in try view.nextChainDueAt() }
            let repository = try await reopen()
            let after = try await repository.read { view in
                try view.events(of: Self.stream(chain: "1"), after: 0, limit: 10)
            }
            try Self.require(after, is: published, "The events.")
            try Self.require(try await repository.read { view in try view.nextChainDueAt() }, is: due, "The due-list.")
            let leases = try await Self.lease(repository, sink, at: Sample.beginning + .days(1))
            try Self.require(leases.count, is: 1, "What the sink has not received.")
            await repository.close()
        },
        Behavior("Random stories publish the same events, and the last ones match the ledger") { subject in
            let reference = InMemoryRepository()
            for seed in UInt64(1)...TestScale.most(60) {
                try await Self.requirePublishedAlike(seed: seed, subject.repository, reference)
            }
        },
    ]

    static func stream(_ customer: String, app: AppName = Sample.app) -> EventStream {
        EventStream(app: app, subject: .customer(Sample.customer(customer)))
    }

    static func stream(chain: String, app: AppName = Sample.app) -> EventStream {
        EventStream(app: app, subject: .chain(.production, OriginalTransactionID(chain)))
    }

    private static func lease(
        _ repository: any Repository,
        _ sink: SinkName,
        at now: Instant
    ) async throws
        -> [EventStreamLease]
    {
        try await repository.leaseStreams(for: sink, of: Sample.app, at: now, until: now + .seconds(30), limit: 10)
    }

    /// Fails unless two repositories publish the same events of a story whose facts arrive shuffled over time.
    private static func requirePublishedAlike(
        seed: UInt64,
        _ repository: any Repository,
        _ reference: any Repository
    ) async throws {
        let story = EvidenceStory(seed: seed).withSeats().withDecisions().withAppleAccounts()
        let app = AppName("published-\(seed)")
        var generator = SeededGenerator(seed: seed &* 13)
        var intakes = story.shuffled(seed: seed).map { Self.intake(of: $0, app: app) }
        for (token, customer) in story.customers.sorted(by: { $0.key < $1.key }) {
            let submission = Submission(
                customer: customer,
                transactionID: TransactionID("no-such-transaction"),
                intent: .sync,
                submittedAt: Sample.beginning
            )
            let place = generator.number(below: intakes.count + 1)
            intakes.insert(Sample.facts(submission: submission, tokens: [token], app: app), at: place)
        }
        let first = story.instants.min() ?? Sample.beginning
        let last = (story.instants.max() ?? Sample.beginning) + .days(100)
        let step = (last - first).milliseconds / Int64(max(1, intakes.count))
        var now = first
        for var intake in intakes {
            intake.receivedAt = now
            intake.catalog = story.catalog
            for view in [repository, reference] { _ = try await view.record(intake) }
            now = now + Span(milliseconds: step)
            guard generator.happens(percent: 40) else { continue }
            for view in [repository, reference] {
                try await Self.letTimePass(over: view, app: app, to: now, story.catalog)
            }
        }
        for view in [repository, reference] {
            try await Self.letTimePass(over: view, app: app, to: last, story.catalog)
        }
        try await Self.requirePublishedAsDerived(story, app: app, repository, at: last)
        var streams = Set(story.customers.values).map { EventStream(app: app, subject: .customer($0)) }
        for case .transaction(let snapshot) in story.facts {
            streams.append(EventStream(app: app, subject: .chain(.production, snapshot.originalTransactionID)))
        }
        for fact in story.facts {
            if case .submission(let submission) = fact {
                streams.append(EventStream(app: app, subject: .customer(submission.customer)))
            }
        }
        for stream in Set(streams) {
            let found = try await repository.read { view in try view.events(of: stream, after: 0, limit: 1000) }
            let expected = try await reference.read { view in try view.events(of: stream, after: 0, limit: 1000) }
            try Self.require(found.map(\.name), is: expected.map(\.name), "Seed \(seed), \(stream): names.")
            try Self.require(found, is: expected, "Seed \(seed), \(stream).")
            try Self.require(
                found.map(\.number),
                is: Array(1...Int64(max(1, found.count))).suffix(found.count),
                "Gaps."
            )
        }
    }

    /// Fails unless the newest word on each subscription is the state that the ledger derives now.
    private static func requirePublishedAsDerived(
        _ story: EvidenceStory,
        app: AppName,
        _ repository: any Repository,
        at now: Instant
    ) async throws {
        let view = SubscriberView(
            repository: repository,
            app: app,
            environment: .production,
            catalog: story.catalog
        )
        for case .transaction(let snapshot) in story.facts {
            guard let complaint = try await view.complaint(about: snapshot.transactionID, at: now) else { continue }
            throw ContractViolation("Seed \(story.seed): \(complaint)", line: #line)
        }
        var customers = Set(story.customers.values)
        for case .submission(let submission) in story.facts { customers.insert(submission.customer) }
        for customer in customers.sorted() {
            guard let complaint = try await view.complaint(aboutEntitlementsOf: customer, at: now) else { continue }
            throw ContractViolation("Seed \(story.seed): \(complaint)", line: #line)
        }
    }

    /// Advances everything of an app that is due at an instant.
    static func letTimePass(
        over repository: any Repository,
        app: AppName,
        to now: Instant,
        _ catalog: Catalog
    ) async throws {
        for _ in 0..<1000 {
            let chains = try await repository.read { view in try view.dueChains(at: now, limit: 1000) }.filter {
                $0.app == app
            }
            for chain in chains {
                try await repository.write { unit in try unit.advance(chain, at: now, catalog: catalog) }
            }
            let entitlements = try await repository.read { view in try view.dueEntitlements(at: now, limit: 1000) }
                .filter { $0.app == app }
            for entitlement in entitlements {
                try await repository.write { unit in try unit.advance(entitlement, at: now, catalog: catalog) }
            }
            guard !chains.isEmpty || !entitlements.isEmpty else { return }
        }
        let chains = try await repository.read { view in try view.dueChains(at: now, limit: 2) }
        let entitlements = try await repository.read { view in try view.dueEntitlements(at: now, limit: 2) }
        throw ContractViolation("Time does not pass, up to \(now): \(chains), \(entitlements).", line: #line)
    }
}
