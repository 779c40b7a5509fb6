/// The settings for alarms by email.
package struct EmailSettings: Sendable, CustomStringConvertible, CustomReflectable {
    /// The protection of the connection to the mail server.
    package enum Security: String, Hashable, Sendable, CaseIterable {
        /// The connection begins in plain text and is upgraded to TLS before anything else is sent (RFC 3207); port
        /// 587.
        case startTLS = "starttls"
        /// The connection uses TLS from the beginning (RFC 8314); port 465.
        case tls
        /// The connection stays in plain text, which is permitted only for addresses in `watch.allow`; port 25.
        case plain

        /// The default port.
        package var standardPort: Int {
            switch self {
            case .startTLS: 587
            case .tls: 465
            case .plain: 25
            }
        }
    }

    /// The user name and the password at the mail server.
    package struct Login: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
        /// The user name.
        package let user: String
        /// The password.
        package let password: String

        /// Creates a login.
        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }

        /// `(secret)`.
        package var description: String { "(secret)" }

        /// An empty mirror, so that a dump does not show the password.
        package var customMirror: Mirror { Mirror(self, children: []) }
    }

    /// The mail server's host name or address, IPv6 without brackets.
    package let host: String
    /// The port.
    package let port: Int
    /// The protection of the connection.
    package let security: Security
    /// The login; `nil` where the server accepts mail from this machine without one.
    package let login: Login?
    /// The sender.
    package let from: MailAddress
    /// The recipients, at least one.
    package let to: [MailAddress]

    /// Creates settings.
    package init(
        host: String,
        port: Int,
        security: Security,
        login: Login?,
        from: MailAddress,
        to: [MailAddress]
    ) {
        self.host = host
        self.port = port
        self.security = security
        self.login = login
        self.from = from
        self.to = to
    }

    /// The host and the port, without the login.
    package var description: String { "\(self.host):\(self.port)" }

    /// An empty mirror, so that a dump does not show the password.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
