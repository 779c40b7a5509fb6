internal import PurserService

extension ConfigurationReading {
    /// The maximum number of recipients of emails.
    private static var greatestRecipientCount: Int { 20 }
    /// The maximum length of the name and of the password in bytes.
    private static var greatestLoginLength: Int { 256 }

    /// Reads `watch.email`.
    mutating func email(_ field: DocumentField?, _ addresses: AddressGuard) -> EmailSettings? {
        guard let field,
            let parts = self.validation.map(
                field,
                known: ConfigurationKey.email,
                example: "email: { server: smtp.example.com:587, from: purser@example.com, to: me@example.com }"
            )
        else { return nil }
        let security = self.mailSecurity(parts["security"], path: field.path(to: "security"))
        if security == .plain, addresses.allowed.isEmpty {
            self.validation.note(
                parts["security"] ?? field,
                problem: "is plain, and watch.allow names no address that may be reached without TLS",
                remedy: "Use starttls or tls, or allow the server's address: watch: { allow: [ADDRESS:25] }"
            )
        }
        let server = self.mailServer(parts, addresses)
        let login = self.mailLogin(parts)
        let from = self.validation.required("from", in: parts, example: "from: purser@example.com")
            .flatMap { self.value($0, example: "from: purser@example.com") }
            .flatMap { self.mailAddress($0, example: "from: purser@example.com") }
        let to = self.recipients(parts)
        guard let server, let from, !to.isEmpty else { return nil }
        return EmailSettings(
            host: server.host,
            port: server.port,
            security: security,
            login: login,
            from: from,
            to: to
        )
    }

    private mutating func mailSecurity(_ field: DocumentField?, path: String) -> EmailSettings.Security {
        let standard = EmailSettings.Security.startTLS
        guard let field else {
            self.recordDefault(path, standard.rawValue)
            return standard
        }
        let known = EmailSettings.Security.allCases.map(\.rawValue)
        guard let word = self.validation.word(field, among: known, example: "security: tls") else { return standard }
        self.record(field.keyPath, word, origin: self.describe(field.node.origin))
        return EmailSettings.Security(rawValue: word) ?? standard
    }

    private mutating func mailServer(_ parts: DocumentFields, _ addresses: AddressGuard) -> Configuration.Address? {
        let example = "server: smtp.example.com:587"
        guard let field = self.validation.required("server", in: parts, example: example),
            let value = self.value(field, example: example),
            let text = self.validation.string(value, example: example)
        else { return nil }
        // A host has the same form as in a web address, whose parser checks it.
        guard let server = Self.address(text), server.port > 0, let url = try? OutboundURL("https://\(server)/") else {
            self.validation.refuse(
                value,
                expected: "the name or address of a mail server and a port",
                example: example
            )
            return nil
        }
        if let address = url.address, case .refused(let refusal) = addresses.verdict(on: address, port: server.port) {
            self.validation.note(
                value,
                problem: "the address is \(refusal.kind)",
                remedy: "Use a public one, or allow this one: watch: { allow: [ADDRESS:PORT] }"
            )
            return nil
        }
        return Configuration.Address(host: url.host, port: server.port)
    }

    /// Reads the name and the password: both or neither.
    private mutating func mailLogin(_ parts: DocumentFields) -> EmailSettings.Login? {
        let user = parts["user"].flatMap { self.loginPart($0, isSecret: false, example: "user: purser@example.com") }
        let password = parts["password"].flatMap {
            self.loginPart($0, isSecret: true, example: "password: { file: mail-password.txt }")
        }
        switch (parts["user"], parts["password"]) {
        case (.some(let field), nil):
            self.validation.note(
                field,
                problem: "has no password beside it",
                remedy: "Add for example: password: { file: mail-password.txt }"
            )
        case (nil, .some(let field)):
            self.validation.note(
                field,
                problem: "has no user beside it",
                remedy: "Add for example: user: purser@example.com"
            )
        default: break
        }
        guard let user, let password else { return nil }
        return EmailSettings.Login(user: user, password: password)
    }

    /// Reads a name or a password; no message contains it.
    private mutating func loginPart(_ field: DocumentField, isSecret: Bool, example: String) -> String? {
        guard let value = self.value(field, isSecret: isSecret, example: example) else { return nil }
        // A zero byte ends a part of AUTH PLAIN (RFC 4616).
        guard case .scalar(let text, _) = value.node.content, !value.node.isEmpty,
            (1...Self.greatestLoginLength).contains(text.utf8.count), !text.utf8.contains(where: { $0 < 0x20 })
        else {
            self.validation.note(
                field,
                problem: "must be a text of 1 to \(Self.greatestLoginLength) bytes without control characters",
                remedy: "Write for example: \(example)"
            )
            return nil
        }
        return text
    }

    private mutating func recipients(_ parts: DocumentFields) -> [MailAddress] {
        let example = "to: [me@example.com]"
        guard let field = self.validation.required("to", in: parts, example: example) else { return [] }
        let elements = self.validation.oneOrMore(field)
        guard (1...Self.greatestRecipientCount).contains(elements.count) else {
            self.validation.note(
                field,
                problem: "has \(elements.count) addresses, and may have 1 to \(Self.greatestRecipientCount)",
                remedy: "Write to a list of your mail server instead."
            )
            return []
        }
        var recipients: [MailAddress] = []
        for element in elements {
            guard let address = self.mailAddress(element, example: example) else { continue }
            if recipients.contains(address) {
                self.validation.note(
                    element,
                    problem: "\"\(address)\" is listed twice",
                    remedy: "Keep one of the two."
                )
            } else {
                recipients.append(address)
            }
        }
        let texts = recipients.map(\.description)
        self.record(field.keyPath, texts.joined(separator: ", "), origin: self.describe(field.node.origin))
        return recipients
    }

    private mutating func mailAddress(_ field: DocumentField, example: String) -> MailAddress? {
        guard let text = self.validation.string(field, example: example) else { return nil }
        guard let address = MailAddress(text) else {
            self.validation.refuse(field, expected: "an e-mail address without a name", example: example)
            return nil
        }
        return address
    }
}
