extension RetentionController {
    private static let environment = APIParameter.query(
        "environment",
        .enumeration("Production", "Sandbox"),
        "The environment; Production by default."
    )
    private static let message = APIParameter.path(
        "message",
        .accountToken,
        "The message's id, a UUID that you choose."
    )
    private static let image = APIParameter.path("image", .accountToken, "The image's id, a UUID that you choose.")
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
            description: method == .get
                ? "The server asks Apple." : "The server sends the change to Apple after it is in the audit log.",
            parameters: parameters + [Self.environment],
            body: body,
            answers: [method == .get ? .ok(.openObject, "Apple's response.") : Self.done],
            problems: Self.problems
        )
    }

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        Self.operation(.get, "messages", "listRetentionMessages", "List retention messages"),
        Self.operation(
            .put,
            "messages/{message}",
            "uploadRetentionMessage",
            "Submit a retention message for review",
            parameters: [Self.message],
            body: .json(.openObject, "Apple's UploadMessageRequestBody, unchanged.")
        ),
        Self.operation(
            .delete,
            "messages/{message}",
            "deleteRetentionMessage",
            "Delete a retention message",
            parameters: [Self.message]
        ),
        Self.operation(.get, "images", "listRetentionImages", "List retention images"),
        Self.operation(
            .put,
            "images/{image}",
            "uploadRetentionImage",
            "Submit a retention image for review",
            parameters: [
                Self.image,
                .query("size", .enumeration("FULL_SIZE", "BULLET_POINT"), "`FULL_SIZE` by default."),
            ],
            body: .file(["image/png"], "A PNG without transparency, at most 8 MB.")
        ),
        Self.operation(
            .delete,
            "images/{image}",
            "deleteRetentionImage",
            "Delete a retention image",
            parameters: [Self.image]
        ),
        Self.operation(
            .get,
            "defaults/{product}/{locale}",
            "getDefaultMessage",
            "Get the default retention message",
            parameters: [Self.product, Self.locale]
        ),
        Self.operation(
            .put,
            "defaults/{product}/{locale}",
            "setDefaultMessage",
            "Set the default retention message",
            parameters: [Self.product, Self.locale],
            body: .json(.object(.required("messageIdentifier", .accountToken, "An approved message.")))
        ),
        Self.operation(
            .delete,
            "defaults/{product}/{locale}",
            "deleteDefaultMessage",
            "Delete the default retention message",
            parameters: [Self.product, Self.locale]
        ),
        Self.operation(.get, "realtime-url", "getRealtimeURL", "Get the URL for retention messages"),
        Self.operation(
            .put,
            "realtime-url",
            "setRealtimeURL",
            "Set the URL for retention messages",
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
            "Delete the URL for retention messages"
        ),
    ]
}
