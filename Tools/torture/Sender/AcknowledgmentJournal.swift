import Foundation
import Synchronization

/// The acknowledgments that the sender got, on disk before they count.
///
/// All lines that queued while the last sync ran are written and synced together.
final class AcknowledgmentJournal: Sendable {
    private struct State {
        var waiting: [(line: String, whenWritten: CheckedContinuation<Bool, Never>)] = []
        var isWriting = false
    }

    private let file: FileHandle
    private let state = Mutex(State())

    /// Creates a journal at this path.
    init(path: String) throws {
        self.file = try FileHandle.new(at: path)
    }

    /// Writes a line, and returns when it is synced.
    func write(_ line: String) async throws {
        let isWritten = await withCheckedContinuation { continuation in
            let isFirst = self.state.withLock { state in
                state.waiting.append((line, continuation))
                defer { state.isWriting = true }
                return !state.isWriting
            }
            if isFirst { Task { self.writeAll() } }
        }
        guard isWritten else { throw CocoaError(.fileWriteUnknown) }
    }

    private func writeAll() {
        while true {
            let batch = self.state.withLock { state in
                defer { state.waiting = [] }
                state.isWriting = !state.waiting.isEmpty
                return state.waiting
            }
            guard !batch.isEmpty else { return }
            let text = batch.map { $0.line + "\n" }.joined()
            var isWritten = true
            do {
                try self.file.write(contentsOf: Data(text.utf8))
                try self.file.synchronize()
            } catch {
                isWritten = false
            }
            for element in batch { element.whenWritten.resume(returning: isWritten) }
        }
    }
}

extension FileHandle {
    /// Returns a new file at a path, open for writing; replaces an existing one.
    static func new(at path: String) throws -> FileHandle {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw CocoaError(.fileWriteUnknown) }
        return file
    }
}
