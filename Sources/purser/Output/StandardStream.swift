package import AppStore
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
}
