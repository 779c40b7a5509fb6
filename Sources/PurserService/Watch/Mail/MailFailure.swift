/// The reason why a mail server has not accepted a message, or may not have accepted it.
package struct MailFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The steps of an SMTP session.
    package enum Step: String, Hashable, Sendable, CaseIterable {
        /// Resolving the name and connecting.
        case connecting
        /// Waiting for the server's greeting, and for TLS where the connection begins with it.
        case greeting
        /// Requesting the server's extensions (`EHLO`).
        case hello
        /// Upgrading to TLS, and requesting the extensions again.
        case startTLS = "starttls"
        /// Sending the user name and the password.
        case login
        /// Naming the sender (`MAIL FROM`).
        case sender
        /// Naming the recipients (`RCPT TO`).
        case recipients
        /// Requesting to send the message (`DATA`).
        case data
        /// Sending the message: the server may have accepted it although its answer did not arrive.
        case message
    }

    /// The codes of failures; stable, and limited in number.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The server's answer is a refusal.
        case refused = "mail_refused"
        /// The server does not offer STARTTLS, and nothing is sent in plain text.
        case noTLS = "mail_starttls_missing"
        /// The server accepts no known form of login.
        case noLogin = "mail_login_missing"
        /// The login would be sent in plain text to an address that is not private.
        case loginInClear = "mail_login_in_clear"
        /// The server's answer is not SMTP.
        case malformed = "mail_answer_malformed"
        /// The connection failed; `outbound` has the reason.
        case connection = "mail_connection_failed"
    }

    /// The step of the session.
    package let step: Step
    /// The code.
    package let code: Code
    /// The server's reply code, such as 535, where it refused.
    package let status: Int?
    /// The server's enhanced status code, such as `5.7.8` (RFC 3463), where it sent one.
    package let detail: String?
    /// The failure of the connection.
    package let outbound: OutboundFailure?

    /// Creates a failure.
    package init(
        _ code: Code,
        at step: Step,
        status: Int? = nil,
        detail: String? = nil,
        outbound: OutboundFailure? = nil
    ) {
        self.step = step
        self.code = code
        self.status = status
        self.detail = detail
        self.outbound = outbound
    }

    /// Whether the server refuses temporarily: 4yz (RFC 5321, section 4.2.1).
    var isTransient: Bool { self.status.map { (400..<500).contains($0) } ?? false }

    /// The server's reply code and enhanced status, such as `535 5.7.8`; empty where it gave none.
    var answer: String {
        [self.status.map(String.init), self.detail].compactMap(\.self).joined(separator: " ")
    }

    /// The failure for a log and for the notice: `mail_refused at login (535 5.7.8)`; no free text of the server.
    package var description: String {
        let code = self.outbound?.code.rawValue ?? self.code.rawValue
        let answer = self.answer
        return "\(code) at \(self.step.rawValue)" + (answer.isEmpty ? "" : " (\(answer))")
    }
}

/// A recipient that a mail server refused while it accepted the message for others.
package struct MailRefusal: Hashable, Sendable, CustomStringConvertible {
    /// The recipient.
    package let recipient: MailAddress
    /// The server's refusal.
    package let failure: MailFailure

    /// Whether the refusal is temporary, as with greylisting or a full mailbox: 4yz (RFC 5321, section 4.2.1).
    package var isTransient: Bool { self.failure.isTransient }

    /// The recipient and the answer: `ada@example.com (450 4.2.0)`.
    package var description: String { "\(self.recipient) (\(self.failure.answer))" }
}
