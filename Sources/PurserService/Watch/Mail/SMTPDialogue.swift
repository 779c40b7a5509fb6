import Foundation

/// What a client says to a mail server, step by step (RFC 5321): takes an answer and decides what follows.
struct SMTPDialogue: Sendable {
    /// What follows an answer.
    enum Action: Hashable, Sendable {
        /// These bytes are sent.
        case send([UInt8])
        /// The connection is upgraded to TLS; then `upgraded` says what is sent.
        case upgrade
        /// The server has the message.
        case finish(refused: [MailRefusal])
        /// It does not.
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
    /// How the client calls itself: its address in brackets, as it may have no name (RFC 5321, section 4.1.3).
    var name = "[127.0.0.1]"
    private var state = State.greeting
    private var refused: [MailRefusal] = []

    /// A conversation that brings one message.
    init(settings: EmailSettings, message: MailMessage) {
        self.settings = settings
        self.message = message
    }

    /// How far the conversation has come.
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

    /// What is sent once TLS is there: what the server said before does not count any more (RFC 3207, section 4.2).
    mutating func upgraded() -> [UInt8] {
        self.state = .helloAgain
        return Self.line("EHLO \(self.name)")
    }

    /// What follows an answer.
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
        // Whom the server does not know must not keep the others from being told.
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
