import Ledger

extension RepositoryContract {
    static let webhooks = [
        Behavior("Endpoints are added, changed and removed, and found as they were written") { subject in
            let repository = subject.repository
            let one = Self.endpoint(
                "one",
                filter: WebhookFilter(patterns: ["subscription.*"], environments: [.sandbox])
            )
            var two = Self.endpoint("two", content: .relay, filter: WebhookFilter(patterns: ["EXPIRED"], percent: 10))
            two.isFulfiller = true
            two.signature = .ed25519
            two.keyFingerprint = "0123456789abcdef"
            try await repository.write { [two] unit in
                try unit.changeWebhooks(of: Sample.app) { [two] endpoints in endpoints = [one, two] }
            }
            let written = try await repository.read { view in try view.webhooks(of: Sample.app) }
            try Self.require(written, is: [one, two], "As they were written.")
            let others = try await repository.read { view in try view.webhooks(of: AppName("other")) }
            try Self.require(others, is: [], "An app by itself.")
            let changed = try await repository.write { unit in
                try unit.changeWebhooks(of: Sample.app) { endpoints -> Int in
                    endpoints[0].isFulfiller = true
                    endpoints[1].isFulfiller = false
                    endpoints[0].state = .paused
                    endpoints[0].generation = 2
                    endpoints[0].keyFingerprint = "fedcba9876543210"
                    endpoints[0].formerUntil = Sample.beginning
                    return endpoints.count
                }
            }
            try Self.require(changed, is: 2, "What the change answers.")
            let found = try await repository.read { view in try view.webhooks(of: Sample.app) }
            try Self.require(found.map(\.isFulfiller), is: [true, false], "Who fulfills has changed at once.")
            try Self.require(found[0].state, is: .paused, "Paused.")
            try Self.require(found[0].generation, is: 2, "Another secret.")
            try Self.require(found[0].keyFingerprint, is: "fedcba9876543210", "Of another key.")
            try Self.require(found[0].formerUntil, is: Sample.beginning, "And the former for a while.")
            try await repository.write { unit in
                try unit.changeWebhooks(of: Sample.app) { endpoints in endpoints.removeFirst(1) }
            }
            let left = try await repository.read { view in try view.webhooks(of: Sample.app) }.map(\.id)
            try Self.require(left, is: [two.id], "One is gone.")
        },
        Behavior("Naming other sinks leaves endpoints alone") { subject in
            let repository = subject.repository
            let one = Self.endpoint("one")
            try await repository.write { unit in
                try unit.changeWebhooks(of: Sample.app) { endpoints in endpoints = [one] }
            }
            try await repository.write { unit in try unit.setSinks([SinkName("file")], of: Sample.app) }
            try await repository.write { unit in try unit.setSinks([], of: Sample.app) }
            _ = try await repository.record(Sample.notification(1, about: Sample.period("1", of: "1")))
            try Self.require(try await Self.leases(repository, one.sink).count, is: 1, "It is still delivered.")
        },
        Behavior("An endpoint receives what its filter admits, from the first admitted event on") { subject in
            let repository = subject.repository
            let renewals = Self.endpoint("renewals", filter: WebhookFilter(patterns: ["subscription.renewed"]))
            let sandbox = Self.endpoint("sandbox", filter: WebhookFilter(environments: [.sandbox]))
            let relay = Self.endpoint("relay", content: .relay)
            try await repository.write { unit in
                try unit.changeWebhooks(of: Sample.app) { $0 = [renewals, sandbox, relay] }
            }
            _ = try await repository.record(Sample.notification(1, about: Sample.period("1", of: "1")))
            try Self.require(try await Self.leases(repository, renewals.sink).count, is: 0, "No renewal yet.")
            let renewal = Sample.period("2", of: "1", at: Sample.beginning + .days(30), reason: .renewal)
            _ = try await repository.record(Sample.notification(2, about: renewal))
            let lease = try Self.unwrap(try await Self.leases(repository, renewals.sink).first, "The renewal.")
            let event = try await repository.read { view in
                try view.events(of: lease.stream, after: lease.nextNumber - 1, limit: 1)
            }.first
            try Self.require(event?.name, is: .subscriptionRenewed, "It begins with that one.")
            try Self.require(try await Self.leases(repository, sandbox.sink).count, is: 0, "Another environment.")
            let relayed = try await Self.leases(repository, relay.sink)
            try Self.require(relayed.count, is: 2, "Apple's notifications, each by itself.")
            let digests = try relayed.map { lease -> EvidenceDigest in
                guard case .notification(let digest) = lease.stream.subject else {
                    throw ContractViolation("Not a notification: \(lease.stream).", line: #line)
                }
                return digest
            }
            for digest in digests {
                let evidence = try await repository.read { view in try view.evidence(digest, app: Sample.app) }
                try Self.require(evidence?.kind, is: .notification, "Its bytes are there.")
            }
            for lease in relayed {
                let progress = try await repository.write { unit in
                    try unit.acknowledge(lease, through: 1, until: Self.later)
                }
                try Self.require(progress, is: .done, "There is one of each.")
            }
            _ = try await repository.record(Sample.notification(2, about: renewal))
            try Self.require(try await Self.leases(repository, relay.sink).count, is: 0, "A repetition is not new.")
        },
        Behavior("An event stream that fails waits, is suspended, is released, and is passed over by one") { subject in
            let repository = subject.repository
            let one = Self.endpoint("one")
            try await repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0 = [one] } }
            _ = try await repository.record(Sample.notification(1, about: Sample.period("1", of: "1")))
            let stream = Self.stream(chain: "1")
            let failure = DeliveryFailure(code: "status", status: 503, at: Self.now)
            let lease = try await Self.leases(repository, one.sink)[0]
            try await repository.write { unit in try unit.putBack(lease, until: Self.now + .minutes(2), after: failure)
            }
            try await repository.write { unit in try unit.putBack(lease, until: Self.now, after: failure) }
            let waiting = try await repository.read { view in
                try view.waitingStreams(of: one.sink, app: Sample.app, after: nil, limit: 9)
            }
            try Self.require(
                waiting,
                is: [
                    WaitingEventStream(
                        stream: stream,
                        nextNumber: 1,
                        attempts: 1,
                        failingSince: Self.now,
                        failure: failure,
                        dueAt: Self.now + .minutes(2),
                        suspendedAt: nil
                    )
                ],
                "One attempt; who has no lease any more changes nothing."
            )
            let none = try await repository.read { view in
                try view.waitingStreams(of: one.sink, app: Sample.app, after: stream, limit: 9)
            }
            try Self.require(none, is: [], "Nothing after it.")
            try Self.require(try await Self.leases(repository, one.sink).count, is: 0, "It is not due.")
            let again = try await Self.leases(repository, one.sink, at: Self.now + .minutes(2))[0]
            try Self.require(again.attempts, is: 1, "Tried once.")
            try Self.require(again.failingSince, is: Self.now, "Since then.")
            let last = DeliveryFailure(code: "timed_out", at: Self.now + .hours(73))
            try await repository.write { unit in try unit.putBack(again, until: nil, after: last) }
            let never = try await Self.leases(repository, one.sink, at: Self.now + .days(1000))
            try Self.require(never.count, is: 0, "What is suspended is never due.")
            let counts = try await repository.read { view in try view.waitingCounts(of: one.sink, app: Sample.app) }
            try Self.require(counts, is: WaitingCounts(streams: 1, suspended: 1), "It is counted.")
            let pending = try await repository.read { view in
                try view.pendingNumber(of: stream, one.sink, app: Sample.app)
            }
            try Self.require(pending, is: 1, "The first has not arrived.")
            let isOther = try await repository.write { unit in
                try unit.skip(stream, number: 2, of: one.sink, app: Sample.app, at: last.at)
            }
            try Self.require(!isOther, "Only what fails is passed over.")
            let isSkipped = try await repository.write { unit in
                try unit.skip(stream, number: 1, of: one.sink, app: Sample.app, at: last.at)
            }
            try Self.require(isSkipped, "The first is passed over.")
            let rest = try await Self.leases(repository, one.sink, at: last.at)
            try Self.require(rest.map(\.nextNumber), is: [2], "The next one is due, and nothing is suspended.")
            try Self.require(rest.map(\.attempts), is: [0], "It has not failed.")
            let isBusy = try await repository.write { unit in
                try unit.skip(stream, number: 2, of: one.sink, app: Sample.app, at: last.at)
            }
            try Self.require(!isBusy, "A worker has the lease.")
            try await repository.write { unit in try unit.putBack(rest[0], until: nil, after: last) }
            let spared = try await Self.releaseAll(repository, one.sink, withSuspended: false)
            try Self.require(spared, is: 0, "What is suspended stays so unless it is asked for.")
            let released = try await Self.releaseAll(repository, one.sink, withSuspended: true)
            try Self.require(released, is: 1, "Released.")
            let isReleased = try await repository.write { unit in try unit.retry(stream, of: one.sink, app: Sample.app)
            }
            try Self.require(!isReleased, "It does not fail any more.")
            let due = try await Self.leases(repository, one.sink, at: Self.now)
            try Self.require(due.map(\.nextNumber), is: [2], "Due at once.")
            _ = try await repository.write { unit in try unit.acknowledge(due[0], through: 2, until: Self.later) }
            let empty = try await repository.read { view in try view.waitingCounts(of: one.sink, app: Sample.app) }
            try Self.require(empty, is: WaitingCounts(streams: 0, suspended: 0), "All are delivered.")
            let isLeft = try await repository.write { unit in
                try unit.skip(stream, number: 3, of: one.sink, app: Sample.app, at: last.at)
            }
            try Self.require(!isLeft, "Nothing is left to pass over.")
            let published = try await repository.read { view in
                try view.pendingNumber(of: stream, one.sink, app: Sample.app)
            }
            try Self.require(published, is: nil, "And nothing has not arrived.")
        },
        Behavior("The health of an endpoint is kept, and forgotten with it") { subject in
            let repository = subject.repository
            let one = Self.endpoint("one")
            let health = WebhookHealth(
                deliveredAt: Self.now,
                failingSince: Self.now + .seconds(1),
                failure: DeliveryFailure(code: "status", status: 500, at: Self.now + .seconds(2))
            )
            try await repository.write { unit in try unit.note(health, of: one.id, app: Sample.app) }
            let none = try await repository.read { view in try view.health(of: one.id, app: Sample.app) }
            try Self.require(none, is: WebhookHealth(), "There is no such endpoint.")
            try await repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0 = [one] } }
            try await repository.write { unit in try unit.note(health, of: one.id, app: Sample.app) }
            try Self.require(
                try await repository.read { view in try view.health(of: one.id, app: Sample.app) },
                is: health,
                "As written."
            )
            try await repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0[0].title = "renamed" } }
            try Self.require(
                try await repository.read { view in try view.health(of: one.id, app: Sample.app) },
                is: health,
                "It stays."
            )
            try await repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0 = [] } }
            try await repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0 = [one] } }
            let fresh = try await repository.read { view in try view.health(of: one.id, app: Sample.app) }
            try Self.require(fresh, is: WebhookHealth(), "A new one has none.")
        },
        Behavior("A late event is found by its position, not by its instant") { subject in
            let repository = subject.repository
            for (number, day) in [(UInt64(1), Int64(1)), (2, 9), (3, 2), (4, 3), (5, 12)] {
                let at = Sample.beginning + .days(day)
                let period = Sample.period("\(number)0", of: "\(number)0", at: at)
                _ = try await repository.record(Sample.notification(number, about: period))
            }
            let all = try await repository.read { view in try view.events(of: Sample.app, after: 0, limit: 100) }
            for day in Int64(0)...14 {
                let instant = Sample.beginning + .days(day)
                let first = all.first { $0.event.occurredAt >= instant }?.position ?? Int64(all.count) + 1
                let found = try await repository.read { view in try view.eventPosition(of: Sample.app, at: instant) }
                try Self.require(found, is: first, "Day \(day).")
            }
        },
        Behavior("The oldest comes first, whether events or notifications wait") { subject in
            let repository = subject.repository
            let events = Self.endpoint("events")
            let relay = Self.endpoint("relay", content: .relay)
            try await repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0 = [events, relay] } }
            var digests: [EvidenceDigest] = []
            for number in [UInt64(5), 2, 9, 1] {
                let intake = Sample.notification(number, about: Sample.period("\(number)0", of: "\(number)0"))
                digests.append(try Self.unwrap(intake.notification?.evidence, "It is a notification."))
                _ = try await repository.record(intake)
            }
            let streams = try await Self.leases(repository, events.sink).map(\.stream)
            try Self.require(
                streams,
                is: ["50", "20", "90", "10"].map { Self.stream(chain: $0) },
                "As they were written."
            )
            let passedOn = try await Self.leases(repository, relay.sink).map(\.stream.subject)
            try Self.require(passedOn, is: digests.map { .notification($0) }, "As they came.")
        },
        Behavior("An event stream that failed without an answer is made due at once, and keeps its failure count") {
            subject in
            let repository = subject.repository
            let one = Self.endpoint("one")
            try await repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0 = [one] } }
            let failures = [
                ("10", DeliveryFailure(code: "timed_out", at: Self.now)),
                ("20", DeliveryFailure(code: "status", status: 500, at: Self.now)),
                ("30", DeliveryFailure(code: "status", status: 504, at: Self.now)),
                ("40", DeliveryFailure(code: "timed_out", at: Self.now)),
            ]
            for (number, _) in failures {
                _ = try await repository.record(
                    Sample.notification(UInt64(number) ?? 0, about: Sample.period(number, of: number))
                )
            }
            for lease in try await Self.leases(repository, one.sink) {
                let (number, failure) = try Self.unwrap(
                    failures.first { Self.stream(chain: $0.0) == lease.stream },
                    "It is one of them."
                )
                try await repository.write { unit in
                    try unit.putBack(lease, until: number == "40" ? nil : Self.later, after: failure)
                }
            }
            let none = try await repository.write { unit in
                try unit.recoverStreams(of: SinkName("nobody"), app: Sample.app, limit: 10)
            }
            try Self.require(none, is: 0, "No event is sent.")
            let count = try await repository.write { unit in
                try unit.recoverStreams(of: one.sink, app: Sample.app, limit: 10)
            }
            try Self.require(count, is: 2, "Neither what was answered nor what is suspended.")
            let again = try await repository.write { unit in
                try unit.recoverStreams(of: one.sink, app: Sample.app, limit: 10)
            }
            try Self.require(again, is: 0, "They are due already.")
            let due = try await Self.leases(repository, one.sink)
            try Self.require(
                Set(due.map(\.stream)),
                is: [Self.stream(chain: "10"), Self.stream(chain: "30")],
                "Those are due."
            )
            try Self.require(
                due.allSatisfy { $0.attempts == 1 && $0.failingSince == Self.now },
                is: true,
                "Still failing."
            )
        },
        Behavior("The pending events of an endpoint are deleted in steps") { subject in
            let repository = subject.repository
            let one = Self.endpoint("one")
            try await repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0 = [one] } }
            for number in UInt64(1)...5 {
                _ = try await repository.record(
                    Sample.notification(number, about: Sample.period("\(number)0", of: "\(number)0"))
                )
            }
            var steps: [Int] = []
            for _ in 0..<4 {
                steps.append(
                    try await repository.write { unit in try unit.forgetPending(of: one.sink, app: Sample.app, limit: 2)
                    }
                )
            }
            try Self.require(steps, is: [2, 2, 1, 0], "Two at a time.")
            try Self.require(try await Self.leases(repository, one.sink).count, is: 0, "Nothing is left.")
        },
        Behavior("A replayed event stream is not leased again while the earlier lease could run") {
            subject in
            let repository = subject.repository
            let one = Self.endpoint("one")
            try await repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0 = [one] } }
            _ = try await repository.record(Sample.notification(1, about: Sample.period("10", of: "10")))
            let lease = try Self.unwrap(try await Self.leases(repository, one.sink).first, "It is due.")
            let leaseEnd = Self.now + .minutes(1)
            let more = try await repository.write { unit in try unit.acknowledge(lease, through: 1, until: leaseEnd) }
            try Self.require(more, is: .more(from: 2, through: nil), "There are two.")
            _ = try await Self.replay(repository, 1...1, to: one)
            let soon = Self.now + .seconds(59)
            try Self.require(try await Self.leases(repository, one.sink, at: soon).count, is: 0, "The lease might run.")
            let lost = try await repository.write { unit in try unit.acknowledge(lease, through: 2, until: leaseEnd) }
            try Self.require(lost, is: .lost, "But the earlier holder does not continue.")
            let after = Self.now + .seconds(61)
            try Self.require(try await Self.leases(repository, one.sink, at: after).count, is: 1, "Now it is due.")
        },
        Behavior("All events of an app are read in the order in which they were written") { subject in
            let repository = subject.repository
            for number in UInt64(1)...3 {
                let period = Sample.period("\(number)0", of: "\(number)0")
                _ = try await repository.record(Sample.notification(number, about: period))
            }
            let all = try await repository.read { view in try view.events(of: Sample.app, after: 0, limit: 100) }
            try Self.require(all.map(\.position), is: Array(1...6), "Without gaps.")
            try Self.require(
                try await repository.read { view in try view.newestEventPosition(of: Sample.app) },
                is: 6,
                "The last one."
            )
            try Self.require(
                try await repository.read { view in try view.newestEventPosition(of: AppName("x")) },
                is: 0,
                "It has none."
            )
            let page = try await repository.read { view in try view.events(of: Sample.app, after: 2, limit: 3) }
            try Self.require(page, is: Array(all[2..<5]), "A page.")
            for positioned in all {
                let stream = try await repository.read { view in
                    try view.events(of: positioned.event.stream, after: 0, limit: 10)
                }
                try Self.require(stream.contains(positioned.event), "It is the event of its event stream.")
                let place = positioned.event.id.position(in: Sample.app)
                try Self.require(place?.stream, is: positioned.event.stream, "Its name says the event stream.")
                try Self.require(place?.number, is: positioned.event.number, "And the number.")
            }
            let at = all[3].event.occurredAt
            let first = try Self.unwrap(all.first { $0.event.occurredAt >= at }?.position, "There is one.")
            try Self.require(
                try await repository.read { view in try view.eventPosition(of: Sample.app, at: at) },
                is: first,
                "Found by instant."
            )
            let after = try await repository.read { view in try view.eventPosition(of: Sample.app, at: at + .days(900))
            }
            try Self.require(after, is: 7, "After the newest.")
        },
        Behavior("Replayed events are sent first, and then new ones") { subject in
            let repository = subject.repository
            let one = Self.endpoint("one")
            try await repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0 = [one] } }
            var signedAt = Sample.beginning
            for number in UInt64(1)...4 {
                let start = Sample.beginning + .days(Int64(30 * (number - 1)))
                let reason: TransactionSnapshot.Reason = number == 1 ? .purchase : .renewal
                let period = Sample.period("\(number)", of: "1", at: start, reason: reason, signedAt: signedAt)
                signedAt = signedAt + .seconds(1)
                _ = try await repository.record(Sample.notification(number, about: period))
            }
            let stream = Self.stream(chain: "1")
            let count = try await repository.read { view in try view.newestEventPosition(of: Sample.app) }
            try Self.require(count > 5, "Enough to be significant: \(count).")
            let published = try await Self.publishAll(repository, one.sink)
            try Self.require(published, is: Array(1...count), "Everything, once.")
            let replayed = try await Self.replay(repository, 2...3, to: one)
            try Self.require(replayed, is: 2, "Two events.")
            try Self.require(try await Self.publishAll(repository, one.sink), is: [2, 3], "Those, and no others.")
            _ = try await Self.replay(repository, 2...3, to: one)
            let period = Sample.period("9", of: "1", at: Sample.beginning + .days(400), signedAt: signedAt)
            _ = try await repository.record(Sample.notification(9, about: period))
            let newest = try await repository.read { view in try view.newestEventPosition(of: Sample.app) }
            try Self.require(
                try await Self.publishAll(repository, one.sink),
                is: [2, 3] + Array(count + 1...newest),
                "What is new comes afterwards."
            )
            _ = try await Self.replay(repository, 1...newest, to: one)
            _ = try await Self.replay(repository, 2...2, to: one)
            try Self.require(
                try await Self.publishAll(repository, one.sink),
                is: Array(1...newest),
                "What is due anyway is not sent twice."
            )
            let other = try await repository.write { unit in
                try unit.advanceReplay(of: WebhookID("nobody"), app: Sample.app, limit: 10)
            }
            try Self.require(other, is: 0, "No event is sent.")
            let end = try await repository.read { view in try view.events(of: stream, after: 0, limit: 100) }
            try Self.require(Int64(end.count), is: newest, "Nothing was written.")
        },
    ]

    private static let now = Sample.beginning + .days(1)
    private static let later = Sample.beginning + .days(2)

    private static func endpoint(
        _ name: String,
        content: WebhookEndpoint.Content = .events,
        filter: WebhookFilter = WebhookFilter()
    ) -> WebhookEndpoint {
        WebhookEndpoint(
            id: WebhookID("we_\(name)"),
            app: Sample.app,
            content: content,
            address: "https://\(name).example.com/hook",
            title: name,
            filter: filter,
            createdAt: Sample.beginning,
            createdBy: "test"
        )
    }

    /// Replays in steps of two, and returns how many events these were.
    private static func replay(
        _ repository: any Repository,
        _ places: ClosedRange<Int64>,
        to endpoint: WebhookEndpoint
    ) async throws -> Int {
        try await repository.write { unit in
            try unit.changeWebhooks(of: Sample.app) { endpoints in
                for place in endpoints.indices where endpoints[place].id == endpoint.id {
                    endpoints[place].replay = WebhookReplay(places)
                }
            }
        }
        var count = 0
        for _ in 0..<100 {
            let step = try await repository.write { unit in
                try unit.advanceReplay(of: endpoint.id, app: Sample.app, limit: 2)
            }
            guard step > 0 else { break }
            count += step
        }
        let left = try await repository.read { view in try view.webhooks(of: Sample.app) }.first {
            $0.id == endpoint.id
        }?.replay
        try Self.require(left, is: nil, "It has come to its end.")
        return count
    }

    private static func releaseAll(
        _ repository: any Repository,
        _ sink: SinkName,
        withSuspended: Bool
    ) async throws -> Int {
        try await repository.write { unit in
            try unit.retryStreams(of: sink, app: Sample.app, withSuspended: withSuspended, limit: 10)
        }
    }

    private static func leases(
        _ repository: any Repository,
        _ sink: SinkName,
        at now: Instant = Self.now
    ) async throws -> [EventStreamLease] {
        try await repository.leaseStreams(for: sink, of: Sample.app, at: now, until: now + .minutes(1), limit: 100)
    }

    /// Returns the numbers of the events that a sink receives, one at a time, until none is left.
    private static func publishAll(_ repository: any Repository, _ sink: SinkName) async throws -> [Int64] {
        var published: [Int64] = []
        for lease in try await Self.leases(repository, sink) {
            var next = lease.nextNumber
            for _ in 0..<1000 {
                let event = try await repository.read { [next] view in
                    try view.events(of: lease.stream, after: next - 1, limit: 1)
                }.first
                published.append(try Self.unwrap(event?.number, "There is something to publish."))
                let progress = try await repository.write { [next] unit in
                    try unit.acknowledge(lease, through: next, until: Self.later)
                }
                guard case .more(let from, _) = progress else { break }
                next = from
            }
        }
        return published
    }
}
