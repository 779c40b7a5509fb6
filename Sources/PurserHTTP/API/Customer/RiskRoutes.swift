import Foundation
import Hummingbird
import Ledger
import PurserService

/// Where a shop sees whose reasons to look twice reach the line of its catalogue, and those of one Apple account.
struct RiskRoutes {
    /// Answers.
    let exchange: RiskExchange

    /// Adds the routes.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/risk") { request, context in
            try await self.exchange.list(request, of: context.app.name)
        }
        group.get("/v1/apple-accounts/:account/risk") { request, context in
            let text = context.parameters.get("account") ?? ""
            guard (1...64).contains(text.utf8.count) else {
                throw RequestFields.invalid("account", "This must be an Apple account's appTransactionId.")
            }
            return try await self.exchange.show(
                AppTransactionID(text),
                in: context.app,
                environment: CustomerParameter.environment(in: request)
            )
        }
    }

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/risk",
            id: "listRaisedRisks",
            tag: .customers,
            access: .read,
            summary: "The customers whose reasons to look twice reach the line of the catalogue, the most points first",
            description:
                "In the order of their points when each was last looked at; points and reasons are those of now. "
                + "Nobody where the catalogue has no `risk.line`. Only Production is watched.",
            parameters: [.limit(Int64(RiskExchange.maximumPage)), .cursor],
            answers: [
                .ok(
                    .object(
                        .required("customers", .array(of: RiskBody.raised)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of them."
                )
            ],
            problems: [.status(422, "cursor_invalid", "field_wrong_type", "field_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/apple-accounts/{account}/risk",
            id: "readAppleAccountRisk",
            tag: .customers,
            access: .read,
            summary: "The reasons to look twice at an Apple account, each with its points",
            description:
                "Those of a customer who made all purchases with it. An account that nobody bought with has none.",
            parameters: [
                .path("account", .string(length: 1...64), "Apple's `appTransactionId`."), .environment,
            ],
            answers: [.ok(RiskBody.account, "The reasons, and whom the account serves.")],
            problems: [.status(422, "environment_invalid", "field_invalid")]
        ),
    ]
}
