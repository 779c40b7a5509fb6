package import Ledger
package import PurserService

/// An import as our JSON shows it.
package struct ImportBody: Codable, Hashable, Sendable {
    /// Why an import does not go on.
    package struct Reason: Codable, Hashable, Sendable {
        /// A stable code.
        package let code: String
        /// What is wrong and what would help.
        package let detail: String
    }

    /// Its name.
    package let id: String
    /// The app.
    package let app: String
    /// Where it stands: receiving, working, paused, finished or canceled.
    package let state: String
    /// Why it does not go on, where it does not.
    package let reason: Reason?
    /// Whether what it brings is published as events.
    package let events: Bool
    /// Who started it.
    package let startedBy: String
    /// When it was started.
    package let startedAt: String
    /// When its state last changed.
    package let changedAt: String
    /// Rows taken from the file.
    package let rows: Int64
    /// Rows that are imported.
    package let done: Int64
    /// Rows that could not be imported.
    package let failed: Int64
    /// Rows that wait.
    package let pending: Int64
    /// The last line of the file that was kept.
    package let lastLine: Int64
    /// Why nothing was done, where it was to be tried again and there was nothing to try.
    package let nothing: String?

    /// The body of an import.
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
    /// The form of it.
    static let schema = APISchema.named(
        "Import",
        .object(
            .required("id", .string(), "Its name."),
            .required("app", .string()),
            .required("state", .enumeration("receiving", "working", "paused", "finished", "canceled")),
            .optional(
                "reason",
                .object(
                    .required("code", .string()),
                    .required("detail", .string(), "What is wrong and what would help.")
                ),
                "Why it does not go on."
            ),
            .required("events", .boolean, "Whether what it brings is published as events."),
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
