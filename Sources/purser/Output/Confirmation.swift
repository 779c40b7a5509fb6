import ArgumentParser
import Foundation

/// A question before something is changed, which `y` or `yes` answers.
package enum Confirmation {
    /// Asks, and ends the command where nobody can be asked or the answer is another.
    static func ask(_ question: String, in language: Language = .english) throws {
        guard isatty(FileHandle.standardInput.fileDescriptor) == 1 else {
            let text = Said("Nobody can be asked here; say that you mean it: --yes", "这里无法询问；请用 --yes 表示确认")
            StandardStream.error.write(line: text.text(in: language))
            throw ExitStatus.notAllowed.error
        }
        StandardStream.error.write(line: "\(question) [y/N]")
        guard Self.isYes(readLine()) else {
            StandardStream.error.write(line: Said("Nothing was changed.", "没有作任何更改。").text(in: language))
            throw ExitStatus.notAllowed.error
        }
    }

    /// Returns whether an answer is a yes, in whatever case and with whatever blanks; no answer is none.
    package static func isYes(_ answer: String?) -> Bool {
        ["y", "yes", "是"].contains(answer?.trimmingCharacters(in: .whitespacesAndNewlines).lowercased())
    }
}
