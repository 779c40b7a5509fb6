extension ImportBody {
    /// The form of it.
    static let schema = APISchema.named(
        "Import",
        .object(
            .required("id", .string(), "Its name."),
            .required("app", .string()),
            .required("state", .words("receiving", "working", "paused", "finished", "cancelled")),
            .optional(
                "reason",
                .object(
                    .required("code", .string()),
                    .required("detail", .string(), "What is wrong and what would help.")
                ),
                "Why it does not go on."
            ),
            .required("events", .boolean, "Whether what it brings is told as events."),
            .required("startedBy", .string()),
            .required("startedAt", .instant),
            .required("changedAt", .instant),
            .required("rows", .integer(), "Rows taken from the file."),
            .required("done", .integer(), "Rows that are imported."),
            .required("failed", .integer(), "Rows that could not be imported."),
            .required("pending", .integer(), "Rows that wait."),
            .required("lastLine", .integer(), "The last line of the file that was kept."),
            .nothing
        )
    )
}
