import Hummingbird
import Ledger
import PurserService

/// The route by which a shop sees how the fetching of Apple's reports goes.
struct ReportScheduleRoutes {
    /// Answers.
    let controller: ReportScheduleController

    /// Adds the route.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/reports/schedule") { _, context in try await self.controller.show(context.app.name) }
    }

    /// The route as the OpenAPI document describes it.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/reports/schedule",
            id: "readReportSchedule",
            tag: .reports,
            access: .read,
            summary:
                "How the fetching of Apple's reports goes: the newest of each kind, the next, the last failure",
            description:
                "Of the app's own key for App Store Connect. Failures are those that the answering process met and that "
                + "no later success has made good; of several nodes, the leader fetches.",
            answers: [.ok(.object(.required("kinds", .array(of: Self.kind))), "One element for each kind.")],
            problems: [.status(409, "connect_not_configured")]
        )
    ]

    private static let kind = APISchema.named(
        "ReportFetchStatus",
        .object(
            .required("kind", .words(ReportKind.allCases.map(\.rawValue)), "Apple's `reportType`."),
            .optional("newestPeriod", .string(), "The newest period of which a report is kept, as Apple names it."),
            .optional("newestReport", .integer(), "The `number` of that report."),
            .optional("importedAt", .instant, "When it came."),
            .optional("nextAt", .instant, "When App Store Connect is asked for a report of the kind next."),
            .optional("pausedUntil", .instant, "Until when it is not asked, because of a failure."),
            .optional(
                "failure",
                .object(
                    .required("code", .string(), "The code of the error."),
                    .required("detail", .string(), "What is wrong and what helps; Apple's words, where it said any."),
                    .required("at", .instant, "When it happened last.")
                ),
                "The last failure, while nothing has made it good."
            )
        )
    )
}
