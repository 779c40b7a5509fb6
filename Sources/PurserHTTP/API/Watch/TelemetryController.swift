import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller that accepts telemetry from installed apps, whose publishable key is not secret.
struct TelemetryController {
    /// The service that counts the reports.
    let service: TelemetryService
    /// The limit on the rate of reports per address.
    let rateLimiter: RateLimiter
    /// The limits on bodies.
    let limits: BodyLimits

    /// Adds `POST /v1/telemetry`.
    func add(to group: RouterGroup<AppContext>) {
        group.post("/v1/telemetry", use: self.submit)
    }

    @concurrent
    @Sendable private func submit(_ request: Request, context: AppContext) async throws -> Response {
        let isInApp = if case .publishable = context.principal { true } else { false }
        if isInApp, let client = context.client { try self.rateLimiter.count(telemetry: client) }
        let batch = try await self.limits.withBody(of: request, upTo: TelemetryRequest.maximumBody) { body in
            try TelemetryRequest(json: Array(body.readableBytesView)).batch
        }
        guard !isInApp || batch.weight <= TelemetryService.greatestWeight else {
            throw Problem(
                .unprocessableContent,
                code: "telemetry_too_much",
                "With a publishable key a request represents at most \(TelemetryService.greatestWeight) events: the "
                    + "sum of count, divided by sample. Send fewer reports at once, or a larger sample.",
                field: "reports"
            )
        }
        let outcome = self.service.count(batch, of: context.app.name)
        return try JSONResponse.encode(
            Answer(counted: outcome.counted, late: outcome.late),
            status: .accepted
        )
    }

    private struct Answer: Encodable {
        let counted: Int
        let late: Int
    }
}

extension TelemetryController {
    private static let report = APISchema.named(
        "AppReport",
        .object(
            .required("kind", .enumeration(AppReport.Kind.allCases.map(\.rawValue)), "What happened."),
            .optional(
                "outcome",
                .enumeration(AppReport.Outcome.allCases.map(\.rawValue)),
                "The outcome; by default the one that `code` implies, otherwise the usual outcome of the kind."
            ),
            .optional(
                "code",
                .string(length: 1...64),
                "The cause of the failure, with StoreKit's name: `networkError`. An unknown code counts as `other`."
            ),
            .optional(
                "milliseconds",
                .integer(0...Int64(AppReport.greatestMilliseconds)),
                "The duration in milliseconds, at most ten minutes."
            ),
            .optional(
                "count",
                .integer(1...Int64(AppReport.greatestCount)),
                "The number of events that the report represents; 1 by default."
            ),
            .optional("at", .string(length: 1...64), "When it happened (RFC 3339); now by default.")
        )
    )

    /// The OpenAPI description of the route.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/v1/telemetry",
            id: "reportTelemetry",
            tag: .watch,
            access: .writeInApp,
            summary: "Report telemetry",
            description:
                "Reports contain no customer and no personal data; the server counts them as metrics and does not "
                + "store them. A report that is older than an hour is not counted, and one from the future "
                + "counts as of now. The server refuses a batch with an unknown kind as a whole.",
            body: .json(
                .named(
                    "Telemetry",
                    .object(
                        .optional(
                            "sample",
                            .number,
                            "The share of events that the app reports, from 0.01 to 1; 1 by default. Each report "
                                + "counts as `1 / sample` events."
                        ),
                        .optional(
                            "sentAt",
                            .string(length: 1...64),
                            "The time at which the app sends the request, by the clock of `at`, so that the server "
                                + "can correct a wrong clock."
                        ),
                        .required("reports", .array(of: Self.report, count: 1...TelemetryService.greatestBatch))
                    )
                )
            ),
            answers: [
                .json(
                    202,
                    .object(
                        .required("counted", .integer(0...Int64.max), "The number of counted reports."),
                        .required(
                            "late",
                            .integer(0...Int64.max),
                            "The number of reports that are too old to be counted."
                        )
                    ),
                    "The reports were accepted."
                )
            ],
            problems: [
                .unreadableBody, .wrongFields("field_invalid", "telemetry_kind_unknown", "telemetry_too_much"),
            ]
        )
    ]
}

/// The body of `POST /v1/telemetry`.
///
/// Unknown fields are errors.
struct TelemetryRequest {
    /// The maximum size of a body in bytes.
    static let maximumBody = 64 * 1024
    /// The fields of the body.
    private static let fields = ["sample", "sentAt", "reports"]
    /// The fields of a report.
    private static let reportFields = ["kind", "outcome", "code", "milliseconds", "count", "at"]

    /// The reports.
    let batch: TelemetryService.Batch

    /// Reads a body; an error names the field and the index of the report.
    init(json: [UInt8]) throws {
        let fields = try RequestFields(members: RequestFields.members(json: json), fields: Self.fields, path: "")
        guard let value = fields["reports"], value != .null else { throw RequestFields.missing("reports") }
        guard case .array(let elements) = value else {
            throw RequestFields.wrongType("reports", "This must be an array of reports.")
        }
        guard (1...TelemetryService.greatestBatch).contains(elements.count) else {
            throw RequestFields.invalid(
                "reports",
                "Send 1 to \(TelemetryService.greatestBatch) reports at once, and the others with the next request."
            )
        }
        self.batch = TelemetryService.Batch(
            try elements.enumerated().map { try Self.report($1, at: "reports[\($0)]") },
            sample: try Self.sample(fields),
            sentAt: try fields.instant("sentAt")
        )
    }

    private static func sample(_ fields: RequestFields) throws -> Double {
        guard let value = fields["sample"], value != .null else { return 1 }
        let least = TelemetryService.leastSample
        guard case .number(let text) = value, let sample = Double(text), (least...1).contains(sample) else {
            throw RequestFields.invalid(
                "sample",
                "This must be a number from \(least) to 1: the share of events that you report."
            )
        }
        return sample
    }

    private static func report(_ value: JSONValue, at place: String) throws -> AppReport {
        guard case .object(let members) = value else {
            throw RequestFields.wrongType(place, "This must be a report: an object with a kind.")
        }
        let path = place + "."
        let fields = try RequestFields(members: members, fields: Self.reportFields, path: path)
        let kind = try Self.kind(fields, path)
        let code = try Self.code(fields, path)
        let outcome = try Self.outcome(fields, kind, code, path)
        return AppReport(
            kind,
            outcome,
            code: outcome == .failed ? code : nil,
            milliseconds: try Self.number(fields, "milliseconds", in: 0...AppReport.greatestMilliseconds, path),
            count: try Self.number(fields, "count", in: 1...AppReport.greatestCount, path) ?? 1,
            at: try Self.text(fields, "at", path).map { try RequestFields.instant($0, field: path + "at") }
        )
    }

    private static func kind(_ fields: RequestFields, _ path: String) throws -> AppReport.Kind {
        guard let word = try Self.text(fields, "kind", path) else { throw RequestFields.missing(path + "kind") }
        guard let kind = AppReport.Kind(rawValue: word) else {
            throw Problem(
                .unprocessableContent,
                code: "telemetry_kind_unknown",
                Spelling.choice(word, among: AppReport.Kind.allCases.map(\.rawValue)),
                field: path + "kind"
            )
        }
        return kind
    }

    /// Returns the stated outcome, or the one that a code implies, or the usual outcome of the kind.
    private static func outcome(
        _ fields: RequestFields,
        _ kind: AppReport.Kind,
        _ code: AppReportCode?,
        _ path: String
    ) throws -> AppReport.Outcome {
        let possible = kind.outcomes
        guard let word = try Self.text(fields, "outcome", path) else {
            guard let code else { return possible[0] }
            let outcome = code.isCancellation && possible.contains(.canceled) ? AppReport.Outcome.canceled : .failed
            guard possible.contains(outcome) else { throw Self.codeMisplaced(kind, path) }
            return outcome
        }
        guard let outcome = AppReport.Outcome(rawValue: word), possible.contains(outcome) else {
            throw RequestFields.choice(path + "outcome", word, known: possible.map(\.rawValue))
        }
        // A cancellation by the customer is not a failure, even if the app reports it as one.
        if outcome == .failed, let code, code.isCancellation, possible.contains(.canceled) { return .canceled }
        guard code == nil || outcome == .failed || outcome == .canceled else {
            throw Self.codeMisplaced(kind, path)
        }
        return outcome
    }

    private static func codeMisplaced(_ kind: AppReport.Kind, _ path: String) -> Problem {
        RequestFields.invalid(
            path + "code",
            "A code describes a failure, but this report of \(kind.rawValue) is not one."
        )
    }

    private static func code(_ fields: RequestFields, _ path: String) throws -> AppReportCode? {
        try Self.text(fields, "code", path).map { AppReportCode($0) }
    }

    private static func number(
        _ fields: RequestFields,
        _ name: String,
        in range: ClosedRange<Int>,
        _ path: String
    ) throws -> Int? {
        guard let value = fields[name], value != .null else { return nil }
        guard case .number(let text) = value, let number = Int(text), range.contains(number) else {
            throw RequestFields.invalid(
                path + name,
                "This must be an integer from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return number
    }

    private static func text(_ fields: RequestFields, _ name: String, _ path: String) throws -> String? {
        guard let value = fields[name], value != .null else { return nil }
        guard case .string(let text) = value else {
            throw RequestFields.wrongType(path + name, "This must be a string.")
        }
        try RequestFields.check(text, field: path + name, upTo: 64)
        return text
    }
}
