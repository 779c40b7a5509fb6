import Ledger

/// Why a channel has not received a notice, or may not have.
enum AlarmSendError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The mail server.
    case mail(MailFailure)
    /// The mail server took the message, but not for so many of the recipients.
    case recipients(refused: Int, of: Int)
    /// Nobody answered.
    case outbound(OutboundFailure)
    /// The answer was not 2xx; the receiver may have said how long to leave it alone.
    case status(Int, retryAfter: Span?)
    /// Nothing was sent, because it cannot be signed.
    case unsigned(WebhookSecretsError)
    /// Nothing was sent, because this side is not able to; the code says why.
    case unable(String)

    /// What went wrong, for the log and the notice: a code and bounded facts.
    var description: String {
        switch self {
        case .mail(let failure): failure.description
        case .recipients(let refused, let count): "\(refused) of \(count) recipients refused"
        case .outbound(let failure): failure.code.rawValue
        case .status(let status, _): "status \(status)"
        case .unsigned(let error): error.code
        case .unable(let code): code
        }
    }

    /// How long the receiver asks to be left alone, if it does.
    var retryAfter: Span? {
        if case .status(_, let retryAfter) = self { retryAfter } else { nil }
    }

    /// Returns what went wrong and what to do, for whoever tries a channel.
    func sentence(in language: PageLanguage) -> String {
        let isChinese = language == .simplifiedChinese
        switch self {
        case .mail(let failure): return failure.sentence(in: language)
        case .recipients(let refused, let count):
            return isChinese
                ? "邮件服务器已接收邮件，但拒绝 \(count) 个收件人中的 \(refused) 个。请核对 watch.email.to 中的地址是否存在。"
                : "The mail server took the message, but refuses \(refused) of \(count) recipients. Compare watch.email.to "
                    + "with the addresses that exist."
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
            return isChinese ? "无法签名（\(error.code)）。\(remedy)" : "Nothing could be signed (\(error.code)). \(remedy)"
        case .unable(let code):
            return isChinese ? "无法发送（\(code)）。" : "Nothing could be sent (\(code))."
        }
    }
}
