import ArgumentParser
import Foundation

/// A question before something is changed, which only `yes` answers.
enum Confirmation {
    /// Asks, and ends the command where nobody can be asked or the answer is another.
    static func ask(_ question: String) throws {
        guard isatty(FileHandle.standardInput.fileDescriptor) == 1 else {
            StandardStream.error.write(line: "Nobody can be asked here; say that you mean it: --yes")
            throw ExitStatus.notAllowed.error
        }
        StandardStream.error.write(line: "\(question) Type yes:")
        guard readLine() == "yes" else {
            StandardStream.error.write(line: "Nothing was changed.")
            throw ExitStatus.notAllowed.error
        }
    }
}
