package import Ledger

/// The text about one kind of alarm for people: its value, its meaning, the remedy and further information.
///
/// In sentences, the measured value and the limit replace `{value}` and `{limit}`, with their unit, and the option that
/// names the app, such as ` --app shop`, replaces `{app}`. Commands are enclosed in backticks.
package struct AlarmGuide: Sendable {
    /// A sentence in the supported languages.
    package struct Sentence: Sendable {
        /// In English.
        package let english: String
        /// In Simplified Chinese.
        package let chinese: String

        /// Creates a sentence in both languages.
        init(_ english: String, _ chinese: String) {
            self.english = english
            self.chinese = chinese
        }

        /// Returns the sentence in a language.
        package func text(in language: PageLanguage) -> String {
            switch language {
            case .english: self.english
            case .simplifiedChinese: self.chinese
            }
        }
    }

    /// The unit of an alarm's value and limit.
    package enum Unit: Hashable, Sendable {
        /// A share, 1 for the whole.
        case share
        /// A multiple of the usual or the allowed value.
        case times
        /// A count.
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
    /// The measured value and the limit, as a sentence.
    package let extent: Sentence
    /// The unit of the value and the limit.
    package let unit: Unit
    /// The meaning for customers and for the shop.
    package let meaning: Sentence
    /// The remedy, step by step.
    package let steps: [Sentence]
    /// The documentation page with details, relative to the project's root.
    package let page: String
    /// The metrics from which the alarm is computed.
    package let metrics: [String]

    /// Creates a guide.
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

    /// Returns the guide for an alarm.
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
