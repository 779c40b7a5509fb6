import Hummingbird
import Ledger
import PurserService

/// A controller for the usage of legacy formats, for the migration away from them.
struct LegacyUsageController {
    /// The service that reads the usage.
    let service: LegacyUsageService

    /// Adds `GET /v1/legacy-usage`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/legacy-usage", use: self.get)
    }

    @concurrent
    @Sendable private func get(_ request: Request, context: AppContext) async throws -> Response {
        let days = try Self.days(in: request)
        let language = try RequestQuery.language(in: request)
        let report = try await self.report(on: context.app, days: days)
        return try JSONResponse.encode(LegacyUsageBody(report, in: language))
    }

    private func report(on app: ServedApp, days: Int64) async throws -> LegacyUsageReport {
        do {
            return try await self.service.report(on: app, days: days)
        } catch {
            throw Problem.storage(error)
        }
    }

    private static func days(in request: Request) throws -> Int64 {
        guard let text = request.uri.queryParameters["days"] else { return LegacyUsageService.usualDays }
        guard let days = Int64(text), (1...LegacyUsageService.maximumDays).contains(days) else {
            throw Problem(
                .unprocessableContent,
                code: "days_invalid",
                "days must be an integer from 1 to \(LegacyUsageService.maximumDays).",
                field: "days"
            )
        }
        return days
    }
}

extension LegacyUsageController {
    private static let day = APISchema.string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", format: "date")

    private static let format = APISchema.named(
        "LegacyUsageFormat",
        .object(
            .required("format", .enumeration(InputFormat.allCases.map(\.rawValue)), "The format."),
            .required(
                "kind",
                .enumeration(InputFormat.Kind.allCases.map(\.rawValue)),
                "The kind, which determines the formats that can replace it; shares are within a kind."
            ),
            .required("legacy", .boolean, "Whether it is a legacy format."),
            .required("count", .integer(), "The number of uses."),
            .optional("shareMilliPercent", .integer(0...100_000), "Its share, in thousandths of a percent."),
            .required(
                "days",
                .array(
                    of: .named(
                        "LegacyUsageDay",
                        .object(.required("day", Self.day), .required("count", .integer()))
                    )
                ),
                "The uses by day in UTC, earliest first; days without a use are absent."
            ),
            .required(
                "versions",
                .array(
                    of: .named(
                        "LegacyUsageVersion",
                        .object(
                            .optional(
                                "version",
                                .string(),
                                "The app's version; absent if the format does not contain it."
                            ),
                            .required("count", .integer()),
                            .required("lastDay", Self.day)
                        )
                    )
                ),
                "The versions with the most uses first."
            ),
            .optional(
                "step",
                .named(
                    "LegacyUsageStep",
                    .object(
                        .required(
                            "state",
                            .enumeration(LegacyUsageStep.State.allCases.map(\.rawValue)),
                            "`unused` formats can be switched off."
                        ),
                        .optional("lastDay", Self.day, "The day of the last use within the last 30 days."),
                        .required("toDo", .string(), "What has to be done to switch it off.")
                    )
                ),
                "What has to be done; for legacy formats only."
            )
        )
    )

    /// The OpenAPI description of the route.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/legacy-usage",
            id: "getLegacyUsage",
            tag: .server,
            access: .read,
            summary: "Get the usage of legacy formats",
            description:
                "The uses of receipts, verifyReceipt and version 1 notifications, and of signed transactions and "
                + "version 2, by day and by version of the app, and what has to be done to switch each legacy "
                + "format off. The server stores the counts every ten seconds.",
            parameters: [
                .query("days", .integer(1...366), "The number of days, including today; 30 by default."),
                .query(
                    "language",
                    .enumeration(PageLanguage.allCases.map(\.rawValue)),
                    "The language of `toDo`; English by default."
                ),
            ],
            answers: [
                .ok(
                    .named(
                        "LegacyUsage",
                        .object(
                            .required("from", Self.day, "The first day, in UTC."),
                            .required("through", Self.day, "The last day: today, in UTC."),
                            .optional("countedSince", Self.day, "The first day with a count."),
                            .required(
                                "formats",
                                .array(of: Self.format),
                                "Every format, including the current one of each kind."
                            )
                        )
                    ),
                    "The report."
                )
            ],
            problems: [.status(422, "days_invalid", "field_invalid")]
        )
    ]
}

/// The usage of legacy formats in JSON.
struct LegacyUsageBody: Encodable, Sendable {
    /// The number of uses of a format on a day.
    struct Day: Encodable, Sendable {
        let day: String
        let count: Int64
    }

    /// The number of uses of a format by a version.
    struct Version: Encodable, Sendable {
        let version: String?
        let count: Int64
        let lastDay: String
    }

    /// What has to be done to switch a format off.
    struct Step: Encodable, Sendable {
        let state: String
        let lastDay: String?
        let toDo: String
    }

    /// A format.
    struct Format: Encodable, Sendable {
        let format: String
        let kind: String
        let legacy: Bool
        let count: Int64
        let shareMilliPercent: Int64?
        let days: [Day]
        let versions: [Version]
        let step: Step?
    }

    let from: String
    let through: String
    let countedSince: String?
    let formats: [Format]

    /// Creates the body of a report, with texts in one language.
    init(_ report: LegacyUsageReport, in language: PageLanguage) {
        self.from = report.from.text
        self.through = report.through.text
        self.countedSince = report.countedSince?.text
        self.formats = report.lines.map { line in
            Format(
                format: line.format.rawValue,
                kind: line.format.kind.rawValue,
                legacy: line.format.isLegacy,
                count: line.count,
                shareMilliPercent: line.share,
                days: line.days.map { Day(day: $0.day.text, count: $0.count) },
                versions: line.versions.map { version in
                    Version(
                        version: version.name.isEmpty ? nil : version.name,
                        count: version.count,
                        lastDay: version.lastDay.text
                    )
                },
                step: line.step.map { step in
                    Step(
                        state: step.state.rawValue,
                        lastDay: step.lastDay?.text,
                        toDo: language == .simplifiedChinese ? step.chineseSentence : step.sentence
                    )
                }
            )
        }
    }
}
