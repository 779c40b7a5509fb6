import ArgumentParser
import Foundation

/// The content of a file or of standard input: as a whole, or line by line without holding the whole input.
final class InputLines {
    /// The maximum length of a line; longer ones are cut, and refused for their length.
    static let maximumLine = 512 * 1024

    private let path: String
    private let handle: FileHandle
    private let longestLine: Int
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    /// Opens a file, or standard input for `-`; lines longer than so many bytes are cut.
    init(path: String, longestLine: Int = InputLines.maximumLine) throws {
        if path == "-" {
            self.handle = .standardInput
        } else if let handle = FileHandle(forReadingAtPath: path) {
            self.handle = handle
        } else {
            throw Self.unreadable(path)
        }
        self.path = path
        self.longestLine = longestLine
    }

    private static func unreadable(_ path: String) -> ExitCode {
        StandardStream.error.write(
            line: path == "-"
                ? "Standard input cannot be read. Use the path of a file, or pipe something in."
                : "\(path): cannot be read. Use the path of a file, or - for standard input."
        )
        return ExitStatus.unavailable.error
    }

    /// Returns the whole content, cut after so many bytes.
    func all(upTo limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            guard let chunk = self.read() else { throw Self.unreadable(self.path) }
            if chunk.isEmpty { break }
            bytes += chunk
        }
        return bytes
    }

    /// Returns the next line without surrounding white space; skips empty lines.
    func next() throws -> [UInt8]? {
        while true {
            let rest = self.buffer[self.position...]
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Self.trimmed(rest[..<end])
                self.position = end + 1
                if !line.isEmpty { return line }
                continue
            }
            if self.isAtEnd {
                self.position = self.buffer.count
                let line = Self.trimmed(rest)
                return line.isEmpty ? nil : line
            }
            try self.fill()
        }
    }

    private func fill() throws {
        self.buffer.removeFirst(self.position)
        self.position = 0
        guard let chunk = self.read() else {
            // A folder can be opened like a file, so this is where it is detected.
            throw Self.unreadable(self.path)
        }
        guard !chunk.isEmpty else {
            self.isAtEnd = true
            return
        }
        if self.buffer.count < self.longestLine {
            self.buffer += chunk
        } else if let newline = chunk.firstIndex(of: UInt8(ascii: "\n")) {
            self.buffer += chunk[newline...]
        }
    }

    /// Reads the available bytes without waiting for more, so that a result does not wait for the next line.
    ///
    /// Returns an empty array at the end, `nil` if it cannot be read.
    private func read() -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe Foundation.read(self.handle.fileDescriptor, buffer.baseAddress, buffer.count)
            }
            if count >= 0 { return Array(chunk.prefix(count)) }
            if errno != EINTR { return nil }
        }
    }

    /// Returns the bytes of a text without surrounding white space.
    static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
        var slice = bytes
        while let first = slice.first, isSpace(first) { slice.removeFirst() }
        while let last = slice.last, isSpace(last) { slice.removeLast() }
        return Array(slice)
    }
}
