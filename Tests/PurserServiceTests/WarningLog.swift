import Logging
import Synchronization

/// A log handler that stores warnings and worse, each as one line with its values.
final class WarningLog: Sendable {
    private struct Handler: LogHandler {
        let log: WarningLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.warning

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { self.metadata[key] }
            set { self.metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let values = (event.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
            self.log.entries.withLock { $0.append(([event.message.description] + values).joined(separator: " ")) }
        }
    }

    private let entries = Mutex<[String]>([])

    /// The stored lines, oldest first.
    var lines: [String] { self.entries.withLock { $0 } }

    /// The handler that writes to the log.
    var handler: any LogHandler { Handler(log: self) }
}
