import Hummingbird
import Ledger
import PurserService

/// Which legacy formats an app still uses, for whoever wants to move over.
struct LegacyUsageController {
    /// Answers.
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
                "days is a whole number from 1 to \(LegacyUsageService.maximumDays).",
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
                "Which formats can take each other's place; shares are within a kind."
            ),
            .required("legacy", .boolean, "Whether it is one that will go."),
            .required("count", .integer(), "How often it was used."),
            .optional("shareMilliPercent", .integer(0...100_000), "Its share, in thousandths of a percent."),
            .required(
                "days",
                .array(
                    of: .named(
                        "LegacyUsageDay",
                        .object(.required("day", Self.day), .required("count", .integer()))
                    )
                ),
                "Day by day in UTC, the earliest first; days without a use are left out."
            ),
            .required(
                "versions",
                .array(
                    of: .named(
                        "LegacyUsageVersion",
                        .object(
                            .optional("version", .string(), "The app's; absent where the format does not state it."),
                            .required("count", .integer()),
                            .required("lastDay", Self.day)
                        )
                    )
                ),
                "The most frequent first."
            ),
            .optional(
                "step",
                .named(
                    "LegacyUsageStep",
                    .object(
                        .required(
                            "state",
                            .enumeration(LegacyUsageStep.State.allCases.map(\.rawValue)),
                            "`unused` may be switched off."
                        ),
                        .optional("lastDay", Self.day, "When it was used last, within the last 30 days."),
                        .required("toDo", .string(), "What is missing to switch it off.")
                    )
                ),
                "Only of legacy formats."
            )
        )
    )

    /// The route as the OpenAPI document describes it.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/legacy-usage",
            id: "getLegacyUsage",
            tag: .server,
            access: .read,
            summary: "Which legacy formats are still used, by which versions, and what is missing to switch each off",
            description: "Receipts, verifyReceipt and notifications of version 1 beside signed transactions and "
                + "version 2: how often, by day and by version of the app. Written down every ten seconds.",
            parameters: [
                .query("days", .integer(1...366), "How many days, today included; 30 where it is left out."),
                .query(
                    "language",
                    .enumeration(PageLanguage.allCases.map(\.rawValue)),
                    "The language of `toDo`; English if it is not there."
                ),
            ],
            answers: [
                .ok(
                    .named(
                        "LegacyUsage",
                        .object(
                            .required("from", Self.day, "The first day."),
                            .required("through", Self.day, "The last: today, in UTC."),
                            .optional("countedSince", Self.day, "The first day of which anything is counted."),
                            .required("formats", .array(of: Self.format), "Every format, the new one of each kind too.")
                        )
                    ),
                    "The report."
                )
            ],
            problems: [.status(422, "days_invalid", "field_invalid")]
        )
    ]
}

/// Which legacy formats are used, as our JSON shows it.
struct LegacyUsageBody: Encodable, Sendable {
    /// How often a format was used on a day.
    struct Day: Encodable, Sendable {
        let day: String
        let count: Int64
    }

    /// How often a version used a format.
    struct Version: Encodable, Sendable {
        let version: String?
        let count: Int64
        let lastDay: String
    }

    /// What is missing to switch a format off.
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

    /// What a report says, with what to do in a language.
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
