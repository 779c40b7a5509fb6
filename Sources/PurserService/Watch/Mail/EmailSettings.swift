/// How alarms are sent by e-mail.
package struct EmailSettings: Sendable, CustomStringConvertible, CustomReflectable {
    /// How the connection to the mail server is protected.
    package enum Security: String, Hashable, Sendable, CaseIterable {
        /// The connection begins in clear and is upgraded before anything else is said (RFC 3207); port 587.
        case startTLS = "starttls"
        /// The connection is TLS from the beginning (RFC 8314); port 465.
        case tls
        /// The connection stays in clear, which only addresses that `watch.allow` names may be asked for; port 25.
        case plain

        /// The port that is used where none is written.
        package var standardPort: Int {
            switch self {
            case .startTLS: 587
            case .tls: 465
            case .plain: 25
            }
        }
    }

    /// Name and password at the mail server.
    package struct Login: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
        /// The name.
        package let user: String
        /// The password.
        package let password: String

        /// A name and a password.
        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }

        /// `(secret)`.
        package var description: String { "(secret)" }

        /// No parts, so that a dump does not show the password.
        package var customMirror: Mirror { Mirror(self, children: []) }
    }

    /// The mail server's name or address, IPv6 without brackets.
    package let host: String
    /// Its port.
    package let port: Int
    /// How the connection is protected.
    package let security: Security
    /// Name and password; `nil` where the server takes mail from this machine without.
    package let login: Login?
    /// Who sends.
    package let from: MailAddress
    /// Who receives, at least one.
    package let to: [MailAddress]

    /// Settings of these values.
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

    /// The server, without name and password.
    package var description: String { "\(self.host):\(self.port)" }

    /// No parts, so that a dump does not show the password.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
