import AppStore
import ArgumentParser
import PurserService

extension NothingDone {
    /// Says that nothing was done and why, and ends the command with the status for that.
    static func end(_ code: Code) throws {
        StandardStream.error.write(line: "\(code.sentence) (\(code.rawValue))")
        throw ExitStatus.nothingDone.error
    }

    /// Ends the command where a server's answer says that nothing was done.
    static func end(_ answer: JSONValue) throws {
        try Self.end(text: answer[OperationResult.nothingName]?.text)
    }

    /// Ends the command where a text is the code for that nothing was done.
    static func end(text: String?) throws {
        if let code = text.flatMap(Code.init(rawValue:)) { try Self.end(code) }
    }
}
