import AppStore
import ArgumentParser
import PurserService

extension StoreOptions {
    /// Returns the reason for the audit log, or ends the command with a message if there is none.
    func requiredReason() throws -> String {
        guard let reason = self.change.reason, !reason.isEmpty else {
            StandardStream.error.write(line: "State the reason: --reason \"...\"")
            throw ExitStatus.wrongUsage.error
        }
        return reason
    }

    /// Writes the result of a change, and ends the command with the right status if nothing was to be done.
    ///
    /// - Parameters:
    ///   - answer: The API's object, for programs.
    ///   - shown: The members for people; by default those of the answer.
    /// - Throws: The exit status, after writing why nothing was done.
    func write(_ answer: JSONValue, shown: [JSONMember]? = nil) throws {
        var members = shown ?? []
        if shown == nil, case .object(let all) = answer {
            // People read the reason why nothing was done as a sentence.
            members = all.filter { $0.key != OperationResult.nothingName }
        }
        ObjectText.write(self.json ? answer : .object(members), isJSON: self.json)
        try NoChange.end(answer)
    }
}
