import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

/// The gauges of endpoints.
@Suite(.timeLimit(.minutes(10))) struct WebhookGaugeTests {
    private let clock = ManualClock()

    /// Advances seconds until a condition holds.
    private func pass(until isSo: () -> Bool) async {
        let patience = ContinuousClock.now + TestTimeout.duration
        while !isSo(), ContinuousClock.now < patience {
            if self.clock.sleeperCount > 0 { self.clock.advance(by: .seconds(1)) }
            await Task.yield()
        }
    }

    @Test("The gauges of an endpoint are removed with the endpoint")
    func removed() async throws {
        let repository = InMemoryRepository()
        let metrics = CountedMetrics()
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
        let ambient = Ambient(now: { Sample.beginning }, randomBytes: { Array(repeating: 1, count: $0) })
        let name = "purser_webhook_waiting_streams"
        try await OutboundStage.run(allow: []) { stage async throws in
            let worker = WebhookWorker(
                apps: [Sample.app],
                repository: repository,
                webhookSender: WebhookSender(
                    sender: stage.sender,
                    secrets: WebhookSecrets(path: nil, ambient: ambient),
                    now: { Sample.beginning }
                ),
                ambient: ambient,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                clock: self.clock
            )
            try await metrics.counting {
                let task = Task { try await worker.run() }
                await self.pass { !metrics.series(of: name).isEmpty }
                #expect(metrics.series(of: name).count == 1)
                try await repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0 = [] } }
                await self.pass { metrics.series(of: name).isEmpty }
                #expect(metrics.series(of: name).isEmpty)
                task.cancel()
                try await task.value
            }
        }
    }
}
