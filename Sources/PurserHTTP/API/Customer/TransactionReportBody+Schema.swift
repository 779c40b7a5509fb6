extension TransactionReportBody {
    /// The form of it.
    static let schema = APISchema.named(
        "TransactionReport",
        .object(
            .required("transaction", .transaction),
            .required("originalTransaction", .transaction),
            .required("environment", .environment),
            .optional("owner", .customer, "Whose it is; absent for nobody."),
            .required("reason", .string(), "The rule of ownership that decided."),
            .optional("appAccountToken", .string(), "The token in it, also where it is no UUID."),
            .optional("appTransaction", .string(), "The Apple Account in this app."),
            .optional("purchase", PurchaseLineBody.schema),
            .optional("subscription", SubscriptionBody.schema),
            .required(
                "chain",
                .array(
                    of: .object(
                        .required("transactions", .array(of: .transaction)),
                        .required("product", .product),
                        .required("purchasedAt", .instant),
                        .optional("endsAt", .instant),
                        .optional("owner", .customer),
                        .required("reason", .string())
                    )
                ),
                "Every purchase of the chain, earliest first, and whose it is."
            ),
            .required(
                "evidence",
                .array(
                    of: .object(
                        .required("signedAt", .instant),
                        .required("payloadDigest", .string(), "The first eight bytes of the payload's SHA-256."),
                        .optional("revokedAt", .instant),
                        .required("reversal", .boolean)
                    )
                ),
                "What Apple signed of it that still matters, oldest first."
            ),
            .required("moves", .array(of: MoveBody.schema), "The moves of the chain, newest first.")
        )
    )
}
