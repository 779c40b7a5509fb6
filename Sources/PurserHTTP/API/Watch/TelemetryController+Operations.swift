import PurserService

extension TelemetryController {
    private static let report = APISchema.named(
        "AppReport",
        .object(
            .required("kind", .words(AppReport.Kind.allCases.map(\.rawValue)), "What happened."),
            .optional(
                "outcome",
                .words(AppReport.Outcome.allCases.map(\.rawValue)),
                "How it ended; the usual outcome of the kind if it is not there, or what `code` says."
            ),
            .optional(
                "code",
                .string(length: 1...64),
                "Why it failed, as StoreKit names it: `networkError`. One that the server does not know counts as `other`."
            ),
            .optional(
                "milliseconds",
                .integer(0...Int64(AppReport.greatestMilliseconds)),
                "How long it took, at most ten minutes."
            ),
            .optional(
                "count",
                .integer(1...Int64(AppReport.greatestCount)),
                "How many such events the report stands for; 1 if it is not there."
            ),
            .optional("at", .string(length: 1...64), "When it happened, by RFC 3339; just now if it is not there.")
        )
    )

    /// The route as the OpenAPI document describes it.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/v1/telemetry",
            id: "reportTelemetry",
            tag: .watch,
            access: .writeInApp,
            summary: "Report what happens in an app around purchases",
            description:
                "No customer is named and nothing about a person is taken; the reports are counted as metrics and "
                + "not kept. A report that is older than an hour is not counted, and one from the future counts as of now. "
                + "A batch with an unknown kind is refused whole.",
            body: .json(
                .named(
                    "Telemetry",
                    .object(
                        .optional(
                            "sample",
                            .number,
                            "The part of all events that the app reports, a number from 0.01 to 1; 1 if it is not there. "
                                + "Each report counts for `1 / sample` events."
                        ),
                        .optional(
                            "sentAt",
                            .string(length: 1...64),
                            "When the app sends this, by the same clock as `at`: a wrong clock then does no harm."
                        ),
                        .required("reports", .array(of: Self.report, count: 1...TelemetryService.greatestBatch))
                    )
                )
            ),
            answers: [
                .json(
                    202,
                    .object(
                        .required("counted", .integer(0...Int64.max), "How many reports were counted."),
                        .required("late", .integer(0...Int64.max), "How many are too old to be counted.")
                    ),
                    "The reports were taken."
                )
            ],
            problems: [
                .unreadableBody, .wrongFields("field_invalid", "telemetry_kind_unknown", "telemetry_too_much"),
            ]
        )
    ]
}
