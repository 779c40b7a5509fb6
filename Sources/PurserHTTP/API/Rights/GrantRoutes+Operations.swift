import Ledger
import PurserService

extension GrantRoutes {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}/grants",
            id: "listGrants",
            tag: .entitlements,
            access: .read,
            summary: "What a customer was granted by hand",
            description: "Grants that are over or were taken back are listed too.",
            parameters: [.customer],
            answers: [
                .ok(
                    .named(
                        "Grants",
                        .object(
                            .required("customer", .customer),
                            .required("grants", .array(of: GrantBody.schema))
                        )
                    ),
                    "The grants, by name."
                )
            ],
            problems: [.status(422, "customer_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/customers/{customer}/grants",
            id: "createGrant",
            tag: .entitlements,
            access: .write,
            summary: "Give a customer a right by hand",
            description: "It joins the customer's rights with the reason `granted`, and rests on no transaction. The "
                + "audit log names who gave it.",
            parameters: [.customer],
            body: .json(
                .named(
                    "GrantRequest",
                    .object(
                        .required("right", .string(length: 1...255), "A right that the catalogue names."),
                        .required("reason", .string(length: 1...GrantDesk.maximumReasonBytes), "Why."),
                        .optional("from", .instant, "When it begins; now if it is not there."),
                        .optional("until", .instant, "When it ends; never if it is not there.")
                    )
                )
            ),
            answers: [.json(201, GrantBody.schema, "The grant, once it is on disk.")],
            problems: [
                .unreadableBody,
                .status(
                    422,
                    "customer_invalid",
                    "customer_reserved",
                    "field_missing",
                    "field_unknown",
                    "field_wrong_type",
                    "instant_invalid",
                    "right_unknown",
                    "grant_period_empty",
                    "grant_reason_missing"
                ),
            ]
        ),
        APIOperation(
            .delete,
            "/v1/customers/{customer}/grants/{grant}",
            id: "revokeGrant",
            tag: .entitlements,
            access: .write,
            summary: "Take a grant back",
            description: "From now on it gives nothing; it stays listed. Taking it back again changes nothing.",
            parameters: [
                .customer,
                .path("grant", .string(length: 1...255), "The grant's name."),
                .query(
                    "reason",
                    .string(length: 1...GrantDesk.maximumReasonBytes),
                    "Why.",
                    isRequired: true
                ),
            ],
            answers: [.ok(GrantBody.schema, "The grant as it is now.")],
            problems: [
                .status(404, "grant_unknown"),
                .status(422, "customer_invalid", "field_missing", "grant_reason_missing"),
            ]
        ),
    ]
}

extension GrantBody {
    /// The form of it.
    static let schema = APISchema.named(
        "Grant",
        .object(
            .required("id", .string(), "Its name."),
            .required("customer", .customer),
            .required("right", .string(), "The right."),
            .required("state", .words(Grant.State.allCases.map(\.rawValue)), "What has become of it by now."),
            .required("from", .instant, "When it begins."),
            .optional("until", .instant, "When it ends; absent for good."),
            .required("grantedAt", .instant, "When it was given."),
            .required("grantedBy", .string(), "Who gave it: an operator or a key."),
            .required("reason", .string(), "Why."),
            .optional("revokedAt", .instant, "When it was taken back."),
            .optional("revokedBy", .string(), "Who took it back."),
            .optional("revokedReason", .string(), "Why it was taken back."),
            .nothing
        )
    )
}
