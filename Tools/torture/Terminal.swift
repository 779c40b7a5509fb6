import Foundation

/// Where the torture says what happens, at once: whoever watches through a pipe must not wait for a buffer to fill.
enum Terminal {
    /// Writes a line.
    static func write(line: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    }
}
