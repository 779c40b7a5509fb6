package import Ledger

/// Everything that the configuration says about the watch: metrics, the link to Apple, and alarms.
///
/// The addresses of `slack`, `webhook` and `heartbeat` hold secrets; a description or a dump of the settings shows
/// none.
package struct WatchSettings: Sendable, CustomStringConvertible, CustomReflectable {
    /// Where alarms go out, by the names that notices and commands use.
    package enum Channel: String, Hashable, Sendable, CaseIterable {
        /// By e-mail.
        case email
        /// To a webhook of Slack's, or of a service that takes the same.
        case slack
        /// To a webhook that is signed as the project's webhooks are.
        case webhook
    }

    /// Whether metrics are kept and alarms evaluated.
    package var isEnabled = true
    /// Whether the hosts of Apple's are probed once a minute.
    package var linksEnabled = true
    /// The language of what is sent to people.
    package var language = PageLanguage.english
    /// From when on alarms fire.
    package var thresholds = AlarmThresholds()
    /// The mail server and the recipients; `nil` where no e-mail is sent.
    package var email: EmailSettings?
    /// A webhook of Slack's, or of a service that takes the same; `nil` for none.
    package var slack: OutboundURL?
    /// A webhook that is signed as the project's webhooks are; `nil` for none.
    package var webhook: OutboundURL?
    /// The address that is called once a minute while the watch works; `nil` for none.
    package var heartbeat: OutboundURL?
    /// The addresses that these may be at although they are not of the open internet, and without TLS.
    package var allow: [AllowedAddress] = []

    /// The name under which `webhook` has its secret, as endpoints have by their id.
    package static let webhookID = WebhookID("watch")

    /// The settings of a configuration that says nothing.
    package init() {}

    /// The channels that are configured, in the order of their names.
    package var channels: [Channel] {
        Channel.allCases.filter { channel in
            switch channel {
            case .email: self.email != nil
            case .slack: self.slack != nil
            case .webhook: self.webhook != nil
            }
        }
    }

    /// Whether it is on, and the channels.
    package var description: String {
        "watch \(self.isEnabled ? "on" : "off"), channels: \(self.channels.map(\.rawValue).joined(separator: ", "))"
    }

    /// No parts, so that a dump does not show an address.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
