import Foundation
import Ledger
import Testing

/// The alerts for Prometheus have the limits of the built-in alarms, wherever a query can say them.
@Suite struct AlertLimitsTests {
    /// An alert of the file.
    private struct Alert {
        var alarm = ""
        var query = ""
        /// For how many minutes something has to be bad.
        var minutes: Int64 = 0
    }

    /// Returns the spellings of an alarm's limit in a query.
    private static func spellings(_ name: AlarmName, _ limit: Double) -> [String] {
        switch name {
        case .renewalsMissing, .notificationsSilent, .statusDrift, .keyRefused, .permissionLost,
            .verificationFailures, .certificateRevoked, .refundAnswerRefused, .refundAnswerMissed, .refundAnswerDue,
            .fulfillmentDelay, .sandboxMoney, .streamsSuspended, .appFailing, .dayUnexplained, .databaseFailing,
            .nodeLost, .clockDiffers:
            [">= \(Self.text(limit))"]
        case .notificationMix: ["* \(Self.text(limit)) <=", ">= \(Self.text(limit)) *"]
        case .refundWave, .productRefunds, .ordersRefused: [">= \(Self.text(limit)) *"]
        // The share of the calls that fail has no setting.
        case .appleFailing: [">= 0.5", ">= \(Self.text(limit))"]
        case .linkDown: ["== 0"]
        // Days, and a quarter of them for hosts of Apple's.
        case .certificateExpiring: ["<= \(Self.text(limit * 86_400))", "<= \(Self.text(limit * 86_400 / 4))"]
        case .gapOpen: [">= \(Self.text(limit * 3600))"]
        // Of each queue so many times what may wait.
        case .backlog: [1000, 900, 100].map { ">= \(Self.text(limit * $0))" }
        case .diskFilling: ["<= \(Self.text(limit * 86_400))", "< 1073741824"]
        case .reportMissing: [">= \(Self.text(limit * 86_400))", ">= \(Self.text(limit * 86_400 * 35))"]
        }
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() ? "\(Int64(number))" : "\(number)"
    }

    private static let project = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func alerts() throws -> [Alert] {
        let file = Self.project.appending(path: "deploy/prometheus/purser.rules.yml")
        var alerts: [Alert] = []
        var isQuery = false
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.hasPrefix("- alert:") { alerts.append(Alert()) }
            guard let last = alerts.indices.last else { continue }
            if text.hasPrefix("expr:") {
                isQuery = true
                alerts[last].query = text
            } else if text.hasPrefix("for:") || text.hasPrefix("labels:") {
                isQuery = false
                if text.hasPrefix("for:") { alerts[last].minutes = try Self.minutes(text) }
                if let alarm = text.firstMatch(of: #/alarm: (\w+)/#) { alerts[last].alarm = String(alarm.output.1) }
            } else if isQuery {
                alerts[last].query += " " + text
            }
        }
        return alerts
    }

    private static func minutes(_ line: String) throws -> Int64 {
        let match = try #require(line.firstMatch(of: #/^for: (\d+)([mh])$/#), "\(line)")
        let count = try #require(Int64(match.output.1))
        return match.output.2 == "h" ? count * 60 : count
    }

    @Test("Each alarm has an alert with its limit and its patience", arguments: AlarmName.allCases)
    func limits(name: AlarmName) throws {
        let alerts = try Self.alerts().filter { $0.alarm == name.rawValue }
        try #require(alerts.count == 1)
        let setting = AlarmThresholds()[name]
        #expect(alerts[0].minutes == setting.holds.milliseconds / 60_000)
        for spelling in Self.spellings(name, setting.limit) {
            let number = alerts[0].query.ranges(of: spelling).contains { range in
                alerts[0].query[range.upperBound...].first.map { !$0.isNumber && $0 != "." } ?? true
            }
            #expect(number, "\(spelling) is not in \(alerts[0].query)")
        }
    }

    @Test("Each row of the page about differences names alarms that there are")
    func differences() throws {
        let page = try String(
            contentsOf: Self.project.appending(path: "docs/operating/watching.md"),
            encoding: .utf8
        )
        let table = try #require(page.split(separator: "| where it differs").dropFirst().first)
        let rows = table.split(separator: "\n").dropFirst(2).prefix { $0.hasPrefix("|") }
        #expect(rows.count > 10)
        let known = Set(AlarmName.allCases.map(\.rawValue))
        for row in rows where !row.hasPrefix("| all") {
            let names = row.split(separator: "|").first?.matches(of: #/`(\w+)`/#).map { String($0.output.1) } ?? []
            #expect(!names.isEmpty && known.isSuperset(of: names), "\(row)")
        }
    }
}
