/// Why a mail server has not taken a message, or may not have.
package struct MailFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// How far the conversation had come.
    package enum Step: String, Hashable, Sendable, CaseIterable {
        /// Looking up the name and connecting.
        case connecting
        /// Waiting for the server's first words, and for TLS where the connection begins with it.
        case greeting
        /// Asking what the server can do.
        case hello
        /// Upgrading to TLS, and asking again.
        case startTLS = "starttls"
        /// Name and password.
        case login
        /// Who sends.
        case sender
        /// Who receives.
        case recipients
        /// Asking to send the message.
        case data
        /// The message itself: the server may have taken it although the answer did not arrive.
        case message
    }

    /// What went wrong; stable, and bounded in number.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The server's answer is a refusal.
        case refused = "mail_refused"
        /// The server does not offer STARTTLS, and nothing is sent in clear.
        case noTLS = "mail_starttls_missing"
        /// The server takes no name and password in a form that is known.
        case noLogin = "mail_login_missing"
        /// Name and password would go out in clear to an address that is not private.
        case loginInClear = "mail_login_in_clear"
        /// What the server says is not SMTP.
        case malformed = "mail_answer_malformed"
        /// The connection failed; `outbound` says how.
        case connection = "mail_connection_failed"
    }

    /// How far the conversation had come.
    package let step: Step
    /// What went wrong.
    package let code: Code
    /// The server's reply code, such as 535, where it refused.
    package let status: Int?
    /// The server's enhanced status, such as `5.7.8` (RFC 3463), where it said one.
    package let detail: String?
    /// How the connection failed.
    package let outbound: OutboundFailure?

    /// A failure of these values.
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

    /// Whether the server's answer is that it takes this later: 4yz (RFC 5321, section 4.2.1).
    var isTransient: Bool { self.status.map { (400..<500).contains($0) } ?? false }

    /// The server's reply code and enhanced status, such as `535 5.7.8`; empty where it gave none.
    var answer: String {
        [self.status.map(String.init), self.detail].compactMap(\.self).joined(separator: " ")
    }

    /// The failure for a log and for the notice: `mail_refused at login (535 5.7.8)`; nothing that the server wrote
    /// freely.
    package var description: String {
        let code = self.outbound?.code.rawValue ?? self.code.rawValue
        let answer = self.answer
        return "\(code) at \(self.step.rawValue)" + (answer.isEmpty ? "" : " (\(answer))")
    }
}

/// A recipient whom a mail server refused while it took the message for others.
package struct MailRefusal: Hashable, Sendable, CustomStringConvertible {
    /// The recipient.
    package let recipient: MailAddress
    /// What the server answered.
    package let failure: MailFailure

    /// Whether the server takes the message later, as one does that lists senders gray or whose mailbox is full: 4yz
    /// (RFC 5321, section 4.2.1).
    package var isTransient: Bool { self.failure.isTransient }

    /// The recipient and the answer: `ada@example.com (450 4.2.0)`.
    package var description: String { "\(self.recipient) (\(self.failure.answer))" }
}
