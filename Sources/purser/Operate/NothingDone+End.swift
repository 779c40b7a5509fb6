import AppStore
import ArgumentParser
import PurserService

extension NothingDone.Code {
    /// Says that nothing was done and why, and ends the command with the status for that.
    func end() throws {
        StandardStream.error.write(line: "\(self.sentence) (\(self.rawValue))")
        throw ExitStatus.nothingDone.error
    }

    /// Ends the command where a server's answer says that nothing was done.
    static func end(_ answer: JSONValue) throws {
        try answer[OperationResult.nothingName]?.text.flatMap(Self.init(rawValue:))?.end()
    }
}
