import AppStore
import HTTPTypes
import Ledger
import PurserService

/// The body of `POST /v1/telemetry`, read strictly.
struct TelemetryRequest {
    /// The largest body in bytes.
    static let maximumBody = 64 * 1024
    /// The fields of the body.
    private static let fields = ["sample", "sentAt", "reports"]
    /// The fields of a report.
    private static let reportFields = ["kind", "outcome", "code", "milliseconds", "count", "at"]

    /// What is reported.
    let batch: TelemetryService.Batch

    /// Reads a body; what is wrong names the field, and the place of the report.
    init(json: [UInt8]) throws {
        let fields = try RequestFields(members: RequestFields.members(json: json), fields: Self.fields, path: "")
        guard let value = fields["reports"], value != .null else { throw RequestFields.missing("reports") }
        guard case .array(let elements) = value else {
            throw RequestFields.wrongType("reports", "This must be a list of reports.")
        }
        guard (1...TelemetryService.greatestBatch).contains(elements.count) else {
            throw RequestFields.invalid(
                "reports",
                "Send 1 to \(TelemetryService.greatestBatch) reports at once, and keep the others for the next request."
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
            throw RequestFields.invalid("sample", "This must be a number from \(least) to 1: the part that you report.")
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

    /// The outcome that is stated; where none is, a code says it, and else it is the kind's usual one.
    private static func outcome(
        _ fields: RequestFields,
        _ kind: AppReport.Kind,
        _ code: AppReportCode?,
        _ path: String
    ) throws -> AppReport.Outcome {
        let possible = kind.outcomes
        guard let word = try Self.text(fields, "outcome", path) else {
            guard let code else { return possible[0] }
            let outcome = code.isCancellation && possible.contains(.cancelled) ? AppReport.Outcome.cancelled : .failed
            guard possible.contains(outcome) else { throw Self.codeMisplaced(kind, path) }
            return outcome
        }
        guard let outcome = AppReport.Outcome(rawValue: word), possible.contains(outcome) else {
            throw RequestFields.choice(path + "outcome", word, known: possible.map(\.rawValue))
        }
        // What the customer cancelled is no failure, whatever the app calls it.
        if outcome == .failed, let code, code.isCancellation, possible.contains(.cancelled) { return .cancelled }
        guard code == nil || outcome == .failed || outcome == .cancelled else {
            throw Self.codeMisplaced(kind, path)
        }
        return outcome
    }

    private static func codeMisplaced(_ kind: AppReport.Kind, _ path: String) -> Problem {
        RequestFields.invalid(
            path + "code",
            "A code says why something failed; this report of \(kind.rawValue) did not."
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
                "This must be a whole number from \(range.lowerBound) to \(range.upperBound)."
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
