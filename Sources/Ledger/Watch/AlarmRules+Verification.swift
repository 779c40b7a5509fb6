extension AlarmRules {
    /// The rules about failed verifications and revoked certificates.
    struct Verification: Sendable {
        /// The number of items that one sender submits together.
        private static let clump = 8.0

        private struct Part: Sendable {
            let group: MetricGroup
            let expected: ExpectedCounts
        }

        private let notifications: [Part]
        private let submissions: [Part]
        private let revoked: [MetricGroup]
        private let held: [MetricGroup]

        init(_ metrics: AlarmMetrics) {
            self.notifications = Self.parts(metrics, "purser_notifications_total")
            self.submissions = Self.parts(metrics, "purser_submissions_total")
            self.revoked = metrics.groups("purser_revoked_certificates")
            self.held = metrics.groups("purser_held_evidence") {
                ($0["reason"] ?? "").hasPrefix("certificate_revoked") ? 0 : nil
            }
        }

        private static func parts(_ metrics: AlarmMetrics, _ metric: String) -> [Part] {
            metrics.groups(metric, parts: 2) { $0["outcome"] == EvidenceOutcome.forged.rawValue ? 0 : 1 }
                .map { Part(group: $0, expected: ExpectedCounts($0.series, beside: $0.parts[1], metrics)) }
        }

        func read(_ context: inout AlarmContext) {
            context.compare(.certificateRevoked, self.revoked + self.held, within: 10, .critical)
            for (parts, subject) in [(self.notifications, "notifications"), (self.submissions, "submissions")] {
                for part in parts { Self.read(part, subject, &context) }
            }
        }

        private static func read(_ part: Part, _ subject: String, _ context: inout AlarmContext) {
            let setting = context.thresholds[.verificationFailures]
            guard setting.isEnabled else { return }
            let failed = context.count(part.group.parts[0], minutes: 10)
            guard failed >= setting.limit else { return }
            let all = failed + context.count(part.group.parts[1], minutes: 10)
            let hour =
                [part.expected.greatest[0], part.expected.greatest[1], (part.expected.day ?? 0) / 24]
                .filter { !$0.isNaN }.max() ?? 0
            let expected = max(hour / 6 * 2, (part.expected.day ?? 0) / 72)
            // Any client can submit forged data, so the usual number has to be known first.
            let isApples = subject == "notifications"
            guard isApples || part.expected.isKnown, failed >= (isApples ? 0.1 : 0.2) * all, failed > 4 * expected,
                PoissonBound.atLeast(failed, expecting: expected, clump: Self.clump) < PoissonBound.rare
            else { return }
            let key = AlarmKey(.verificationFailures, app: part.group.app, subject: subject)
            let isMost = isApples && failed * 2 >= all
            context.add(
                AlarmReading(
                    key,
                    severity: isMost ? .critical : .warning,
                    value: failed,
                    limit: setting.limit,
                    facts: ["of": "\(Int(all))"]
                )
            )
        }
    }
}
