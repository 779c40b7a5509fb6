import Ledger
import PurserService

extension FigureController {
    private static let values = APISchema.named(
        "FigureValues",
        .record(
            Figure.allCases.map { figure in
                .optional(figure.answerName, .integer(), Self.description(of: figure))
            }
        )
    )

    private static let day = APISchema.string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")

    private static let month = APISchema.string(pattern: "^[0-9]{4}-[0-9]{2}$")

    private static let row = APISchema.named(
        "FigureRow",
        .object(
            .optional("product", .string(), "The product, where rows are split by it."),
            .optional("storefront", .string(), "The storefront, where rows are split by it and it is known."),
            .optional("currency", .string(), "The currency; absent where no price is known."),
            .required("figures", Self.values, "The figures that are not zero.")
        )
    )

    private static func description(of figure: Figure) -> String {
        let kind = figure.isStock ? "A stock, at the end of the span" : "A flow, within the span"
        return figure.isAmount ? kind + ", in milliunits of the currency." : kind + "."
    }

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/figures",
            id: "listFigures",
            tag: .figures,
            access: .read,
            summary: "List figures",
            description:
                "Sales, refunds, subscriptions and recurring revenue by hour, day, week or month of the app's time "
                + "zone, exact to the last commit. Amounts of different currencies are never added up. A span that "
                + "runs ends at the current quarter of an hour. An answer has at most "
                + "\(FigureSpans.maximumCount) spans and \(FigureService.maximumRows) rows; stocks are in each span.",
            parameters: [
                .query(
                    "from",
                    Self.day,
                    "The first day in the app's time zone; 29 days before the last one by default."
                ),
                .query("to", Self.day, "The last day; today by default."),
                .query(
                    "by",
                    .enumeration(FigureSpans.Unit.allCases.map(\.rawValue)),
                    "The length of a span, `day` by default. Weeks, from Monday, and months are whole."
                ),
                .query(
                    "split",
                    .string(),
                    "What is listed separately besides currencies, separated by commas: "
                        + FigureQuery.Split.allCases.map(\.rawValue).joined(separator: ", ") + "."
                ),
                .query("figures", .string(), "Only these figures, separated by commas."),
                .query("product", .product, "Only this product."),
                .query("storefront", .enumeration(StorefrontCode.all), "Only this storefront: ISO 3166-1 alpha-3."),
                .query("currency", .string(length: 3...3), "Only this currency."),
                .environment,
            ],
            answers: [
                .ok(
                    .object(
                        .required("environment", .string()),
                        .required("timeZone", .string(), "The time zone of the catalog; an IANA name."),
                        .required("at", .instant, "The time of the answer."),
                        .required(
                            "spans",
                            .array(
                                of: .object(
                                    .required("from", .instant),
                                    .required("to", .instant, "The end, which is not part of it."),
                                    .required("rows", .array(of: Self.row))
                                )
                            ),
                            "The spans that have begun, in order."
                        )
                    )
                )
            ],
            problems: [.status(422, "field_invalid", "figures_too_many", "storefront_unknown", "environment_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/figures/cohorts",
            id: "listCohorts",
            tag: .figures,
            access: .read,
            summary: "List cohorts",
            description:
                "How many subscriptions began with each product in each month, in UTC, and how many of them reached "
                + "each paid period. A product change or a return stays in its cohort. An answer has at most "
                + "\(CohortMonths.maximumCount) months and \(FigureService.maximumRows) numbers.",
            parameters: [
                .query(
                    "from",
                    Self.month,
                    "The first month; \(CohortMonths.usualCount - 1) months before the last one by default."
                ),
                .query("to", Self.month, "The last month; the current one by default."),
                .query("product", .product, "Only this product."),
                .environment,
            ],
            answers: [
                .ok(
                    .object(
                        .required("environment", .string()),
                        .required(
                            "cohorts",
                            .array(
                                of: .object(
                                    .required("product", .string(), "The product with which they began."),
                                    .required("month", .string(), "The month: `2026-03`."),
                                    .required("starts", .integer(), "The number of subscriptions that began."),
                                    .required(
                                        "periods",
                                        .array(of: .integer()),
                                        "How many reached the first paid period, the second, and so on."
                                    ),
                                    .optional(
                                        "completePeriods",
                                        .integer(),
                                        "How many of these numbers are complete, because the last members have had the "
                                            + "time to get there; absent where the catalog does not state the period, and "
                                            + "outside Production."
                                    ),
                                    .required(
                                        "revenue",
                                        .array(
                                            of: .object(
                                                .required("currency", .string()),
                                                .required(
                                                    "starts",
                                                    .integer(),
                                                    "The number of subscriptions that began in this currency."
                                                ),
                                                .required(
                                                    "amountMilliunits",
                                                    .integer(),
                                                    "What customers paid for them so far, less refunds."
                                                )
                                            )
                                        ),
                                        "The money of all periods, by currency."
                                    )
                                )
                            ),
                            "By product and month."
                        )
                    )
                )
            ],
            problems: [.status(422, "field_invalid", "figures_too_many", "environment_invalid")]
        ),
    ]
}
