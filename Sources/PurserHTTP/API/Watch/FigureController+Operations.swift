import Ledger
import PurserService

extension FigureController {
    private static let labels = APISchema.map(of: .string())
    private static let app = APIParameter.query(
        "app",
        .string(length: 1...64),
        "Only the series of this app, and those of the whole server; a key of one app needs not say it."
    )

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/figures",
            id: "readFigures",
            tag: .server,
            access: .read,
            summary: "The history of a metric, for graphs",
            description: "Every series of the metric with its points. The server keeps one-minute points for a day, "
                + "five-minute points for a month and hourly points for two years; coarser points are there once their "
                + "time is over. A key of one app sees the series of that app and of the whole server.",
            parameters: [
                .query(
                    "metric",
                    .string(length: 1...Self.longestMetric),
                    "The metric's name, see `listFigureSeries`; of a timer `NAME_count` and `NAME_sum`.",
                    isRequired: true
                ),
                Self.app,
                .query(
                    "tier",
                    .words(FigureTier.allCases.map(\.rawValue)),
                    "The resolution; `minute` where it is left out."
                ),
                .query(
                    "from",
                    .instant,
                    "The beginning; \(FigureQuery.usualPointCount) points before the end where it is left out."
                ),
                .query(
                    "to",
                    .instant,
                    "The end; now where it is left out. At most \(FigureQuery.greatestPointCount) points."
                ),
            ],
            answers: [
                .ok(
                    .named(
                        "Figures",
                        .object(
                            .required("metric", .string()),
                            .required("tier", .words(FigureTier.allCases.map(\.rawValue)), "The resolution."),
                            .required("stepSeconds", .integer(1...3600), "The length of time of one point."),
                            .required("from", .instant, "When the first point begins."),
                            .required("to", .instant, "When the last point ends."),
                            .required(
                                "series",
                                .array(
                                    of: .object(
                                        .required("labels", Self.labels, "What tells the series apart."),
                                        .required(
                                            "kind",
                                            .words(FigureKind.allCases.map(\.rawValue)),
                                            "`count`: how often something happened in the time; `gauge`: the "
                                                + "greatest value in it."
                                        ),
                                        .required(
                                            "points",
                                            .array(
                                                of: .nullable(.number),
                                                count: 1...FigureQuery.greatestPointCount
                                            ),
                                            "One after another from `from`; `null` where nothing is known."
                                        )
                                    )
                                ),
                                "Sorted by labels."
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
            "/v1/figures/series",
            id: "listFigureSeries",
            tag: .server,
            access: .read,
            summary: "The series of figures that the server keeps a history of",
            parameters: [Self.app],
            answers: [
                .ok(
                    .object(
                        .required(
                            "series",
                            .array(
                                of: .named(
                                    "FigureSeries",
                                    .object(
                                        .required("metric", .string(), "The metric's name."),
                                        .required("labels", Self.labels, "What tells the series apart.")
                                    )
                                )
                            ),
                            "Sorted by name and labels."
                        )
                    ),
                    "The series."
                )
            ],
            problems: [.status(422, "field_invalid")]
        ),
    ]
}
