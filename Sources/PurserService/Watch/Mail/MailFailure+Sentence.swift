extension MailFailure {
    /// Returns what went wrong and what to do about it, for whoever tries the channel.
    package func sentence(in language: PageLanguage) -> String {
        let (english, chinese) = self.sentences
        return language == .simplifiedChinese ? "\(chinese)（\(self)）" : "\(english) (\(self))"
    }

    private var sentences: (String, String) {
        switch self.code {
        case .refused: self.refusal
        case .noTLS:
            (
                "The mail server offers no STARTTLS. Use watch.email.security: tls and its port, mostly 465.",
                "邮件服务器不提供 STARTTLS。请使用 watch.email.security: tls 及其端口，通常为 465。"
            )
        case .noLogin:
            (
                "The mail server takes no AUTH PLAIN or LOGIN here. Use its port for sending, mostly 587.",
                "邮件服务器在此端口不接受 AUTH PLAIN 或 LOGIN。请使用其发信端口，通常为 587。"
            )
        case .loginInClear:
            (
                "The password would go out in clear to a public address. Use starttls or tls.",
                "密码将以明文发送到公网地址。请使用 starttls 或 tls。"
            )
        case .malformed:
            (
                "What answers there does not speak SMTP as expected. Compare server, port and security.",
                "对方的应答不符合 SMTP。请核对 server、端口和 security。"
            )
        case .connection: self.outbound?.alarmSentences ?? ("The mail server cannot be reached.", "无法连接邮件服务器。")
        }
    }

    /// What the server refuses, by how far the conversation had come.
    private var refusal: (String, String) {
        switch self.step {
        case .login:
            (
                "The mail server refuses the login. Compare watch.email.user and watch.email.password; some providers want "
                    + "a password made for programs.",
                "邮件服务器拒绝登录。请核对 watch.email.user 和 watch.email.password；部分服务商要求使用应用专用密码。"
            )
        case .sender:
            (
                "The mail server does not let this sender send. Write an address into watch.email.from that it accepts.",
                "邮件服务器不允许该发件人发信。请在 watch.email.from 中填写其接受的地址。"
            )
        case .recipients:
            (
                "The mail server refuses the recipients. Compare watch.email.to with the addresses that exist.",
                "邮件服务器拒绝收件人。请核对 watch.email.to 中的地址是否存在。"
            )
        case .data, .message:
            (
                "The mail server refuses the message. Ask its operator, or look at its log.",
                "邮件服务器拒绝该邮件。请询问其管理员，或查看其日志。"
            )
        case .connecting, .greeting, .hello, .startTLS:
            (
                "The mail server refuses the connection. Compare server, port and security, and ask its operator whether "
                    + "this machine may send.",
                "邮件服务器拒绝连接。请核对 server、端口和 security，并向其管理员确认是否允许本机发信。"
            )
        }
    }
}
