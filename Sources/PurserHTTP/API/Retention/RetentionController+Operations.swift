extension RetentionController {
    private static let environment = APIParameter.query(
        "environment",
        .enumeration("Production", "Sandbox"),
        "Where; Production if it is not there."
    )
    private static let message = APIParameter.path("message", .accountToken, "The message's id, a UUID of yours.")
    private static let image = APIParameter.path("image", .accountToken, "The picture's id, a UUID of yours.")
    private static let product = APIParameter.path(
        "product",
        .string(pattern: "^[!-.0-~]+$", length: 1...255),
        "The subscription."
    )
    private static let locale = APIParameter.path(
        "locale",
        .string(pattern: "^[!-.0-~]+$", length: 1...255),
        "Language, script, region: `zh-Hans-CN`."
    )
    private static let done = APIAnswer.empty(204, "Done.")
    private static let problems: [APIProblem] = [
        .unreadableBody,
        .status(404, "appstore_not_found"),
        .status(409, "appstore_not_configured", "appstore_conflict"),
        .status(
            422,
            "appstore_refused",
            "appstore_forbidden",
            "appstore_unauthorized",
            "environment_invalid",
            "field_missing",
            "field_unknown",
            "field_wrong_type"
        ),
        .status(503, "appstore_unreachable", "appstore_rate_limited"),
    ]

    private static func operation(
        _ method: APIMethod,
        _ path: String,
        _ id: String,
        _ summary: String,
        parameters: [APIParameter] = [],
        body: APIBody? = nil
    ) -> APIOperation {
        APIOperation(
            method,
            "/v1/retention/" + path,
            id: id,
            tag: .retention,
            access: method == .get ? .read : .admin,
            summary: summary,
            description: method == .get ? "Apple is asked." : "Apple is told, after it is in the audit log.",
            parameters: parameters + [Self.environment],
            body: body,
            answers: [method == .get ? .ok(.openObject, "As Apple answers.") : Self.done],
            problems: Self.problems
        )
    }

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        Self.operation(.get, "messages", "listRetentionMessages", "The messages that Apple has, with their states"),
        Self.operation(
            .put,
            "messages/{message}",
            "uploadRetentionMessage",
            "Hand a message in for Apple's review",
            parameters: [Self.message],
            body: .json(.openObject, "Apple's UploadMessageRequestBody as it is.")
        ),
        Self.operation(
            .delete,
            "messages/{message}",
            "deleteRetentionMessage",
            "Take a message away",
            parameters: [Self.message]
        ),
        Self.operation(.get, "images", "listRetentionImages", "The pictures that Apple has, with their states"),
        Self.operation(
            .put,
            "images/{image}",
            "uploadRetentionImage",
            "Hand a picture in for Apple's review",
            parameters: [
                Self.image,
                .query("size", .enumeration("FULL_SIZE", "BULLET_POINT"), "`FULL_SIZE` if it is not there."),
            ],
            body: .file(["image/png"], "A PNG without transparency, 8 MB at most.")
        ),
        Self.operation(
            .delete,
            "images/{image}",
            "deleteRetentionImage",
            "Take a picture away",
            parameters: [Self.image]
        ),
        Self.operation(
            .get,
            "defaults/{product}/{locale}",
            "getDefaultMessage",
            "The message that is shown where the rules have none",
            parameters: [Self.product, Self.locale]
        ),
        Self.operation(
            .put,
            "defaults/{product}/{locale}",
            "setDefaultMessage",
            "Set the message that is shown where the rules have none",
            parameters: [Self.product, Self.locale],
            body: .json(.object(.required("messageIdentifier", .accountToken, "An approved message.")))
        ),
        Self.operation(
            .delete,
            "defaults/{product}/{locale}",
            "deleteDefaultMessage",
            "Show no message where the rules have none",
            parameters: [Self.product, Self.locale]
        ),
        Self.operation(.get, "realtime-url", "getRealtimeURL", "The address at which Apple asks for messages"),
        Self.operation(
            .put,
            "realtime-url",
            "setRealtimeURL",
            "Set the address at which Apple asks for messages",
            body: .json(
                .object(
                    .required(
                        "realtimeURL",
                        .string(length: 1...256),
                        "`https://.../apple/{app}/retention` of this server."
                    )
                )
            )
        ),
        Self.operation(
            .delete,
            "realtime-url",
            "deleteRealtimeURL",
            "Let Apple ask nobody for messages"
        ),
    ]
}
