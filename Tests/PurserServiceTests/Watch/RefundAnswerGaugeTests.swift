import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct RefundAnswerGaugeTests {
    private static func due(_ repository: any Repository, at span: Span) async throws -> Int? {
        let gauge = RefundAnswerGauge(repository: repository, apps: [])
        return try await gauge.counts(of: Sample.app, at: Sample.beginning + span)[.production]
    }

    @Test("A request counts in the last 30 minutes of the twelve hours, and no longer once Apple decided")
    func lastMinutes() async throws {
        let repository = InMemoryRepository()
        _ = try await repository.record(RepositoryContract.askedRefund("1", uuid: "a", hour: 0))
        #expect(try await Self.due(repository, at: .minutes(689)) == nil)
        #expect(try await Self.due(repository, at: .minutes(690)) == 1)
        #expect(try await Self.due(repository, at: .minutes(719)) == 1)
        #expect(try await Self.due(repository, at: .minutes(720)) == nil, "It is missed, which another metric counts.")
        var other = RepositoryContract.askedRefund("2", uuid: "b", hour: 0)
        other.refund = other.refund.map { update in
            RefundUpdate(
                transactionID: update.transactionID,
                subject: update.subject,
                signedRefunds: update.signedRefunds + [
                    SignedRefund(id: "c", kind: .declined, signedAt: Sample.beginning + .hours(1))
                ]
            )
        }
        _ = try await repository.record(other)
        #expect(try await Self.due(repository, at: .minutes(705)) == 1, "Only the first is open.")
    }

    @Test("In the Sandbox, where Apple waits five minutes, a request counts in the last one")
    func sandbox() async throws {
        let repository = InMemoryRepository()
        var intake = RepositoryContract.askedRefund("1", uuid: "a", hour: 0)
        intake.environment = .sandbox
        _ = try await repository.record(intake)
        let gauge = RefundAnswerGauge(repository: repository, apps: [])
        for (seconds, count) in [(0, nil), (239, nil), (240, 1), (299, 1), (300, nil)] as [(Int64, Int?)] {
            let found = try await gauge.counts(of: Sample.app, at: Sample.beginning + .seconds(seconds))
            #expect(found[.sandbox] == count, "\(seconds)")
        }
    }
}
