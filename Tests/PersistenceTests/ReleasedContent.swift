import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting

/// The content of the stored database of each released schema: some rows of every table.
enum ReleasedContent {
    /// Returns one of twelve periods of four chains, a month each.
    static func period(_ number: UInt64) -> TransactionSnapshot {
        Sample.period(
            "\(9000 + number)",
            of: "\(9000 + number % 4)",
            at: Sample.beginning + .days(Int64(number) * 30),
            token: Sample.token(number % 3),
            reason: number < 4 ? .purchase : .renewal
        )
    }

    /// Records all of it.
    static func record(in repository: some Repository) async throws {
        for seed in UInt64(1)...4 { try await Self.record(EvidenceStory(seed: seed), in: repository) }
        for number in UInt64(0)..<12 {
            let period = Self.period(number)
            let app = number % 2 == 0 ? Sample.app : AppName("other")
            let environment = number % 3 == 0 ? StoreEnvironment.sandbox : .production
            let notification = Sample.notification(number, about: period, app: app, environment: environment)
            for _ in 0...(number % 2) { _ = try await repository.record(notification) }
        }
        for (number, name) in ["ada", "42", "007", "\u{4E2D}\u{6587}"].enumerated() {
            let submission = Sample.submission(name, "\(9000 + number)", intent: .restore)
            _ = try await repository.record(
                Sample.facts(submission: submission, tokens: [Sample.token(UInt64(number))])
            )
        }
        for (number, reason) in HeldEvidence.Reason.allCases.enumerated() {
            let isDue = reason == .signedInFuture
            for turn in 0...number {
                try await repository.write { unit in
                    try unit.hold(
                        HeldEvidence(
                            digest: .number(UInt64(70_000 + number * 10 + turn)),
                            app: Sample.app,
                            reason: reason,
                            code: reason.rawValue,
                            body: Sample.bytes(300, seed: UInt64(number * 10 + turn)),
                            kind: turn % 2 == 0 ? .notification : .transaction,
                            submission: turn == 1 ? Sample.submission("ada", "77") : nil,
                            receivedAt: Sample.beginning,
                            dueAt: isDue || turn == 1 ? Sample.beginning + .hours(Int64(number + turn)) : nil
                        )
                    )
                }
            }
        }
    }

    private static func record(_ story: EvidenceStory, in repository: some Repository) async throws {
        let app = AppName("story-\(story.seed)")
        for (token, customer) in story.customers.sorted(by: { $0.key < $1.key }) {
            let submission = Sample.submission(customer.rawValue, "no-such-transaction", intent: .sync)
            _ = try await repository.record(Sample.facts(submission: submission, tokens: [token], app: app))
        }
        for fact in story.facts {
            _ = try await repository.record(RepositoryContract.intake(of: fact, app: app))
        }
    }
}
