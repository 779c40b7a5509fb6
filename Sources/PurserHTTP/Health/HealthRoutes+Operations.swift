extension HealthRoutes {
    private static let schema = APISchema.named(
        "Health",
        .object(
            .required("status", .words("live", "ready", "not ready")),
            .required("trust", .words("apple", "simulator"), "Whose roots the process trusts."),
            .required("checks", .map(of: .string()), "What was looked at: `ok`, or a code."),
            .optional("held", .map(of: .integer()), "Evidence that is on disk and not applied, by reason.")
        )
    )

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/health/live",
            id: "readLiveness",
            tag: .server,
            access: .anyone,
            summary: "Whether the process answers",
            answers: [.ok(Self.schema, "It does.")]
        ),
        APIOperation(
            .get,
            "/health/ready",
            id: "readReadiness",
            tag: .server,
            access: .anyone,
            summary: "Whether a write would reach the disk",
            answers: [
                .ok(Self.schema, "It would."),
                .json(503, Self.schema, "It would not; `checks` says why."),
            ]
        ),
    ]
}
