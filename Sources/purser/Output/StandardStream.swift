package import AppStore
import ArgumentParser
internal import Foundation

/// The output streams of a command: results go to standard output, everything else to standard error.
package enum StandardStream: Sendable {
    /// Standard output.
    case output
    /// Standard error.
    case error

    /// Writes a line.
    ///
    /// If the reader has closed the pipe, this is not an error of the command.
    package func write(line: String) {
        self.write(bytes: Array((line + "\n").utf8))
    }

    /// Writes a JSON value in a line.
    ///
    /// If the reader has closed the pipe, this is not an error of the command.
    package func write(json: JSONValue) {
        self.write(bytes: json.json() + Array("\n".utf8))
    }

    /// Writes bytes unchanged.
    ///
    /// If the reader has closed the pipe, this is not an error of the command.
    package func write(bytes: [UInt8]) {
        try? self.handle.write(contentsOf: Data(bytes))
    }

    /// Writes bytes that are useless unless they are complete.
    ///
    /// - Throws: The error that prevented it.
    package func write(whole bytes: [UInt8]) throws {
        try self.handle.write(contentsOf: Data(bytes))
    }

    private var handle: FileHandle {
        switch self {
        case .output: .standardOutput
        case .error: .standardError
        }
    }

    /// Writes the result of an action: for a program the object of the response, for people a sentence.
    func write(_ answer: JSONValue, isJSON: Bool, _ line: @autoclosure () -> String) {
        if isJSON { self.write(json: answer) } else { self.write(line: line()) }
    }
}

/// A question before a change, which `y` or `yes` confirms.
package enum Confirmation {
    /// Asks the question, and ends the command if there is no terminal or the answer is not yes.
    static func ask(_ question: String, in language: Language = .english) throws {
        guard isatty(FileHandle.standardInput.fileDescriptor) == 1 else {
            let text = LocalizedText(
                "There is no terminal to ask for confirmation; to confirm, use --yes",
                "这里无法询问；请用 --yes 表示确认"
            )
            StandardStream.error.write(line: text.text(in: language))
            throw ExitStatus.notAllowed.error
        }
        StandardStream.error.write(line: "\(question) [y/N]")
        guard Self.isYes(readLine()) else {
            StandardStream.error.write(line: LocalizedText("Nothing was changed.", "没有作任何更改。").text(in: language))
            throw ExitStatus.notAllowed.error
        }
    }

    /// Returns whether an answer is yes, ignoring case and spaces; no answer is not yes.
    package static func isYes(_ answer: String?) -> Bool {
        ["y", "yes", "是"].contains(answer?.trimmingCharacters(in: .whitespacesAndNewlines).lowercased())
    }
}
