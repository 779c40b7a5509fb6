package import Ledger
package import PurserService

/// An import in JSON.
package struct ImportBody: Codable, Hashable, Sendable {
    /// The reason why an import is paused.
    package struct Reason: Codable, Hashable, Sendable {
        /// A stable code.
        package let code: String
        /// What is wrong and how to correct it.
        package let detail: String
    }

    /// Its name.
    package let id: String
    /// The app.
    package let app: String
    /// The state: receiving, working, paused, finished or canceled.
    package let state: String
    /// The reason why it is paused, if it is.
    package let reason: Reason?
    /// Whether the imported purchases are published as events.
    package let events: Bool
    /// Who started it.
    package let startedBy: String
    /// When it was started.
    package let startedAt: String
    /// When its state last changed.
    package let changedAt: String
    /// The number of rows read from the file.
    package let rows: Int64
    /// The number of imported rows.
    package let done: Int64
    /// The number of rows that could not be imported.
    package let failed: Int64
    /// The number of rows that wait.
    package let pending: Int64
    /// The last line of the file that was stored.
    package let lastLine: Int64
    /// Why the request changed nothing, if there was nothing to retry.
    package let nothing: String?

    /// Creates the body of an import.
    package init(_ job: ImportJob, nothing: NoChange.Code? = nil) {
        self.id = job.id.rawValue
        self.app = job.app.rawValue
        self.state = job.state.rawValue
        self.reason = job.pause.map { Reason(code: $0.code, detail: $0.detail) }
        self.events = job.publishesEvents
        self.startedBy = job.startedBy
        self.startedAt = job.startedAt.rfc3339
        self.changedAt = job.changedAt.rfc3339
        self.rows = job.counts.rows
        self.done = job.counts.done
        self.failed = job.counts.failed
        self.pending = job.counts.pending
        self.lastLine = job.lastLine
        self.nothing = nothing?.rawValue
    }
}

extension ImportBody {
    /// Its schema.
    static let schema = APISchema.named(
        "Import",
        .object(
            .required("id", .string(), "The import's id."),
            .required("app", .string()),
            .required("state", .enumeration("receiving", "working", "paused", "finished", "canceled")),
            .optional(
                "reason",
                .object(
                    .required("code", .string()),
                    .required("detail", .string(), "What is wrong and how to correct it.")
                ),
                "The reason why it is paused."
            ),
            .required("events", .boolean, "Whether the imported purchases are published as events."),
            .required("startedBy", .string()),
            .required("startedAt", .instant),
            .required("changedAt", .instant),
            .required("rows", .integer(), "The number of rows read from the file."),
            .required("done", .integer(), "The number of imported rows."),
            .required("failed", .integer(), "The number of rows that could not be imported."),
            .required("pending", .integer(), "The number of rows that wait."),
            .required("lastLine", .integer(), "The last line of the file that was stored."),
            .nothing
        )
    )
}
