import Ledger
import PurserService

extension MovingOverRoutes {
    private static let day = APISchema.string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", format: "date")

    private static let form = APISchema.named(
        "MovingOverForm",
        .object(
            .required("form", .words(InterfaceForm.allCases.map(\.rawValue)), "The form."),
            .required(
                "kind",
                .words(InterfaceForm.Kind.allCases.map(\.rawValue)),
                "Which forms can take each other's place; shares are within a kind."
            ),
            .required("old", .boolean, "Whether it is one that will go."),
            .required("count", .integer(), "How often it was used."),
            .optional("shareMilliPercent", .integer(0...100_000), "Its share, in thousandths of a percent."),
            .required(
                "days",
                .array(
                    of: .named(
                        "MovingOverDay",
                        .object(.required("day", Self.day), .required("count", .integer()))
                    )
                ),
                "Day by day in UTC, the earliest first; days without a use are left out."
            ),
            .required(
                "versions",
                .array(
                    of: .named(
                        "MovingOverVersion",
                        .object(
                            .optional("version", .string(), "The app's; absent where the form does not state it."),
                            .required("count", .integer()),
                            .required("lastDay", Self.day)
                        )
                    )
                ),
                "The most frequent first."
            ),
            .optional(
                "step",
                .named(
                    "MovingOverStep",
                    .object(
                        .required(
                            "state",
                            .words(MovingOverStep.State.allCases.map(\.rawValue)),
                            "`unused` may be switched off."
                        ),
                        .optional("lastDay", Self.day, "When it was used last, within the last 30 days."),
                        .required("toDo", .string(), "What is missing to switch it off.")
                    )
                ),
                "Only of old forms."
            )
        )
    )

    /// The route as the OpenAPI document describes it.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/moving-over",
            id: "readMovingOver",
            tag: .server,
            access: .read,
            summary: "Which old forms are still used, by which versions, and what is missing to switch each off",
            description: "Receipts, verifyReceipt and notifications of version 1 beside signed transactions and "
                + "version 2: how often, by day and by version of the app. Written down every ten seconds.",
            parameters: [.query("days", .integer(1...366), "How many days, today included; 30 where it is left out.")],
            answers: [
                .ok(
                    .named(
                        "MovingOver",
                        .object(
                            .required("from", Self.day, "The first day."),
                            .required("through", Self.day, "The last: today, in UTC."),
                            .optional("countedSince", Self.day, "The first day of which anything is counted."),
                            .required("forms", .array(of: Self.form), "Every form, the new one of each kind too.")
                        )
                    ),
                    "The report."
                )
            ],
            problems: [.status(422, "days_invalid")]
        )
    ]
}
