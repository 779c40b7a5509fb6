package import AppStore
package import Ledger

/// One thing that a check has found out, good or bad, with what to do about it.
package struct DoctorFinding: Hashable, Sendable {
    /// How much a finding matters.
    package enum Severity: String, Hashable, Sendable {
        /// As it should be.
        case ok
        /// Worth knowing, and not wrong.
        case note
        /// Works, and should be better.
        case warning
        /// Does not work.
        case error

        /// Whether scripts should hear of it.
        package var matters: Bool { self == .warning || self == .error }
    }

    /// What was found, in a word that never changes its meaning.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The configuration is whole, or what is wrong with it.
        case configuration
        /// Only this machine can connect, and no proxy on it is trusted.
        case proxiesMissing = "proxies_missing"
        /// Channels for alarms are configured, and the watch is off.
        case watchDisabled = "watch_disabled"
        /// There is no key that signs what the webhook for alarms is sent.
        case alarmKeyMissing = "alarm_key_missing"
        /// The key that signs what the webhook for alarms is sent cannot be read.
        case alarmKeyUnusable = "alarm_key_unusable"
        /// Which certificates are trusted.
        case roots
        /// A pinned certificate of Apple's is not the one it should be.
        case rootsChanged = "roots_changed"
        /// The key file is there, and nobody else may read it.
        case key
        /// There is no key, so Apple is not asked.
        case keyMissing = "key_missing"
        /// The key or its identifiers cannot be right.
        case keyUnusable = "key_unusable"
        /// How far the clock is from Apple's.
        case clock
        /// The clock is too far from Apple's.
        case clockOff = "clock_off"
        /// Apple takes the token.
        case access
        /// Apple does not take the token.
        case tokenRefused = "token_refused"
        /// Apple takes the token for tests, and the app was never released.
        case noRelease = "no_release"
        /// Apple takes the token and does not know the app.
        case appUnknown = "app_unknown"
        /// Apple cannot be reached.
        case appleUnreachable = "apple_unreachable"
        /// Apple answered something that says neither.
        case appleFailed = "apple_failed"
        /// App Store Connect takes the key and the vendor number.
        case connect
        /// App Store Connect does not take the key.
        case connectKeyRefused = "connect_key_refused"
        /// The key's role may not see the vendor's sales.
        case connectRoleInsufficient = "connect_role_insufficient"
        /// The key's role may not see finance reports.
        case connectFinanceClosed = "connect_finance_closed"
        /// App Store Connect does not take the vendor number.
        case connectVendorRefused = "connect_vendor_refused"
        /// App Store Connect waits for an agreement to be accepted.
        case connectAgreementMissing = "connect_agreement_missing"
        /// A test notification came and was taken.
        case notification
        /// App Store Connect has no address for notifications.
        case notificationAddressMissing = "notification_address_missing"
        /// A test notification did not come through.
        case notificationNotDelivered = "notification_not_delivered"
        /// Nothing was heard of a test notification in time.
        case notificationUnconfirmed = "notification_unconfirmed"
        /// A test notification is not one that this server would take.
        case notificationForeign = "notification_foreign"
        /// The public address answers as Apple wants it.
        case publicAddress = "public_address"
        /// There is no public address.
        case publicAddressMissing = "public_address_missing"
        /// The public address is not HTTPS, or has a port that Apple does not call.
        case publicAddressUnfit = "public_address_unfit"
        /// Nobody answers at the public address.
        case publicAddressUnreachable = "public_address_unreachable"
        /// TLS at the public address is not as Apple requires it.
        case publicAddressTLS = "public_address_tls"
        /// Somebody else answers at the public address, or Purser is not ready.
        case publicAddressForeign = "public_address_foreign"
        /// A check was left out.
        case skipped
    }

    /// What was found.
    package let code: Kind
    /// How much it matters.
    package let severity: Severity
    /// The app it is about; `nil` for the server.
    package let app: AppName?
    /// The environment it is about.
    package let environment: StoreEnvironment?
    /// What is the case, as a sentence.
    package let text: String
    /// What to do, as sentences; `nil` where nothing is to be done.
    package let remedy: String?

    /// A finding.
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
