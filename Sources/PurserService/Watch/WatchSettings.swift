package import Ledger

/// The `watch` settings of the configuration: metrics, the probes of Apple's hosts, and alarms.
///
/// The addresses of `slack`, `webhook` and `heartbeat` contain secrets; a description or a dump of the settings shows
/// none of them.
package struct WatchSettings: Sendable, CustomStringConvertible, CustomReflectable {
    /// The channels of alarms, by the names in notices and commands.
    package enum Channel: String, Hashable, Sendable, CaseIterable {
        /// Email.
        case email
        /// An incoming webhook of Slack, or of a service with the same format.
        case slack
        /// A webhook with the same signature as the project's webhooks.
        case webhook
    }

    /// Whether metrics are stored and alarms are evaluated.
    package var isEnabled = true
    /// Whether Apple's hosts are probed once a minute.
    package var linksEnabled = true
    /// The language of notices.
    package var language = PageLanguage.english
    /// The limits at which alarms fire.
    package var thresholds = AlarmThresholds()
    /// The mail server and the recipients; `nil` where no email is sent.
    package var email: EmailSettings?
    /// The incoming webhook of Slack, or of a service with the same format; `nil` for none.
    package var slack: OutboundURL?
    /// The webhook with the same signature as the project's webhooks; `nil` for none.
    package var webhook: OutboundURL?
    /// The address that is called once a minute while the watch worker runs; `nil` for none.
    package var heartbeat: OutboundURL?
    /// The private addresses that the channels may use, and addresses without TLS.
    package var allow: [AllowedAddress] = []

    /// The id from which the secret of `webhook` is derived, as endpoints have theirs.
    package static let webhookID = WebhookID("watch")

    /// Creates the settings of a configuration without a `watch` section.
    package init() {}

    /// The configured channels, in the order of their names.
    package var channels: [Channel] {
        Channel.allCases.filter { channel in
            switch channel {
            case .email: self.email != nil
            case .slack: self.slack != nil
            case .webhook: self.webhook != nil
            }
        }
    }

    /// Whether it is enabled, and the channels.
    package var description: String {
        "watch \(self.isEnabled ? "on" : "off"), channels: \(self.channels.map(\.rawValue).joined(separator: ", "))"
    }

    /// An empty mirror, so that a dump does not show an address.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
