import Ledger

/// The reason why a channel has not received a notice, or may not have received it.
enum AlarmSendError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The mail server refused the message or failed.
    case mail(MailFailure)
    /// The mail server accepted the message, but refused these of the recipients.
    case recipients([MailRefusal], of: Int)
    /// No answer arrived.
    case outbound(OutboundFailure)
    /// The status of the answer was not 2xx; the receiver may have stated how long to wait.
    case status(Int, retryAfter: Span?)
    /// Nothing was sent, because signing failed.
    case unsigned(WebhookSecretsError)
    /// Nothing was sent, because the server cannot send; the code states why.
    case unable(String)

    /// The error for the log and the notice: a code and bounded facts.
    var description: String {
        switch self {
        case .mail(let failure): failure.description
        case .recipients(let refused, let count):
            "\(refused.count) of \(count) recipients refused (\(refused.first?.failure.answer ?? ""))"
        case .outbound(let failure): failure.code.rawValue
        case .status(let status, _): "status \(status)"
        case .unsigned(let error): error.code
        case .unable(let code): code
        }
    }

    /// The recipients that the mail server refused, while others have the message.
    private var refusals: [MailRefusal] {
        if case .recipients(let refused, _) = self { refused } else { [] }
    }

    /// The addresses that still have to receive the message, because they were refused temporarily.
    var waitingRecipients: [String] { self.refusals.filter(\.isTransient).map(\.recipient.description) }

    /// Whether recipients were refused permanently, while others have the message.
    var losesRecipients: Bool { self.refusals.contains { !$0.isTransient } }

    /// The time for which the receiver asked to wait, if it did.
    var retryAfter: Span? {
        if case .status(_, let retryAfter) = self { retryAfter } else { nil }
    }

    /// Returns the error and its remedy as a sentence, for a test of a channel.
    func sentence(in language: PageLanguage) -> String {
        let isChinese = language == .simplifiedChinese
        switch self {
        case .mail(let failure): return failure.sentence(in: language)
        case .recipients(let refused, let count):
            let names = refused.map(\.description).joined(separator: ", ")
            return isChinese
                ? "邮件服务器已接收邮件，但拒绝 \(count) 个收件人中的 \(refused.count) 个：\(names)。"
                    + "状态码以 4 开头的拒绝可能是暂时的；其他情况请核对 watch.email.to 中的地址是否存在。"
                : "The mail server accepted the message, but refuses \(refused.count) of \(count) recipients: \(names). "
                    + "A status that begins with 4 may be temporary; otherwise check that the addresses in watch.email.to exist."
        case .outbound(let failure):
            let (english, chinese) = failure.alarmSentences
            return isChinese ? "\(chinese)（\(failure.code.rawValue)）" : "\(english) (\(failure.code.rawValue))"
        case .status(let status, _):
            return isChinese
                ? "接收方以状态码 \(status) 应答。请将地址与接收方设置中显示的地址核对。"
                : "The receiver answered with the status \(status). Compare the address with what the receiver's settings "
                    + "show."
        case .unsigned(let error):
            let remedy = error.alarmRemedy(in: language)
            return isChinese
                ? "无法签名（\(error.code)）。\(remedy)"
                : "Signing failed (\(error.code)). \(remedy)"
        case .unable(let code):
            return isChinese ? "无法发送（\(code)）。" : "Sending failed (\(code))."
        }
    }
}

extension OutboundFailure {
    /// The error of a channel's connection, with a remedy where the configuration has one, in English and in Chinese.
    var alarmSentences: (String, String) {
        switch self.code {
        case .addressForbidden, .plainForbidden:
            (
                self.problem + " Use a public one, or allow this one: watch: { allow: [ADDRESS:PORT] }",
                "该地址不是公网地址，或不允许以明文访问。请使用公网地址，或在配置中允许该地址：watch: { allow: [ADDRESS:PORT] }"
            )
        case .hostUnknown: (self.problem, "域名没有地址。")
        case .connectionRefused: (self.problem, "该地址没有服务在监听。")
        case .connectionFailed: (self.problem, "无法连接该地址。")
        case .certificateUntrusted: (self.problem, "证书不受信任，或已过期。")
        case .certificateName: (self.problem, "证书属于其他域名。")
        case .tlsFailed: (self.problem, "未能协商 TLS 1.2 或更高版本。")
        case .timedOut: (self.problem, "未及时收到完整应答。")
        case .closedEarly: (self.problem, "完整应答到达前连接被关闭。")
        case .answerMalformed: (self.problem, "应答不是 HTTP。")
        case .canceled: (self.problem, "调用已中断。")
        }
    }
}
