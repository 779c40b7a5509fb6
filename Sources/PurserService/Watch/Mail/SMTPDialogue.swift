import Foundation

/// The client side of an SMTP session as a state machine (RFC 5321): takes a reply and decides the next action.
struct SMTPDialogue: Sendable {
    /// The next action of the client.
    enum Action: Hashable, Sendable {
        /// Send these bytes.
        case send([UInt8])
        /// Upgrade the connection to TLS, and then send the bytes of `upgraded`.
        case upgrade
        /// The session ends; the server has accepted the message.
        case finish(refused: [MailRefusal])
        /// The session ends; the server has not accepted the message.
        case fail(MailFailure)
    }

    private enum State: Hashable, Sendable {
        case greeting
        case hello
        case startTLS
        case helloAgain
        case plainLogin
        case loginUser
        case loginName
        case loginPassword
        case sender
        case recipient(Int)
        case data
        case message
    }

    private let settings: EmailSettings
    private let message: MailMessage
    /// The client's name in `EHLO`: its address in brackets, because it may have no host name (RFC 5321, section
    /// 4.1.3).
    var name = "[127.0.0.1]"
    private var state = State.greeting
    private var refused: [MailRefusal] = []

    /// Creates a session that sends one message.
    init(settings: EmailSettings, message: MailMessage) {
        self.settings = settings
        self.message = message
    }

    /// The current step of the session.
    var step: MailFailure.Step {
        switch self.state {
        case .greeting: .greeting
        case .hello: .hello
        case .startTLS, .helloAgain: .startTLS
        case .plainLogin, .loginUser, .loginName, .loginPassword: .login
        case .sender: .sender
        case .recipient: .recipients
        case .data: .data
        case .message: .message
        }
    }

    /// Returns the bytes to send after the TLS handshake; the server's earlier replies no longer count (RFC 3207,
    /// section 4.2).
    mutating func upgraded() -> [UInt8] {
        self.state = .helloAgain
        return Self.line("EHLO \(self.name)")
    }

    /// Returns the action that follows a reply.
    mutating func take(_ reply: SMTPReply) -> Action {
        switch self.state {
        case .greeting: self.after(reply, 220) { $0.say("EHLO \($0.name)", .hello) }
        case .hello: self.after(reply, 250) { $0.afterHello(reply) }
        case .startTLS: self.after(reply, 220) { _ in .upgrade }
        case .helloAgain: self.after(reply, 250) { $0.logIn(reply) }
        case .loginUser: self.after(reply, 334) { $0.say($0.encoded(\.user), .loginName) }
        case .loginName: self.after(reply, 334) { $0.say($0.encoded(\.password), .loginPassword) }
        case .plainLogin, .loginPassword: self.after(reply, 235) { $0.nameSender() }
        case .sender: self.after(reply, 250) { $0.recipient(0) }
        case .recipient(let place): self.afterRecipient(reply, place)
        case .data:
            self.after(reply, 354) { dialogue in
                dialogue.state = .message
                return .send(dialogue.message.transmitted)
            }
        case .message: self.after(reply, 250) { .finish(refused: $0.refused) }
        }
    }

    private mutating func after(
        _ reply: SMTPReply,
        _ status: Int,
        _ next: (inout Self) -> Action
    ) -> Action {
        reply.status == status ? next(&self) : .fail(self.failure(reply))
    }

    private func failure(_ reply: SMTPReply) -> MailFailure {
        MailFailure(
            reply.isPositive ? .malformed : .refused,
            at: self.step,
            status: reply.status,
            detail: reply.detail
        )
    }

    private mutating func say(_ line: String, _ next: State) -> Action {
        self.state = next
        return .send(Self.line(line))
    }

    private static func line(_ text: String) -> [UInt8] { Array("\(text)\r\n".utf8) }

    private mutating func afterHello(_ reply: SMTPReply) -> Action {
        guard self.settings.security == .startTLS else { return self.logIn(reply) }
        guard reply.extensions["STARTTLS"] != nil else { return .fail(MailFailure(.noTLS, at: .startTLS)) }
        return self.say("STARTTLS", .startTLS)
    }

    private mutating func logIn(_ reply: SMTPReply) -> Action {
        guard let login = self.settings.login else { return self.nameSender() }
        let forms = reply.extensions["AUTH"] ?? []
        if forms.contains("PLAIN") {
            let text = "\0\(login.user)\0\(login.password)"
            return self.say("AUTH PLAIN \(Data(text.utf8).base64EncodedString())", .plainLogin)
        }
        guard forms.contains("LOGIN") else { return .fail(MailFailure(.noLogin, at: .login)) }
        return self.say("AUTH LOGIN", .loginUser)
    }

    private func encoded(_ part: KeyPath<EmailSettings.Login, String>) -> String {
        Data((self.settings.login?[keyPath: part] ?? "").utf8).base64EncodedString()
    }

    private mutating func nameSender() -> Action { self.say("MAIL FROM:<\(self.message.from)>", .sender) }

    private mutating func recipient(_ place: Int) -> Action {
        if place < self.message.to.count { return self.say("RCPT TO:<\(self.message.to[place])>", .recipient(place)) }
        // An unknown recipient must not keep the others from getting the message.
        if self.refused.count == self.message.to.count,
            let refusal = self.refused.first(where: \.isTransient) ?? self.refused.last
        {
            return .fail(refusal.failure)
        }
        return self.say("DATA", .data)
    }

    private mutating func afterRecipient(_ reply: SMTPReply, _ place: Int) -> Action {
        if reply.status != 250, reply.status != 251 {
            self.refused.append(MailRefusal(recipient: self.message.to[place], failure: self.failure(reply)))
        }
        return self.recipient(place + 1)
    }
}
