import Foundation
import Synchronization

/// What the sender was told with a 2xx, on disk before anybody counts it.
final class AcknowledgementJournal: Sendable {
    private let file: Mutex<FileHandle>

    /// A new journal at this path.
    init(path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw CocoaError(.fileWriteUnknown) }
        self.file = Mutex(file)
    }

    /// Writes a line and syncs it.
    func write(_ line: String) throws {
        try self.file.withLock { file in
            try file.write(contentsOf: Data((line + "\n").utf8))
            try file.synchronize()
        }
    }
}
