package import AppStore
package import Ledger

/// One result of a check, good or bad, with a remedy.
package struct DoctorFinding: Hashable, Sendable {
    /// The severity of a finding.
    package enum Severity: String, Hashable, Sendable {
        /// The result is as it should be.
        case ok
        /// The result is worth knowing, but not wrong.
        case note
        /// The part works, but should be improved.
        case warning
        /// The part does not work.
        case error

        /// Whether the finding affects the exit status.
        package var matters: Bool { self == .warning || self == .error }
    }

    /// The stable code of a finding.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The configuration is complete, or has a mistake.
        case configuration
        /// Only this machine can connect, and no proxy on it is trusted.
        case proxiesMissing = "proxies_missing"
        /// Alarm channels are configured, but monitoring is off.
        case watchDisabled = "watch_disabled"
        /// No key exists to sign the requests to the alarm webhook.
        case alarmKeyMissing = "alarm_key_missing"
        /// The key that signs the requests to the alarm webhook cannot be read.
        case alarmKeyUnusable = "alarm_key_unusable"
        /// The trusted certificates.
        case roots
        /// A pinned certificate of Apple's was changed.
        case rootsChanged = "roots_changed"
        /// The key file exists, and only its owner may read it.
        case key
        /// There is no key, so Apple is not asked.
        case keyMissing = "key_missing"
        /// The key or its identifiers cannot be correct.
        case keyUnusable = "key_unusable"
        /// The difference of the clock from Apple's.
        case clock
        /// The clock differs too much from Apple's.
        case clockOff = "clock_off"
        /// Apple accepts the token.
        case access
        /// Apple rejects the token.
        case tokenRefused = "token_refused"
        /// Apple accepts the token in the Sandbox, and the app was never released.
        case noRelease = "no_release"
        /// Apple accepts the token but does not know the app.
        case appUnknown = "app_unknown"
        /// Apple cannot be reached.
        case appleUnreachable = "apple_unreachable"
        /// Apple gave an unexpected answer.
        case appleFailed = "apple_failed"
        /// App Store Connect accepts the key and the vendor number.
        case connect
        /// App Store Connect rejects the key.
        case connectKeyRefused = "connect_key_refused"
        /// The key's role may not read the vendor's sales reports.
        case connectRoleInsufficient = "connect_role_insufficient"
        /// The key's role may not read finance reports.
        case connectFinanceClosed = "connect_finance_closed"
        /// App Store Connect rejects the vendor number.
        case connectVendorRefused = "connect_vendor_refused"
        /// App Store Connect requires that an agreement is accepted.
        case connectAgreementMissing = "connect_agreement_missing"
        /// A test notification was delivered and accepted.
        case notification
        /// App Store Connect has no URL for notifications.
        case notificationAddressMissing = "notification_address_missing"
        /// A test notification was not delivered.
        case notificationNotDelivered = "notification_not_delivered"
        /// Apple did not report the result of a test notification in time.
        case notificationUnconfirmed = "notification_unconfirmed"
        /// This server does not accept the test notification.
        case notificationForeign = "notification_foreign"
        /// The public address answers as Apple requires.
        case publicAddress = "public_address"
        /// No public address is configured.
        case publicAddressMissing = "public_address_missing"
        /// The public address is not HTTPS, or has a port that Apple does not call.
        case publicAddressUnfit = "public_address_unfit"
        /// The public address does not answer.
        case publicAddressUnreachable = "public_address_unreachable"
        /// TLS at the public address does not meet Apple's requirements.
        case publicAddressTLS = "public_address_tls"
        /// Another server answers at the public address, or Purser is not ready.
        case publicAddressForeign = "public_address_foreign"
        /// A check was skipped.
        case skipped
    }

    /// The code of the finding.
    package let code: Kind
    /// The severity of the finding.
    package let severity: Severity
    /// The app that the finding concerns; `nil` for the server.
    package let app: AppName?
    /// The environment that the finding concerns.
    package let environment: StoreEnvironment?
    /// The result as a sentence.
    package let text: String
    /// The remedy, as sentences; `nil` if nothing is to be done.
    package let remedy: String?

    /// Creates a finding of these values.
    package init(
        _ code: Kind,
        _ severity: Severity,
        app: AppName? = nil,
        environment: StoreEnvironment? = nil,
        _ text: String,
        remedy: String? = nil
    ) {
        self.code = code
        self.severity = severity
        self.app = app
        self.environment = environment
        self.text = text
        self.remedy = remedy
    }

    /// The finding as one JSON object.
    package var json: JSONValue {
        var members = [
            JSONMember(key: "code", value: .string(self.code.rawValue)),
            JSONMember(key: "severity", value: .string(self.severity.rawValue)),
        ]
        if let app { members.append(JSONMember(key: "app", value: .string(app.rawValue))) }
        if let environment {
            members.append(JSONMember(key: "environment", value: .string(environment.rawValue)))
        }
        members.append(JSONMember(key: "finding", value: .string(self.text)))
        if let remedy { members.append(JSONMember(key: "remedy", value: .string(remedy))) }
        return .object(members)
    }
}
