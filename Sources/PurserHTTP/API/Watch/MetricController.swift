import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// A controller that returns the history of metrics, for graphs.
///
/// The key of an app sees the series of that app and of the whole server, never those of other apps.
struct MetricController: Sendable {
    /// The maximum length of a metric's name.
    static let longestMetric = 200

    /// The query that reads the history.
    let query: MetricQuery

    /// Adds the routes under `/v1/metrics`.
    func add(to group: RouterGroup<CallerContext>) {
        group.get("/v1/metrics", use: self.get)
        group.get("/v1/metrics/series", use: self.list)
    }

    @concurrent
    @Sendable private func get(_ request: Request, context: CallerContext) async throws -> Response {
        try context.caller.require(.read)
        let app = try Self.app(in: request, context)
        guard let metric = try RequestQuery.text("metric", in: request, upTo: Self.longestMetric) else {
            throw Problem(
                .unprocessableContent,
                code: "field_missing",
                "Name the metric: ?metric=purser_notifications_total. GET /v1/metrics/series lists them.",
                field: "metric"
            )
        }
        let resolution = try Self.resolution(in: request)
        let points = try self.points(of: resolution, in: request)
        let series = try await Self.explained { () throws(RepositoryError) in
            try await self.query.series(of: metric, app: app, resolution, points)
        }
        return JSONResponse.value(
            .object([
                JSONMember(key: "metric", value: .string(metric)),
                JSONMember(key: "resolution", value: .string(resolution.rawValue)),
                JSONMember(key: "stepSeconds", value: .number(String(resolution.step.milliseconds / 1000))),
                JSONMember(key: "from", value: .string(resolution.begin(ofPoint: points.lowerBound).rfc3339)),
                JSONMember(key: "to", value: .string(resolution.begin(ofPoint: points.upperBound + 1).rfc3339)),
                JSONMember(key: "series", value: .array(series.map(Self.json))),
            ])
        )
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: CallerContext) async throws -> Response {
        try context.caller.require(.read)
        let app = try Self.app(in: request, context)
        let keys = try await Self.explained { () throws(RepositoryError) in try await self.query.keys(of: app) }
        let series = keys.map { key in
            JSONValue.object([
                JSONMember(key: "metric", value: .string(key.metric)),
                JSONMember(key: "labels", value: Self.labels(of: key)),
            ])
        }
        return JSONResponse.value(.object([JSONMember(key: "series", value: .array(series))]))
    }

    /// Returns the app whose series are requested; `nil` for all apps, if the key has access to all of them.
    private static func app(in request: Request, _ context: CallerContext) throws -> AppName? {
        let named = try RequestQuery.text("app", in: request, upTo: 64).map { AppName($0) }
        guard let own = context.app?.name else { return named }
        guard named == nil || named == own else { throw Problem.appNotYours }
        return own
    }

    private static func resolution(in request: Request) throws -> MetricResolution {
        guard let text = try RequestQuery.text("resolution", in: request, upTo: 32) else { return .minute }
        guard let resolution = MetricResolution(rawValue: text) else {
            throw RequestFields.invalid("resolution", "Use minute, fiveMinutes or hour.")
        }
        return resolution
    }

    private func points(of resolution: MetricResolution, in request: Request) throws -> ClosedRange<Int64> {
        let last = resolution.point(of: try RequestQuery.instant("to", in: request) ?? self.query.now())
        let first =
            try RequestQuery.instant("from", in: request).map { resolution.point(of: $0) }
            ?? last - Int64(MetricQuery.defaultPointCount - 1)
        guard first <= last else { throw RequestFields.invalid("to", "This must not be before `from`.") }
        guard last - first < Int64(MetricQuery.greatestPointCount) else {
            throw RequestFields.invalid(
                "from",
                "Request at most \(MetricQuery.greatestPointCount) points, or use a coarser resolution."
            )
        }
        return first...last
    }

    private static func json(_ series: MetricQuery.Series) -> JSONValue {
        .object([
            JSONMember(key: "labels", value: Self.labels(of: series.key)),
            JSONMember(key: "kind", value: .string(series.kind.rawValue)),
            JSONMember(key: "points", value: .array(series.points.map(Self.json))),
        ])
    }

    private static func labels(of key: MetricKey) -> JSONValue {
        .object(key.labels.map { JSONMember(key: $0.name, value: .string($0.value)) })
    }

    /// Returns a value with the fewest digits that identify it; `null` for not-a-number, which JSON does not have.
    private static func json(_ value: Float?) -> JSONValue {
        guard let value, value.isFinite else { return .null }
        if let whole = Int64(exactly: value) { return .number(String(whole)) }
        return .number("\(value)")
    }

    private static func explained<Answer>(
        _ work: () async throws(RepositoryError) -> Answer
    ) async throws -> Answer {
        try await Problem.explaining(by: Problem.storage, work)
    }
}

extension MetricController {
    private static let labels = APISchema.map(of: .string())
    private static let app = APIParameter.query(
        "app",
        .string(length: 1...64),
        "Only the series of this app and of the whole server; unnecessary with the key of one app."
    )

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/metrics",
            id: "getMetricHistory",
            tag: .server,
            access: .read,
            summary: "Get the history of a metric",
            description:
                "Every series of the metric with its points, for graphs. The server keeps one-minute points for a "
                + "day, five-minute points for a month and hourly points for two years. A point appears when its "
                + "interval has ended. A key of one app sees the series of that app and of the whole server.",
            parameters: [
                .query(
                    "metric",
                    .string(length: 1...Self.longestMetric),
                    "The metric's name, from `listMetricSeries`; for a timer `NAME_count` and `NAME_sum`.",
                    isRequired: true
                ),
                Self.app,
                .query(
                    "resolution",
                    .enumeration(MetricResolution.allCases.map(\.rawValue)),
                    "The resolution; `minute` by default."
                ),
                .query(
                    "from",
                    .instant,
                    "The beginning; by default \(MetricQuery.defaultPointCount) points before the end."
                ),
                .query(
                    "to",
                    .instant,
                    "The end; now by default. At most \(MetricQuery.greatestPointCount) points."
                ),
            ],
            answers: [
                .ok(
                    .named(
                        "MetricHistory",
                        .object(
                            .required("metric", .string()),
                            .required(
                                "resolution",
                                .enumeration(MetricResolution.allCases.map(\.rawValue)),
                                "The resolution."
                            ),
                            .required("stepSeconds", .integer(1...3600), "The duration of one point in seconds."),
                            .required("from", .instant, "When the first point begins."),
                            .required("to", .instant, "When the last point ends."),
                            .required(
                                "series",
                                .array(
                                    of: .object(
                                        .required("labels", Self.labels, "The labels that identify the series."),
                                        .required(
                                            "kind",
                                            .enumeration(MetricKind.allCases.map(\.rawValue)),
                                            "`count`: the number of occurrences in the interval; `gauge`: the "
                                                + "greatest value in it."
                                        ),
                                        .required(
                                            "points",
                                            .array(
                                                of: .nullable(.number),
                                                count: 1...MetricQuery.greatestPointCount
                                            ),
                                            "The values of consecutive intervals from `from`; `null` for an interval "
                                                + "without data."
                                        )
                                    )
                                ),
                                "The series, sorted by labels."
                            )
                        )
                    ),
                    "The points."
                )
            ],
            problems: [.status(422, "field_missing", "field_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/metrics/series",
            id: "listMetricSeries",
            tag: .server,
            access: .read,
            summary: "List metric series",
            parameters: [Self.app],
            answers: [
                .ok(
                    .object(
                        .required(
                            "series",
                            .array(
                                of: .named(
                                    "MetricSeries",
                                    .object(
                                        .required("metric", .string(), "The metric's name."),
                                        .required("labels", Self.labels, "The labels that identify the series.")
                                    )
                                )
                            ),
                            "The series with a history, sorted by name and labels."
                        )
                    ),
                    "The series."
                )
            ],
            problems: [.status(422, "field_invalid")]
        ),
    ]
}
