package import Ledger

/// An operator in JSON.
package struct OperatorBody: Codable, Hashable, Sendable {
    /// The name.
    package let name: String
    /// The role.
    package let role: String
    /// Whether the person can sign in: `active`, `invited` or `expired`.
    package let state: String
    /// Whether sign-ins need a code.
    package let hasSecondFactor: Bool
    /// When the operator was created.
    package let createdAt: String
    /// Who created the operator.
    package let createdBy: String
    /// Until when the link of the open invitation can be used.
    package let invitationExpiresAt: String?
    /// The one-time link; only in the response that creates it.
    package let link: String?

    /// Creates the body of an operator, with the link if it was just created.
    package init(_ account: OperatorAccount, at now: Instant, link: String? = nil) {
        self.name = account.name.rawValue
        self.role = account.role.rawValue
        self.state = account.state(at: now).rawValue
        self.hasSecondFactor = account.secondFactor != nil
        self.createdAt = account.createdAt.rfc3339
        self.createdBy = account.createdBy
        self.invitationExpiresAt = account.isInvited(at: now) ? account.invitation?.expiresAt.rfc3339 : nil
        self.link = link
    }
}

extension OperatorBody {
    /// The schema of the body.
    static let schema = APISchema.named(
        "Operator",
        .object(
            .required("name", .string(), "The name with which the person signs in."),
            .required("role", .enumeration(OperatorRole.allCases.map(\.rawValue)), "What the person may do."),
            .required(
                "state",
                .enumeration(OperatorAccount.State.allCases.map(\.rawValue)),
                "`active` with a password, `invited` with a link that can be used, otherwise `expired`."
            ),
            .required("hasSecondFactor", .boolean, "Whether sign-ins need a code."),
            .required("createdAt", .instant),
            .required("createdBy", .string(), "Who created the operator: a user of the machine, a key or an operator."),
            .optional("invitationExpiresAt", .instant, "Until when the link of the open invitation can be used."),
            .optional("link", .string(), "The one-time link; only in the response that creates it.")
        )
    )
}

extension OperatorController {
    private static let name = APIParameter.path("operator", .string(), "The operator's `name`.")
    private static let reason = APIParameter.query(
        "reason",
        .string(length: 1...1000),
        "The reason, for the audit log."
    )

    private static let refused = APIProblem.status(403, "operator_key_needed")

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/operators",
            id: "listOperators",
            tag: .authentication,
            access: .admin,
            summary: "List the operators of the dashboard",
            description: "By name. Only operators of all apps may call it.",
            parameters: [.limit(200), .cursor],
            answers: [
                .ok(
                    .object(
                        .required("operators", .array(of: OperatorBody.schema)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of operators."
                )
            ],
            problems: [Self.refused, .status(422, "field_wrong_type", "field_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/operators",
            id: "inviteOperator",
            tag: .authentication,
            access: .admin,
            summary: "Invite an operator to the dashboard",
            description:
                "Only this response contains the link, with which the person sets a password once, within three days. "
                + "For an operator who exists the link sets another password and removes the second factor, and "
                + "`role` sets the role; without it they keep theirs.",
            body: .json(
                .named(
                    "NewOperator",
                    .object(
                        .required("name", .string(length: 1...64), "Letters, digits and `.`, `_`, `-`, `@`, `+`."),
                        .optional(
                            "role",
                            .enumeration(OperatorRole.allCases.map(\.rawValue)),
                            "What the person may do; a new operator needs it."
                        ),
                        .optional("reason", .string(length: 1...1000), "The reason, for the audit log.")
                    )
                )
            ),
            answers: [.json(201, OperatorBody.schema, "The operator with the link.")],
            problems: [
                Self.refused, .unreadableBody, .wrongFields("operator_name_invalid"),
                .status(409, "operator_last_administrator"),
            ]
        ),
        APIOperation(
            .patch,
            "/v1/operators/{operator}",
            id: "changeOperator",
            tag: .authentication,
            access: .admin,
            summary: "Change the role of an operator",
            description: "The operator's next request has the role.",
            parameters: [Self.name],
            body: .json(
                .named(
                    "OperatorChange",
                    .object(
                        .required("role", .enumeration(OperatorRole.allCases.map(\.rawValue))),
                        .optional("reason", .string(length: 1...1000), "The reason, for the audit log.")
                    )
                )
            ),
            answers: [.ok(OperatorBody.schema, "The operator with the role.")],
            problems: [
                Self.refused, .unreadableBody, .wrongFields(), .status(404, "operator_not_found"),
                .status(409, "operator_last_administrator"),
            ]
        ),
        APIOperation(
            .delete,
            "/v1/operators/{operator}",
            id: "removeOperator",
            tag: .authentication,
            access: .admin,
            summary: "Remove an operator",
            description: "The operator's sessions end. The audit log keeps the name.",
            parameters: [Self.name, Self.reason],
            answers: [.ok(OperatorBody.schema, "The operator, who is removed.")],
            problems: [
                Self.refused, .status(404, "operator_not_found"), .status(409, "operator_last_administrator"),
                .status(422, "field_invalid"),
            ]
        ),
        APIOperation(
            .delete,
            "/v1/operators/{operator}/sessions",
            id: "endOperatorSessions",
            tag: .authentication,
            access: .admin,
            summary: "End all sessions of an operator",
            description: "The operator has to sign in again in every browser.",
            parameters: [Self.name, Self.reason],
            answers: [
                .ok(.object(.required("ended", .integer(), "The number of sessions that ended.")), "They ended.")
            ],
            problems: [Self.refused, .status(404, "operator_not_found"), .status(422, "field_invalid")]
        ),
    ]
}
