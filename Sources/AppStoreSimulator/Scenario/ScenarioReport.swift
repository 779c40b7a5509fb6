public import AppStore

/// The report of a scenario's run.
public struct ScenarioReport: Sendable {
    /// The outcome.
    public enum Outcome: Hashable, Sendable {
        /// All notifications were as expected.
        case passed
        /// A step failed; later steps did not run.
        case failed(step: String, complaints: [String])
    }

    /// A line of the timeline.
    public struct Line: Hashable, Sendable {
        /// The instant on the world's clock.
        public let at: Timestamp
        /// The name of the step.
        public let step: String
        /// The action; `nil` on a line with a notification.
        public let action: String?
        /// A notification with its customer, or the outcome of a delivery; `nil` on a line with an action.
        public let notification: String?
    }

    /// The scenario.
    public let scenario: Scenario
    /// The seed of its world.
    public let seed: UInt64
    /// The outcome.
    public internal(set) var outcome: Outcome
    /// The actions and notifications, in their order.
    public internal(set) var timeline: [Line] = []
    /// The notifications that the last step caused.
    public internal(set) var caused: [WorldNotification] = []

    /// Whether the scenario passed.
    public var hasPassed: Bool { self.outcome == .passed }

    /// The timeline as lines of text: the instant, the step's action, and below it the notifications.
    public var timelineText: [String] {
        self.timeline.map { line in
            let sent = line.action ?? line.notification.map { "  -> \($0)" } ?? ""
            return "\(ScenarioInstant.text(line.at))  \(sent)"
        }
    }
}

extension ScenarioReport {
    /// Returns the reports as a JUnit document: one test suite with a test case for each report, with its time in
    /// seconds.
    public static func junit(_ reports: [(report: ScenarioReport, seconds: Double)]) -> String {
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
        let failures = reports.count { if case .failed = $0.report.outcome { true } else { false } }
        let seconds = reports.reduce(0) { $0 + $1.seconds }
        lines.append(
            "<testsuites><testsuite name=\"App Store scenarios\" tests=\"\(reports.count)\" failures=\"\(failures)\" "
                + "errors=\"0\" skipped=\"0\" time=\"\(Self.decimal(seconds))\">"
        )
        for (report, seconds) in reports {
            let number = report.scenario.number.map { "\($0) " } ?? ""
            let name = Self.escaped("\(number)\(report.scenario.id): \(report.scenario.title)")
            let opening =
                "<testcase classname=\"scenario\" name=\"\(name)\" time=\"\(Self.decimal(seconds))\""
            switch report.outcome {
            case .passed: lines.append(opening + "/>")
            case .failed(let step, let complaints):
                let message = Self.escaped("step \(step): " + complaints.joined(separator: "; "))
                let text = Self.escaped((["seed \(report.seed)"] + report.timelineText).joined(separator: "\n"))
                lines.append(opening + "><failure message=\"\(message)\">\(text)</failure></testcase>")
            }
        }
        lines.append("</testsuite></testsuites>")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Milliseconds are precise enough and avoid an exponent.
    private static func decimal(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.utf8.count) + fraction
    }

    /// Returns text escaped for attributes and elements of XML 1.0; characters that XML cannot express are replaced.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n": escaped += "&#10;"
            case "\t": escaped += "&#9;"
            default:
                let isControl = scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value)
                escaped.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
            }
        }
        return escaped
    }
}
