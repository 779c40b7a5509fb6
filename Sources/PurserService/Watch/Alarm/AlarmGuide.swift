package import Ledger

/// What people are told about one kind of alarm: what was measured, what it means, what to do and where to look.
///
/// In sentences `{value}` and `{limit}` stand for the measured value and the limit with their unit, and `{app}` for the
/// option that names the app, such as ` --app shop`. Commands stand between backticks.
package struct AlarmGuide: Sendable {
    /// A sentence in the languages that are spoken.
    package struct Sentence: Sendable {
        /// In English.
        package let english: String
        /// In Simplified Chinese.
        package let chinese: String

        /// A sentence in both languages.
        init(_ english: String, _ chinese: String) {
            self.english = english
            self.chinese = chinese
        }

        /// The sentence in a language.
        package func text(in language: PageLanguage) -> String {
            switch language {
            case .english: self.english
            case .simplifiedChinese: self.chinese
            }
        }
    }

    /// What the value and the limit of an alarm are.
    package enum Unit: Hashable, Sendable {
        /// A share, 1 for all.
        case share
        /// How many times as much as is usual, or as may be.
        case times
        /// How many.
        case count
        /// Seconds.
        case seconds
        /// Hours.
        case hours
        /// Days.
        case days
    }

    /// What is wrong, in a few words without a full stop.
    package let title: Sentence
    /// What was measured, with the value and the limit where there is more to say than yes.
    package let extent: Sentence
    /// The unit of both.
    package let unit: Unit
    /// What it means for customers and for the shop.
    package let meaning: Sentence
    /// What to do, in this order.
    package let steps: [Sentence]
    /// The page of the documentation that says more, from the project's root.
    package let page: String
    /// The metrics that show it.
    package let metrics: [String]

    /// A guide of these parts.
    init(
        _ title: Sentence,
        extent: Sentence,
        _ unit: Unit,
        meaning: Sentence,
        steps: [Sentence],
        page: String,
        metrics: [String]
    ) {
        self.title = title
        self.extent = extent
        self.unit = unit
        self.meaning = meaning
        self.steps = steps
        self.page = page
        self.metrics = metrics
    }

    /// The guide for an alarm.
    package static func guide(for name: AlarmName) -> Self {
        switch name {
        case .renewalsMissing: Self.renewalsMissing
        case .notificationMix: Self.notificationMix
        case .notificationsSilent: Self.notificationsSilent
        case .statusDrift: Self.statusDrift
        case .backlog: Self.backlog
        case .appleFailing: Self.appleFailing
        case .linkDown: Self.linkDown
        case .certificateExpiring: Self.certificateExpiring
        case .keyRefused: Self.keyRefused
        case .permissionLost: Self.permissionLost
        case .refundAnswerRefused: Self.refundAnswerRefused
        case .refundAnswerMissed: Self.refundAnswerMissed
        case .refundAnswerDue: Self.refundAnswerDue
        case .fulfillmentDelay: Self.fulfillmentDelay
        case .refundWave: Self.refundWave
        case .productRefunds: Self.productRefunds
        case .verificationFailures: Self.verificationFailures
        case .certificateRevoked: Self.certificateRevoked
        case .sandboxMoney: Self.sandboxMoney
        case .gapOpen: Self.gapOpen
        case .streamsSuspended: Self.streamsSuspended
        case .diskFilling: Self.diskFilling
        case .clockDiffers: Self.clockDiffers
        case .databaseFailing: Self.databaseFailing
        case .nodeLost: Self.nodeLost
        case .reportMissing: Self.reportMissing
        case .dayUnexplained: Self.dayUnexplained
        case .appFailing: Self.appFailing
        case .ordersRefused: Self.ordersRefused
        }
    }
}
