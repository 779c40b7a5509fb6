import Logging
import PersistenceSQL

/// The log of a command that works on the books by itself: number and hash of what it enters in the audit log, as a line on
/// standard error, and nothing else, because whatever else there is to say the command says.
struct CommandLog: LogHandler {
    var logLevel = Logger.Level.notice
    var metadata = Logger.Metadata()

    /// Writes into it.
    static var logger: Logger { Logger(label: "purser") { _ in Self() } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { self.metadata[key] }
        set { self.metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        guard let entry = Logger.auditEntry(in: event.metadata) else { return }
        StandardStream.error.write(line: "Entry \(entry.number) of the audit log has the hash \(entry.hash).")
    }
}
