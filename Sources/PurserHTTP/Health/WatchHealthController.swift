import HTTPTypes
import Hummingbird
package import Ledger
import Synchronization

/// A controller that reports whether metrics and alarms work, for an external checker without a key.
struct WatchHealthController {
    /// The probe of the age of the newest metrics.
    let probe: WatchProbe
    /// When the process began to respond, in real time.
    let startedAt: Instant
    /// Returns the real time.
    let now: @Sendable () -> Instant

    /// Adds `GET /health/watch`.
    func add(to router: Router<PurserContext>) {
        router.get("/health/watch", use: self.get)
    }

    /// The response is public, so it contains only the age.
    @concurrent
    @Sendable private func get(_: Request, context _: PurserContext) async throws -> Response {
        let age = await self.probe.age()
        // A new server has no metrics before the end of its first minute.
        let isStarting = age == nil && self.now() - self.startedAt < WatchProbe.patience
        let isWatching = age.map { $0 < WatchProbe.patience } ?? false
        return try JSONResponse.encode(
            Answer(
                status: isStarting ? "starting" : isWatching ? "watching" : "not watching",
                ageSeconds: age.map { $0.milliseconds / 1000 }
            ),
            status: isStarting || isWatching ? .ok : .serviceUnavailable
        )
    }

    private struct Answer: Encodable {
        let status: String
        let ageSeconds: Int64?
    }

    private static let schema = APISchema.named(
        "WatchHealth",
        .object(
            .required("status", .enumeration("starting", "watching", "not watching")),
            .optional(
                "ageSeconds",
                .integer(0...Int64.max),
                "The age in seconds; absent if the newest metrics are older than an hour."
            )
        )
    )

    /// The OpenAPI description of the route.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/health/watch",
            id: "getWatchHealth",
            tag: .server,
            access: .anyone,
            summary: "Check the alarms",
            description:
                "Whether the leader stored metrics and evaluated alarms within the last three minutes. An external "
                + "checker that polls this address detects what the server itself cannot report: that its "
                + "alarms do not work.",
            answers: [
                .ok(Self.schema, "Metrics and alarms work, or the server has just started and has none yet."),
                .json(503, Self.schema, "Metrics or alarms do not work."),
            ]
        )
    ]
}

/// A probe of the time since the leader stored metrics and evaluated alarms, from the history that all nodes share.
///
/// Any client may request it without a key, so the result is cached for a while and shared by all requests.
package final class WatchProbe: Sendable {
    /// The maximum age of the newest metrics.
    package static let patience = Span.minutes(3)

    /// The metric that counts evaluations of the alarms.
    package static let evaluations = MetricKey("purser_alarm_evaluations_total")

    private struct State {
        var kept: (newest: Instant?, at: Instant)?
        var running: Task<Instant?, Never>?
    }

    private enum Answer {
        case kept(Instant?)
        case running(Task<Instant?, Never>)
    }

    private let repository: any Repository
    private let ambient: Ambient
    private let validity: Span
    private let state = Mutex(State())

    /// Creates a probe of this repository; the ambient's time is that of the ledger, and a result is cached for
    /// `validity`.
    package init(repository: any Repository, ambient: Ambient, validity: Span = .seconds(5)) {
        self.repository = repository
        self.ambient = ambient
        self.validity = validity
    }

    /// Returns the time since the end of the minute of the newest metrics, if alarms were evaluated too; `nil` if there
    /// are none of this or the last hour, or if they cannot be read.
    ///
    /// The evaluation of the alarms is counted in the metrics of the next minute.
    package func age() async -> Span? {
        let answer = self.state.withLock { state -> Answer in
            let now = self.ambient.now()
            // After a clock change, the age of the result is unknown.
            if let kept = state.kept, kept.at <= now, now < kept.at + self.validity { return .kept(kept.newest) }
            // The task is unstructured, because the first client may disconnect while others still wait.
            let running = state.running ?? Task { await self.read() }
            state.running = running
            return .running(running)
        }
        let newest: Instant?
        switch answer {
        case .kept(let instant): newest = instant
        case .running(let task): newest = await task.value
        }
        // The current minute ends in the future.
        return newest.map { max(.zero, self.ambient.now() - $0) }
    }

    private func read() async -> Instant? {
        let now = self.ambient.now()
        let resolution = MetricResolution.minute
        let row = resolution.row(ofPoint: resolution.point(of: now))
        var newest: Instant?
        do throws(RepositoryError) {
            let rows = try await self.repository.read { view in
                try view.metricRows(resolution, (row - 1)...row, of: nil)
            }
            let evaluated = rows.filter { $0.id.key == Self.evaluations }.compactMap { row in
                row.points.lastIndex { $0 > 0 }.map { row.id.number * Int64(resolution.pointsPerRow) + Int64($0) }
            }
            if let metrics = rows.compactMap(\.newestPoint).max(), let judged = evaluated.max() {
                newest = resolution.begin(ofPoint: min(metrics, judged + 1) + 1)
            }
        } catch {
            newest = nil
        }
        self.state.withLock { state in
            state.running = nil
            state.kept = (newest, now)
        }
        return newest
    }
}
