import Ledger

extension RepositoryContract {
    static let waitingWork = [
        Behavior("An empty ledger has no work that waits") { subject in
            let reading = try await subject.repository.read { view in try view.waitingWork(of: nil) }
            try Self.require(reading.due.isEmpty, "Nothing waits.")
        },
        Behavior("The work that waits has the date of the earliest of each kind") { subject in
            let repository = subject.repository
            let late = Self.hold(1, dueAt: Sample.beginning + .hours(3))
            let early = Self.hold(2, dueAt: Sample.beginning + .hours(1))
            for held in [late, early] { try await repository.write { unit in try unit.hold(held) } }
            _ = try await repository.record(Sample.notification(1, about: Sample.period("1", of: "1")))
            let reading = try await repository.read { view in try view.waitingWork(of: nil) }
            try Self.require(reading.due[.heldEvidence], is: early.dueAt, "The earliest date counts.")
            try Self.require(
                reading.due[.stateChanges],
                is: try await repository.read { view in try view.nextChainDueAt() },
                "The period ends."
            )
            try Self.require(reading.due[.refunds], is: nil, "No refund was requested.")
        },
        Behavior("Events wait for the sinks of the apps in question, and not for a paused endpoint") { subject in
            let repository = subject.repository
            let endpoint = WebhookEndpoint(
                id: WebhookID("we_1"),
                app: Sample.app,
                content: .events,
                address: "https://shop.example.com",
                title: "shop",
                createdAt: Sample.beginning,
                createdBy: "test"
            )
            try await repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0 = [endpoint] } }
            _ = try await repository.record(Sample.notification(1, about: Sample.period("1", of: "1")))
            let all = try await repository.read { view in try view.waitingWork(of: nil) }
            try Self.require(
                all.due[.eventStreams].map { $0 <= Sample.beginning } ?? false,
                "A new event is due at once."
            )
            let served = try await repository.read { view in try view.waitingWork(of: [Sample.app]) }
            try Self.require(served.due[.eventStreams], is: all.due[.eventStreams], "The app is in question.")
            let others = try await repository.read { view in try view.waitingWork(of: [AppName("other")]) }
            try Self.require(others.due[.eventStreams], is: nil, "Another app has none.")
            try await repository.write { unit in
                try unit.changeWebhooks(of: Sample.app) { $0[0].state = .paused }
            }
            let paused = try await repository.read { view in try view.waitingWork(of: nil) }
            try Self.require(paused.due[.eventStreams], is: nil, "No worker can take them.")
        },
    ]
}
