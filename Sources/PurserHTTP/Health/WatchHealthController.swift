import HTTPTypes
import Hummingbird
package import Ledger
import Synchronization

/// Whether anybody would hear of it if something were wrong: for a checker outside that asks without a key.
struct WatchHealthController {
    /// Asked how long ago the leader watched last.
    let probe: WatchProbe
    /// When the process began to answer, by real time.
    let startedAt: Instant
    /// Real time.
    let now: @Sendable () -> Instant

    /// Adds `GET /health/watch`.
    func add(to router: Router<PurserContext>) {
        router.get("/health/watch", use: self.get)
    }

    /// Strangers read the answer, so it says nothing but the age.
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
                "How long ago; absent where there is nothing newer than an hour."
            )
        )
    )

    /// The route as the OpenAPI document describes it.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/health/watch",
            id: "getWatchHealth",
            tag: .server,
            access: .anyone,
            summary: "Whether metrics were kept and alarms evaluated within the last three minutes",
            description:
                "By whichever node is the leader. An external checker that asks this notices what the server itself "
                + "cannot report: that it does not watch.",
            answers: [
                .ok(Self.schema, "They were, or the server has just started and there are none yet."),
                .json(503, Self.schema, "They were not."),
            ]
        )
    ]
}

/// Finds out how long ago the leader kept metrics and evaluated alarms, from the history that all nodes share.
///
/// Anybody may ask for it without a key, so what was read is good for a while, and all who ask meanwhile share it.
package final class WatchProbe: Sendable {
    /// How old the newest metrics may be while the watch is said to work.
    package static let patience = Span.minutes(3)

    /// How often the alarms were evaluated.
    package static let evaluations = MetricKey("purser_alarm_evaluations_total")

    private struct State {
        var kept: (newest: Instant?, at: Instant)?
        var running: Task<Instant?, Never>?
    }

    private enum Answer {
        case kept(Instant?)
        case running(Task<Instant?, Never>)
    }

    private let repository: any WatchRepository
    private let ambient: Ambient
    private let validity: Span
    private let state = Mutex(State())

    /// A probe of this repository; the ambient's time is that of the ledger, and what was read is good for `validity`.
    package init(repository: any WatchRepository, ambient: Ambient, validity: Span = .seconds(5)) {
        self.repository = repository
        self.ambient = ambient
        self.validity = validity
    }

    /// How long ago the minute ended of which the newest metrics are, while the alarms are evaluated too; `nil` where
    /// there are none of this or the last hour, or where they cannot be read.
    ///
    /// That the alarms were evaluated is among the metrics of the next minute.
    package func age() async -> Span? {
        let answer = self.state.withLock { state -> Answer in
            let now = self.ambient.now()
            // A clock that was turned back says nothing of how old it is.
            if let kept = state.kept, kept.at <= now, now < kept.at + self.validity { return .kept(kept.newest) }
            // A task of its own: whoever asked first may go away, and the others still want to know.
            let running = state.running ?? Task { await self.read() }
            state.running = running
            return .running(running)
        }
        let newest: Instant?
        switch answer {
        case .kept(let instant): newest = instant
        case .running(let task): newest = await task.value
        }
        // The minute that is going on ends later.
        return newest.map { max(.zero, self.ambient.now() - $0) }
    }

    private func read() async -> Instant? {
        let now = self.ambient.now()
        let resolution = MetricResolution.minute
        let row = resolution.row(ofPoint: resolution.point(of: now))
        var newest: Instant?
        do throws(RepositoryError) {
            let rows = try await self.repository.metricRows(resolution, (row - 1)...row, of: nil)
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
