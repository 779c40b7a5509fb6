import AppStore
import Ledger
import Notation

/// The state of a subscription as our JSON shows it; `JSONText` writes it.
enum SubscriptionBody {
    /// A state inside an object that is encoded.
    static func value(_ state: SubscriptionState) -> JSONValue? {
        var json = JSONText()
        json.describe(SubscriptionAnswer(state), isAnswer: true)
        return try? JSONValue(json: json.bytes)
    }

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
