import AppStore
import ArgumentParser
import PurserService

extension StoreOptions {
    /// Returns the reason for the audit log; where there is none, says that it is needed and ends the command.
    func requiredReason() throws -> String {
        guard let reason = self.change.reason, !reason.isEmpty else {
            StandardStream.error.write(line: "Say why: --reason \"...\"")
            throw ExitStatus.wrongUsage.error
        }
        return reason
    }

    /// Writes what came of a change, and ends the command with the status for it where nothing was done.
    ///
    /// - Parameters:
    ///   - answer: The API's object, which a program reads.
    ///   - shown: What people read; the members of the answer if it is left out.
    /// - Throws: The exit status, after saying why nothing was done.
    func write(_ answer: JSONValue, shown: [JSONMember]? = nil) throws {
        var members = shown ?? []
        if shown == nil, case .object(let all) = answer {
            // Why nothing was done is a sentence of its own for people.
            members = all.filter { $0.key != OperationResult.nothingName }
        }
        ObjectText.write(self.json ? answer : .object(members), isJSON: self.json)
        try NoChange.end(answer)
    }
}
