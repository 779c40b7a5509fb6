package import Ledger
import Metrics
package import NIOCore

/// The gauge that probes every configured host once a minute, on the leader, and records the results.
///
/// However fast the ledger's time runs, a host receives one connection per minute of real time, and never two at once.
package struct LinkProber: MinuteGauge {
    /// The part of a minute within which all hosts are probed, one after the other.
    static let spread: Duration = .seconds(3)
    /// The minimum time between the starts of two probes of a host.
    package static let usualRest: TimeAmount = .seconds(50)

    private let targets: [LinkTarget]
    private let results: LinkResults
    private let rest: TimeAmount
    private let wall: Ambient
    private let sleep: @Sendable (Duration) async throws -> Void
    private let run: @Sendable (LinkTarget) async -> LinkResult?

    /// Creates a prober.
    ///
    /// - Parameters:
    ///   - targets: The hosts, each once.
    ///   - results: Stores the newest results.
    ///   - rest: The minimum time between the starts of two probes of a host.
    ///   - wall: Real time, against which certificates are checked.
    ///   - sleep: Waits.
    ///   - run: Probes a host; returns `nil` if nothing is known.
    package init(
        _ targets: [LinkTarget],
        results: LinkResults,
        rest: TimeAmount = Self.usualRest,
        wall: Ambient,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        run: @escaping @Sendable (LinkTarget) async -> LinkResult?
    ) {
        self.targets = targets
        self.results = results
        self.rest = rest
        self.wall = wall
        self.sleep = sleep
        self.run = run
    }

    /// Probes the hosts that are due, and records the results of the last minutes.
    package func record(at now: Instant) async {
        await withTaskGroup { group in
            for (index, target) in self.targets.enumerated() {
                group.addTask { await self.probe(target, after: Self.spread * index / self.targets.count, at: now) }
            }
        }
    }

    private func probe(_ target: LinkTarget, after pause: Duration, at now: Instant) async {
        if self.results.begin(target.host, at: .now(), rest: self.rest) {
            var result: LinkResult?
            if (try? await self.sleep(pause)) != nil { result = await self.run(target) }
            self.results.end(target.host, result, at: now)
            if let result { Self.count(result) }
        }
        guard let status = self.results.status(of: target.host), let probedAt = status.probedAt else { return }
        // An old result says nothing about the present.
        let age = MetricResolution.minute.point(of: now) - MetricResolution.minute.point(of: probedAt)
        if abs(age) <= LinkStatus.freshMinutes { self.record(status) }
    }

    private static func count(_ result: LinkResult) {
        for (step, length) in result.steps {
            Timer(
                label: "purser_link_probe_seconds",
                dimensions: [("host", result.host), ("step", step.rawValue)]
            ).record(duration: length)
        }
        guard let failure = result.failure else { return }
        Counter(
            label: "purser_link_failures_total",
            dimensions: [
                ("host", result.host), ("step", failure.step.rawValue), ("cause", failure.cause.rawValue),
                ("place", failure.place.rawValue),
            ]
        ).increment()
    }

    private func record(_ status: LinkStatus) {
        let host = [("host", status.host)]
        Gauge(label: "purser_link_up", dimensions: host).record(status.isUp == true ? 1 : 0)
        if let ahead = status.clockAheadMilliseconds {
            Gauge(label: "purser_link_clock_offset_seconds", dimensions: host).record(Double(ahead) / 1000)
        }
        if let ends = status.certificateEnds {
            let left = ends.milliseconds - self.wall.now().milliseconds
            Gauge(label: "purser_certificate_left_seconds", dimensions: [("subject", "host:\(status.host)")])
                .record(Double(left) / 1000)
        }
    }
}
