import Ledger

extension LookupRoutes {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/lookups",
            id: "lookUp",
            tag: .lookups,
            access: .read,
            summary: "Who and what any id is",
            description: "An order number of Apple's mails, a transaction, an original transaction, a token, an "
                + "`appTransactionId` or a customer. Apple is asked about what is spelt like an order number, and what "
                + "it signs is recorded.",
            parameters: [
                .query(
                    "id",
                    .string(length: 1...CustomerID.maximumBytes),
                    "The id, as a person gives it.",
                    isRequired: true
                )
            ],
            answers: [.ok(LookupBody.schema, "Everything that it stands for; an empty list for nothing.")],
            problems: [.status(422, "field_missing", "field_invalid")]
        )
    ]
}
