package import Ledger
package import Logging
import Synchronization

/// A log that stores its lines for a test.
package final class RecordedLog: Sendable {
    /// Number and hash of an entry of the audit log, as they were logged.
    package struct AuditNote: Hashable, Sendable {
        /// The number.
        package let number: String
        /// The action.
        package let action: String
        /// The hash in hexadecimal digits.
        package let hash: String

        /// Makes the expected log note of an entry.
        package init(_ entry: AuditEntry) {
            self.number = "\(entry.number)"
            self.action = entry.action.rawValue
            self.hash = "\(entry.hash)"
        }

        fileprivate init?(_ metadata: Logger.Metadata) {
            guard case .string(let number)? = metadata["number"], case .string(let action)? = metadata["action"],
                case .string(let hash)? = metadata["hash"]
            else { return nil }
            self.number = number
            self.action = action
            self.hash = hash
        }
    }

    /// A log line.
    package struct Line: Sendable {
        /// How important it is.
        package let level: Logger.Level
        /// The message.
        package let message: String
        /// Its values.
        package let metadata: Logger.Metadata
    }

    private struct Handler: LogHandler {
        let owner: RecordedLog
        var logLevel = Logger.Level.trace
        var metadata = Logger.Metadata()

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { self.metadata[key] }
            set { self.metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let values = self.metadata.merging(event.metadata ?? [:]) { $1 }
            let line = Line(level: event.level, message: "\(event.message)", metadata: values)
            self.owner.kept.withLock { $0.append(line) }
        }
    }

    private let kept = Mutex<[Line]>([])

    /// An empty log.
    package init() {}

    /// Writes into it.
    package var logger: Logger { Logger(label: "test") { _ in Handler(owner: self) } }

    /// The lines so far.
    package var lines: [Line] { self.kept.withLock { $0 } }

    /// The logged notes about entries of the audit log.
    package var auditNotes: [AuditNote] { self.lines.compactMap { AuditNote($0.metadata) } }
}
