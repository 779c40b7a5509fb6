import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct TelemetryServiceTests {
    @Test(
        "Reports of a sample count for the number of original events, whatever the sample",
        arguments: [(0.7, 142.857), (0.67, 149.254), (0.4, 250.0), (0.01, 10_000.0), (1.0, 100.0)]
    )
    func sampled(sample: Double, events: Double) async throws {
        let metrics = CountedMetrics()
        try await metrics.counting {
            let service = TelemetryService(now: { Sample.beginning })
            for _ in 0..<100 {
                let batch = TelemetryService.Batch([AppReport(.purchaseBegun, .ok)], sample: sample)
                _ = service.count(batch, of: Sample.app)
            }
        }
        let series = metrics.series(of: "purser_app_reports_total")
        let value = try #require(series.first?.split(separator: " ").last.flatMap { Double($0) })
        #expect(series.count == 1)
        #expect(abs(value - events) < 0.01, "\(value)")
    }

    @Test("A batch is rounded as a whole")
    func weight() {
        let reports = Array(repeating: AppReport(.sheetShown, .ok), count: 100)
        #expect(TelemetryService.Batch(reports, sample: 0.7).weight == 143)
        #expect(TelemetryService.Batch(reports, sample: 0.4).weight == 250)
    }
}
