import Ledger

extension RefundRoutes {
    private static let report = APISchema.named(
        "ListedReportedRefund",
        .record(
            [
                .required("environment", .environment),
                .required(
                    "state",
                    .words(ReportedRefund.State.allCases.map(\.rawValue)),
                    "`refundReported` while it stands, `refunded` once Apple signed it, `undone` once Apple signed the "
                        + "purchase later without a revocation, `purchaseUnknown` until the purchase is known."
                ),
                .optional("customer", .string(), "Whose purchase it is; absent for nobody's."),
                .required("transaction", .transaction),
                .required("originalTransaction", .transaction),
                .required("product", .product),
            ] + EventForm.report
        )
    )

    /// The list of reported refunds as the OpenAPI document describes it.
    static let reported: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/reported-refunds",
            id: "listReportedRefunds",
            tag: .refunds,
            access: .read,
            summary: "The refunds that version 1 notifications reported and that Apple did not sign",
            description: "In the order in which their transactions were reported first, each with what became of it.",
            parameters: [.limit(Int64(RefundExchange.maximumPage)), .cursor],
            answers: [
                .ok(
                    .object(
                        .required("reports", .array(of: Self.report)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of them."
                )
            ],
            problems: [.status(422, "field_wrong_type", "field_invalid")]
        )
    ]
}
