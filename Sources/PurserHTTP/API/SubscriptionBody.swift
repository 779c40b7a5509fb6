/// The state of a subscription as our JSON shows it; `JSONText` writes it.
enum SubscriptionBody {
    /// The form of it.
    static let schema = APISchema.named("Subscription", .record(Self.told + [Self.asks]))

    private static let told = SubscriptionForm.ofRight(
        state: .required(
            "state",
            .string(),
            "`active`, `grace`, `retry`, `overdue`, `expired`, `revoked` or `unknown`."
        ),
        renewStatus: .required("renewStatus", .string(), "`on`, `off`, `offByRefundRequest` or `unknown`."),
        willRenew: .string()
    )
    private static let asks = APIProperty.required(
        "asks",
        .array(of: .string()),
        "What Apple would have to be asked, because the evidence leaves it open."
    )
}
