import PurserService

extension LinkController {
    private static let failure = APISchema.named(
        "LinkFailure",
        .object(
            .required("at", .instant, "When it was found."),
            .optional(
                "step",
                .words(LinkFailure.Step.allCases.map(\.rawValue)),
                "The step that failed; absent where another node has probed."
            ),
            .optional(
                "cause",
                .words(LinkFailure.Cause.allCases.map(\.rawValue)),
                "How; absent where another node has probed."
            ),
            .optional("status", .integer(), "The HTTP status, where an answer had come."),
            .required(
                "place",
                .words(LinkFailure.Place.allCases.map(\.rawValue)),
                "Where it breaks: our name servers, the route, TLS, or Apple."
            ),
            .required("text", .string(), "The failure in words, and who is to look first.")
        )
    )

    private static let link = APISchema.named(
        "Link",
        .object(
            .required("host", .string(), "The host, with its port where it is not the usual one."),
            .required("state", .words("up", "down", "unknown"), "What the newest probe found."),
            .optional("since", .instant, "Since when it is so, as far as is known."),
            .optional("probedAt", .instant, "When the newest probe was."),
            .required(
                "stepMilliseconds",
                .map(of: .integer()),
                "How long the steps of it took that succeeded: `dns`, `tcp`, `tls`, `first_byte`; empty where another "
                    + "node has probed."
            ),
            .optional("lastFailure", Self.failure, "The newest failure, which may be over."),
            .optional("certificateExpiresAt", .instant, "When the host's certificate ends."),
            .optional("clockAheadMilliseconds", .integer(), "How far the host's clock is ahead of ours, to a second.")
        )
    )

    /// The route as the OpenAPI document describes it.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/links",
            id: "listLinks",
            tag: .server,
            access: .read,
            summary: "Whether each host of Apple's can be reached, and where it breaks",
            description: "Each host that the configuration uses is probed once a minute without a key: its name, the "
                + "connection, TLS, the first byte, and the form of the answer. `watch.links: false` switches it off.",
            parameters: [AlarmController.language],
            answers: [
                .ok(
                    .named(
                        "LinkList",
                        .object(
                            .required("enabled", .boolean, "Whether hosts are probed."),
                            .required("links", .array(of: Self.link), "The hosts, in the order of the configuration.")
                        )
                    ),
                    "The hosts."
                )
            ],
            problems: [.status(422, "field_invalid")]
        )
    ]
}
