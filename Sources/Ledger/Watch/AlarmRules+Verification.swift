extension AlarmRules {
    /// The rules about what fails verification, and about certificates that are revoked.
    struct Verification: Sendable {
        /// How many one sender submits together.
        private static let clump = 8.0

        private struct Part: Sendable {
            let group: FigureGroup
            let usual: UsualCounts
        }

        private let notifications: [Part]
        private let submissions: [Part]
        private let revoked: [FigureGroup]
        private let held: [FigureGroup]

        init(_ figures: AlarmFigures) {
            self.notifications = Self.parts(figures, "purser_notifications_total")
            self.submissions = Self.parts(figures, "purser_submissions_total")
            self.revoked = figures.groups("purser_revoked_certificates")
            self.held = figures.groups("purser_held_evidence") {
                ($0["reason"] ?? "").hasPrefix("certificate_revoked") ? 0 : nil
            }
        }

        private static func parts(_ figures: AlarmFigures, _ metric: String) -> [Part] {
            figures.groups(metric, parts: 2) { $0["outcome"] == EvidenceOutcome.forged.rawValue ? 0 : 1 }
                .map { Part(group: $0, usual: UsualCounts($0.series, beside: $0.parts[1], figures)) }
        }

        func read(_ scope: inout AlarmScope) {
            scope.compare(.certificateRevoked, self.revoked + self.held, within: 10, .critical)
            for (parts, subject) in [(self.notifications, "notifications"), (self.submissions, "submissions")] {
                for part in parts { Self.read(part, subject, &scope) }
            }
        }

        private static func read(_ part: Part, _ subject: String, _ scope: inout AlarmScope) {
            let setting = scope.thresholds[.verificationFailures]
            guard setting.isEnabled else { return }
            let failed = scope.count(part.group.parts[0], minutes: 10)
            guard failed >= setting.limit else { return }
            let all = failed + scope.count(part.group.parts[1], minutes: 10)
            let hour =
                [part.usual.greatest[0], part.usual.greatest[1], (part.usual.day ?? 0) / 24]
                .filter { !$0.isNaN }.max() ?? 0
            let usual = max(hour / 6 * 2, (part.usual.day ?? 0) / 72)
            // Anybody can submit what is forged; how much is usual has to be known first.
            let isApples = subject == "notifications"
            guard isApples || part.usual.isKnown, failed >= (isApples ? 0.1 : 0.2) * all, failed > 4 * usual,
                CountTail.atLeast(failed, expecting: usual, clump: Self.clump) < CountTail.rare
            else { return }
            let key = AlarmKey(.verificationFailures, app: part.group.app, subject: subject)
            let isMost = isApples && failed * 2 >= all
            scope.add(
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
