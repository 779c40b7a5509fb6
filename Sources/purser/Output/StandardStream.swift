package import AppStore
import ArgumentParser
internal import Foundation

/// The two streams that a command writes to: answers go to the output, everything about them to the error stream.
package enum StandardStream: Sendable {
    /// Standard output.
    case output
    /// Standard error.
    case error

    /// Writes a line.
    ///
    /// A reader that has gone away is not an error of the command.
    package func write(line: String) {
        self.write(bytes: Array((line + "\n").utf8))
    }

    /// Writes a JSON value in a line.
    ///
    /// A reader that has gone away is not an error of the command.
    package func write(json: JSONValue) {
        self.write(bytes: json.json() + Array("\n".utf8))
    }

    /// Writes bytes as they are.
    ///
    /// A reader that has gone away is not an error of the command.
    package func write(bytes: [UInt8]) {
        try? self.handle.write(contentsOf: Data(bytes))
    }

    /// Writes bytes that are worth nothing unless they are all there.
    ///
    /// - Throws: What kept them from being written.
    package func write(whole bytes: [UInt8]) throws {
        try self.handle.write(contentsOf: Data(bytes))
    }

    private var handle: FileHandle {
        switch self {
        case .output: .standardOutput
        case .error: .standardError
        }
    }

    /// Writes what came of an action: for a program the object that it answered with, for people a sentence.
    func write(_ answer: JSONValue, isJSON: Bool, _ line: @autoclosure () -> String) {
        if isJSON { self.write(json: answer) } else { self.write(line: line()) }
    }
}

/// A question before something is changed, which `y` or `yes` answers.
package enum Confirmation {
    /// Asks, and ends the command where nobody can be asked or the answer is another.
    static func ask(_ question: String, in language: Language = .english) throws {
        guard isatty(FileHandle.standardInput.fileDescriptor) == 1 else {
            let text = LocalizedText("Nobody can be asked here; say that you mean it: --yes", "这里无法询问；请用 --yes 表示确认")
            StandardStream.error.write(line: text.text(in: language))
            throw ExitStatus.notAllowed.error
        }
        StandardStream.error.write(line: "\(question) [y/N]")
        guard Self.isYes(readLine()) else {
            StandardStream.error.write(line: LocalizedText("Nothing was changed.", "没有作任何更改。").text(in: language))
            throw ExitStatus.notAllowed.error
        }
    }

    /// Returns whether an answer is a yes, in whatever case and with whatever blanks; no answer is none.
    package static func isYes(_ answer: String?) -> Bool {
        ["y", "yes", "是"].contains(answer?.trimmingCharacters(in: .whitespacesAndNewlines).lowercased())
    }
}
