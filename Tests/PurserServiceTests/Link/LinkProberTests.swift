import AppStore
import Ledger
import NIOCore
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct LinkProberTests {
    private static let minute: Int64 = 29_000_000
    private static let now = MetricResolution.minute.begin(ofPoint: Self.minute)

    private static func prober(
        _ target: LinkTarget,
        _ results: LinkResults,
        rest: TimeAmount = LinkProber.usualRest
    ) throws -> LinkProber {
        let probe = try LinkProbe(wall: LinkStage.wall, limits: LinkStage.patient)
        return LinkProber(
            [target],
            results: results,
            rest: rest,
            wall: LinkStage.wall,
            sleep: { _ in },
            run: { await probe.run($0) }
        )
    }

    @Test("A host is never probed twice at once, and not again within a minute")
    func polite() async throws {
        let results = LinkResults()
        try await Receiver.run(.silent) { receiver async throws in
            let target = try #require(LinkTarget("http://127.0.0.1:\(receiver.port)", .serverAPI))
            let prober = try Self.prober(target, results, rest: .zero)
            let first = Task { await prober.record(at: Self.now) }
            while receiver.log.requests.isEmpty { try await ContinuousClock().sleep(for: .milliseconds(5)) }
            // The first waits for a response; the others have nothing to do.
            for _ in 0..<3 { await prober.record(at: Self.now) }
            #expect(receiver.log.connectionCount == 1)
            first.cancel()
            await first.value
            #expect(results.status(of: target.host) == nil)
        }
        try await Receiver.run(.answer(LinkStage.refusal)) { receiver async throws in
            let target = try #require(LinkTarget("http://127.0.0.1:\(receiver.port)", .serverAPI))
            let prober = try Self.prober(target, results)
            for _ in 0..<3 { await prober.record(at: Self.now) }
            #expect(receiver.log.connectionCount == 1)
            #expect(results.status(of: target.host)?.isUp == true)
            await (try Self.prober(target, results, rest: .zero)).record(at: Self.now)
            #expect(receiver.log.connectionCount == 2)
        }
    }

    @Test("The results contain since when a host is up or down, and the last failure")
    func results() async throws {
        let results = LinkResults()
        let target = try #require(LinkTarget("https://api.storekit.apple.com", .serverAPI))
        let failures = Mutex<[LinkFailure?]>([nil, nil, LinkFailure(.tcp, .refused), nil])
        let prober = LinkProber(
            [target],
            results: results,
            rest: .zero,
            wall: LinkStage.wall,
            sleep: { _ in },
            run: { target in
                var result = LinkResult(host: target.host)
                result.failure = failures.withLock { $0.removeFirst() }
                return result
            }
        )
        let metrics = CountedMetrics()
        var since: [Int64] = []
        for minute in 0..<4 as Range<Int64> {
            try await metrics.counting { await prober.record(at: MetricResolution.minute.begin(ofPoint: minute)) }
            let status = try #require(results.status(of: target.host))
            #expect(status.isUp == (minute != 2))
            since.append(MetricResolution.minute.point(of: try #require(status.since)))
        }
        #expect(since == [0, 0, 2, 3])
        let last = try #require(results.status(of: target.host)?.lastBreak)
        #expect(last.place == .route && last.failure == LinkFailure(.tcp, .refused))
        #expect(MetricResolution.minute.point(of: last.at) == 2)
        let series = metrics.series(of: "purser_link_failures_total")
        #expect(series.count == 1 && series.allSatisfy { $0.contains(#"place="route""#) }, "\(series)")
    }

    @Test("Without a new probe, a result is recorded again for three minutes and no longer")
    func oldResult() async throws {
        let target = try #require(LinkTarget("https://api.storekit.apple.com", .serverAPI))
        let results = Mutex<[LinkResult?]>([LinkResult(host: target.host), nil, nil])
        let prober = LinkProber(
            [target],
            results: LinkResults(),
            rest: .zero,
            wall: LinkStage.wall,
            sleep: { _ in },
            run: { _ in results.withLock { $0.removeFirst() } }
        )
        for (minute, isRecorded) in [(0, true), (3, true), (4, false)] as [(Int64, Bool)] {
            let metrics = CountedMetrics()
            try await metrics.counting { await prober.record(at: MetricResolution.minute.begin(ofPoint: minute)) }
            #expect(metrics.series(of: "purser_link_up").isEmpty != isRecorded, "minute \(minute)")
        }
    }

    @Test("Another node returns the status from the metrics of the last minutes")
    func metrics() async throws {
        let host = "api.storekit.apple.com"
        let target = try #require(LinkTarget("https://" + host, .serverAPI))
        let number = MetricResolution.minute.row(ofPoint: Self.minute)
        func row(
            _ metric: String,
            _ labels: KeyValuePairs<String, String>,
            _ kind: MetricKind,
            _ points: [Int64: Double]
        )
            -> MetricRow
        {
            var row = MetricRow(MetricRow.ID(MetricKey(metric, labels), .minute, number), kind)
            for (minutesAgo, value) in points { row.add(value, atPoint: Self.minute - minutesAgo) }
            return row
        }
        let rows = [
            row("purser_link_up", ["host": host], .gauge, [1: 0, 2: 0, 3: 1]),
            row("purser_link_failures_total", ["host": host, "place": "tls"], .count, [1: 1, 2: 1, 3: 0]),
            row("purser_link_failures_total", ["host": host, "place": "resolver"], .count, [4: 1]),
            row("purser_certificate_left_seconds", ["subject": "host:" + host], .gauge, [1: 3600]),
            row("purser_link_clock_offset_seconds", ["host": host], .gauge, [1: -1.5]),
        ]
        let service = LinkService(
            [target],
            isEnabled: true,
            results: LinkResults(),
            ambient: Ambient(now: { Self.now }, randomBytes: { Array(repeating: 1, count: $0) })
        ) { resolution, numbers, keys async throws(RepositoryError) in
            rows.filter { $0.id.resolution == resolution && numbers.contains($0.id.number) && keys.contains($0.id.key) }
        }
        let status = try #require(try await service.statuses().first)
        func minutesAgo(_ instant: Instant?) -> Int64? {
            instant.map { Self.minute - MetricResolution.minute.point(of: $0) }
        }
        #expect(status.isUp == false)
        #expect(minutesAgo(status.since) == 2)
        #expect(minutesAgo(status.probedAt) == 1)
        #expect(status.lastBreak?.place == .tls && minutesAgo(status.lastBreak?.at) == 1)
        #expect(status.clockAheadMilliseconds == -1500)
        let ends = MetricResolution.minute.begin(ofPoint: Self.minute - 1).milliseconds + 3_600_000
        #expect(status.certificateEnds?.milliseconds == ends)
    }
}
