extension MailFailure {
    /// Returns the failure and its remedy as a sentence, for a test of the channel.
    package func sentence(in language: PageLanguage) -> String {
        let (english, chinese) = self.sentences
        return language == .simplifiedChinese ? "\(chinese)（\(self)）" : "\(english) (\(self))"
    }

    private var sentences: (String, String) {
        switch self.code {
        case .refused: self.refusal
        case .noTLS:
            (
                "The mail server does not offer STARTTLS. Use watch.email.security: tls and its port, usually 465.",
                "邮件服务器不提供 STARTTLS。请使用 watch.email.security: tls 及其端口，通常为 465。"
            )
        case .noLogin:
            (
                "The mail server does not accept AUTH PLAIN or LOGIN at this port. Use its submission port, usually 587.",
                "邮件服务器在此端口不接受 AUTH PLAIN 或 LOGIN。请使用其发信端口，通常为 587。"
            )
        case .loginInClear:
            (
                "The password would be sent in plain text to a public address. Use starttls or tls.",
                "密码将以明文发送到公网地址。请使用 starttls 或 tls。"
            )
        case .malformed:
            (
                "The answer is not valid SMTP. Check server, port and security.",
                "对方的应答不符合 SMTP。请核对 server、端口和 security。"
            )
        case .connection: self.outbound?.alarmSentences ?? ("The mail server cannot be reached.", "无法连接邮件服务器。")
        }
    }

    /// The texts for a refusal, by the step of the SMTP session.
    private var refusal: (String, String) {
        switch self.step {
        case .login:
            (
                "The mail server refuses the login. Check watch.email.user and watch.email.password; some providers require "
                    + "an app-specific password.",
                "邮件服务器拒绝登录。请核对 watch.email.user 和 watch.email.password；部分服务商要求使用应用专用密码。"
            )
        case .sender:
            (
                "The mail server refuses the sender. Set watch.email.from to an address that it accepts.",
                "邮件服务器不允许该发件人发信。请在 watch.email.from 中填写其接受的地址。"
            )
        case .recipients:
            (
                "The mail server refuses the recipients. Check that the addresses in watch.email.to exist.",
                "邮件服务器拒绝收件人。请核对 watch.email.to 中的地址是否存在。"
            )
        case .data, .message:
            (
                "The mail server refuses the message. Ask its operator, or check its log.",
                "邮件服务器拒绝该邮件。请询问其管理员，或查看其日志。"
            )
        case .connecting, .greeting, .hello, .startTLS:
            (
                "The mail server refuses the connection. Check server, port and security, and ask its operator whether "
                    + "this machine may send.",
                "邮件服务器拒绝连接。请核对 server、端口和 security，并向其管理员确认是否允许本机发信。"
            )
        }
    }
}
