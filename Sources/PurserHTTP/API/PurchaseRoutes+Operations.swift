import Ledger

extension PurchaseRoutes {
    /// What may be wrong with the body, and with what is signed in it, which is JSON too.
    private static let json = [
        "json_invalid", "json_wrong_type", "json_not_utf8", "json_duplicate_key", "json_number_out_of_range",
        "json_too_deep", "json_too_many_nodes",
    ]

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/v1/purchases",
            id: "submitPurchase",
            tag: .purchases,
            access: .writeInApp,
            summary: "Hand in a transaction or receipt that StoreKit gave to the app",
            description: "It is verified, recorded, its owner decided, and the committed state answered. The same "
                + "transaction may come any number of times. Every refusal of the transaction is a 422 with the code of "
                + "the check that failed.",
            parameters: [.dryRun],
            body: .json(
                .named(
                    "PurchaseSubmission",
                    .object(
                        .optional(
                            "customer",
                            .customer,
                            "Whose purchase it is said to be. Without it, the customer of the app in the field, or the "
                                + "one for whom `appAccountToken` or the transaction's own token stands."
                        ),
                        .optional("signedTransaction", .compactJWS, "StoreKit's `jwsRepresentation`."),
                        .optional(
                            "receipt",
                            .string(),
                            "Instead of it: an app receipt in Base64, or a transaction receipt from before iOS 7, for which "
                                + "Apple is asked. Submitted is the purchase of `transactionId`; without one the "
                                + "newest purchase of each kind of product that nobody owns, and with the intents "
                                + "`sync` and `restore` every purchase that nobody owns."
                        ),
                        .optional(
                            "transactionId",
                            .string(pattern: "^[0-9]+$", length: 1...64),
                            "Instead of both: Apple is asked for the transaction. Beside `receipt`: which purchase it "
                                + "is about."
                        ),
                        .optional("intent", .words("purchase", "sync", "restore"), "`purchase` if it is not there."),
                        .optional("appAccountToken", .accountToken, "From now on stands for this customer.")
                    )
                )
            ),
            answers: [.ok(PurchaseAnswer.schema, "The committed state.")],
            problems: [
                .status(400, codes: Self.json + ["body_incomplete"]),
                .wrongFields(
                    "customer_invalid",
                    "customer_reserved",
                    "intent_invalid",
                    "account_token_invalid",
                    "field_not_allowed",
                    "transaction_id_invalid",
                    "transaction_not_in_receipt",
                    "transaction_receipt_unconfirmed"
                ),
                .status(422, codes: Self.json),
                .status(409, "owned_by_another", "appstore_not_configured", "transaction_receipt_needs_key"),
                .status(429, "unknown_signer_rate_limited"),
                .status(503, "quarantine_full"),
            ]
        )
    ]
}
