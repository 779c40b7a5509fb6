import Ledger

/// Why a channel has not received a notice, or may not have.
enum AlarmSendError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The mail server.
    case mail(MailFailure)
    /// The mail server took the message, but not for these of so many recipients.
    case recipients([MailRefusal], of: Int)
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
        case .recipients(let refused, let count):
            "\(refused.count) of \(count) recipients refused (\(refused.first?.failure.answer ?? ""))"
        case .outbound(let failure): failure.code.rawValue
        case .status(let status, _): "status \(status)"
        case .unsigned(let error): error.code
        case .unable(let code): code
        }
    }

    /// The recipients whom the mail server refuses, while others have the message.
    private var refusals: [MailRefusal] {
        if case .recipients(let refused, _) = self { refused } else { [] }
    }

    /// The addresses of those who have still to receive what others have, because they are refused for now.
    var waitingRecipients: [String] { self.refusals.filter(\.isForNow).map(\.recipient.description) }

    /// Whether recipients are refused for good, while others have the message.
    var losesRecipients: Bool { self.refusals.contains { !$0.isForNow } }

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
            let names = refused.map(\.description).joined(separator: ", ")
            return isChinese
                ? "邮件服务器已接收邮件，但拒绝 \(count) 个收件人中的 \(refused.count) 个：\(names)。"
                    + "状态码以 4 开头的拒绝可能是暂时的；其他情况请核对 watch.email.to 中的地址是否存在。"
                : "The mail server took the message, but refuses \(refused.count) of \(count) recipients: \(names). "
                    + "A status that begins with 4 may pass; else compare watch.email.to with the addresses that exist."
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
                : "Nothing could be signed (\(error.code)). \(remedy)"
        case .unable(let code):
            return isChinese ? "无法发送（\(code)）。" : "Nothing could be sent (\(code))."
        }
    }
}
