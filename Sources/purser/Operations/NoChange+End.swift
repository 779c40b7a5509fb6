import AppStore
import ArgumentParser
import PurserService

extension NoChange {
    /// Writes why nothing was done, and ends the command with the status for that.
    static func end(_ code: Code, in language: Language = .english) throws {
        StandardStream.error.write(line: "\(code.said.text(in: language)) (\(code.rawValue))")
        throw ExitStatus.noChange.error
    }

    /// Ends the command if a response says that nothing was done.
    static func end(_ answer: JSONValue, in language: Language = .english) throws {
        try Self.end(text: answer[OperationResult.nothingName]?.text, in: language)
    }

    /// Ends the command if a text is the code of "nothing was done".
    static func end(text: String?, in language: Language = .english) throws {
        if let code = text.flatMap(Code.init(rawValue:)) { try Self.end(code, in: language) }
    }
}

extension NoChange.Code {
    /// The sentence in the languages of the commands; those about refunds have Chinese too.
    package var said: LocalizedText {
        switch self {
        case .refundAnswerUnchanged: LocalizedText(self.sentence, "未作任何更改：已有同样的答复等待发送给 Apple。")
        case .overrideSame: LocalizedText(self.sentence, "未作任何更改：该客户已设定同样的答复。")
        case .overrideMissing: LocalizedText(self.sentence, "未作任何更改：该客户没有设定答复。")
        case .policySame: LocalizedText(self.sentence, "未作任何更改：现行策略的内容相同。")
        case .dayAccepted: LocalizedText(self.sentence, "未作任何更改：该日已按现状接受。")
        case .dayNotAccepted: LocalizedText(self.sentence, "未作任何更改：该日没有被接受。")
        case .silenceOver: LocalizedText(self.sentence, "未作任何更改：该静默已经结束。")
        default: LocalizedText(self.sentence)
        }
    }
}
