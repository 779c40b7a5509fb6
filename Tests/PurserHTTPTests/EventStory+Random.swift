import Ledger
import PurserTesting

extension EventStory {
    /// The events of a random story, in which only Apple and the apps act.
    static func published(seed: UInt64) async throws -> [Event] {
        let story = EvidenceStory(seed: seed).withSeats().withAppleAccounts().withReportedRefunds()
            .withRetentionRequests()
        let pen = Pen()
        var now = story.instants.min() ?? Sample.beginning
        var subjects: Set<EventStream.Subject> = []
        for (token, customer) in story.customers {
            subjects.insert(.customer(customer))
            _ = try await pen.repository.write { [now] unit in
                try unit.assign(
                    token,
                    to: customer,
                    app: Self.app,
                    at: now,
                    catalog: Self.catalog
                )
            }
        }
        for fact in story.facts {
            var intake = Sample.facts()
            switch fact {
            case .transaction(let snapshot):
                intake.transactions = [snapshot]
                subjects.insert(.chain(.production, snapshot.originalTransactionID))
                now = max(now, snapshot.signedAt)
            case .renewal(let renewal): intake.renewals = [renewal]
            case .status(let status): intake.statuses = [status]
            case .refundRequest(let request): intake.refundRequests = [request]
            case .reportedRefund(let report): intake.reportedRefunds = [report]
            case .retentionRequest(let request): intake.retentionRequests = [request]
            case .submission(let submission):
                intake.submission = submission
                subjects.insert(.customer(submission.customer))
            case .decision(let decision): intake.decisions = [decision]
            }
            try await pen.letTimePass(to: now)
            intake.receivedAt = now
            intake.catalog = story.catalog
            _ = try await pen.repository.record(intake)
        }
        try await pen.letTimePass(to: now + .days(100))
        return try await pen.events(Array(subjects))
    }
}
