import Foundation
package import Ledger
import Synchronization

/// A file that receives events: one JSON object per line, on disk before an event counts as published.
///
/// After a crash the newest lines may occur a second time, but never in another order: readers use the number of the
/// event.
package final class EventFile: Sendable {
    private let file: Mutex<FileHandle>

    /// Opens the file for appending, readable by its owner only, and removes a line that a crash left incomplete.
    ///
    /// - Throws: The system's error if the file cannot be opened.
    package init(path: String) throws {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try Self.removeUnfinishedLine(of: file)
        self.file = Mutex(file)
    }

    /// Returns the file as a sink of an app's events.
    package func sink(for app: AppName) -> EventSink {
        EventSink(name: SinkName("file"), app: app) { events in self.append(events) }
    }

    private func append(_ events: [Event]) -> EventSink.Delivery {
        var lines: [UInt8] = []
        for event in events { lines += event.json + [UInt8(ascii: "\n")] }
        return self.file.withLock { file in
            do {
                try file.write(contentsOf: Data(lines))
                try file.synchronize()
                return .taken
            } catch {
                // An incomplete line would corrupt the next one.
                try? Self.removeUnfinishedLine(of: file)
                return .later(.seconds(5))
            }
        }
    }

    private static func removeUnfinishedLine(of file: FileHandle) throws {
        let block: UInt64 = 65536
        var end = try file.seekToEnd()
        while end > 0 {
            let start = end - min(end, block)
            try file.seek(toOffset: start)
            let bytes = try file.read(upToCount: Int(end - start)) ?? Data()
            if let newline = bytes.lastIndex(of: UInt8(ascii: "\n")) {
                end = start + UInt64(newline - bytes.startIndex) + 1
                break
            }
            end = start
        }
        try file.truncate(atOffset: end)
        try file.seekToEnd()
    }
}
