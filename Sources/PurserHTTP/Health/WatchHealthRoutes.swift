import HTTPTypes
import Hummingbird
import Ledger

/// Whether anybody would hear of it if something were wrong: for a checker outside that asks without a key.
struct WatchHealthRoutes {
    /// Asked how long ago the leader watched last.
    let probe: WatchProbe
    /// When the process began to answer, by real time.
    let startedAt: Instant
    /// Real time.
    let now: @Sendable () -> Instant

    /// Adds `GET /health/watch`.
    func add(to router: Router<PurserContext>) {
        router.get("/health/watch", use: self.show)
    }

    /// Strangers read the answer, so it says nothing but the age.
    @concurrent
    @Sendable private func show(_: Request, context _: PurserContext) async throws -> Response {
        let age = await self.probe.age()
        // A new server has no figures before the end of its first minute.
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
            .required("status", .words("starting", "watching", "not watching")),
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
            id: "readWatchHealth",
            tag: .server,
            access: .anyone,
            summary: "Whether figures were kept and alarms evaluated within the last three minutes",
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
