package import Logging
import Notation

/// A log handler that writes each entry as one line, as text or as a JSON object.
///
/// A value never breaks its line. Long values are cut, and text that looks like Apple's signed data is replaced, so
/// that an unexpected error does not expose the data it is about.
package struct LineLogHandler: LogHandler {
    /// The destination of the lines.
    package struct Output: Sendable {
        /// A closure that returns the current time in RFC 3339.
        let time: @Sendable () -> String
        /// A closure that writes a line without its line break.
        let write: @Sendable (String) -> Void

        /// Creates an output from its clock and its write function.
        package init(time: @escaping @Sendable () -> String, write: @escaping @Sendable (String) -> Void) {
            self.time = time
            self.write = write
        }
    }

    /// The members of a line that metadata cannot replace.
    private static let reserved: Set<String> = ["time", "level", "label", "source", "message"]

    private let label: String
    private let settings: LogSettings
    private let output: Output
    /// The minimum level of the entries that are written.
    package var logLevel: Logger.Level
    /// The metadata of every line.
    package var metadata = Logger.Metadata()
    /// The provider of metadata that is requested for each line.
    package var metadataProvider: Logger.MetadataProvider?

    /// Creates the handler of loggers with this label.
    package init(
        label: String,
        settings: LogSettings,
        output: Output,
        metadataProvider: Logger.MetadataProvider? = nil
    ) {
        self.label = label
        self.settings = settings
        self.output = output
        self.logLevel = settings[LogPart(label: label)]
        self.metadataProvider = metadataProvider
    }

    /// A value of the metadata of every line.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { self.metadata[key] }
        set { self.metadata[key] = newValue }
    }

    /// Returns the same handler with another label.
    package func labeled(_ label: String) -> Self {
        var handler = Self(
            label: label,
            settings: self.settings,
            output: self.output,
            metadataProvider: self.metadataProvider
        )
        handler.metadata = self.metadata
        return handler
    }

    /// Writes an entry as a line.
    package func log(event: LogEvent) {
        var values = self.metadata
        if let provided = self.metadataProvider?.get() { values.merge(provided) { $1 } }
        if let further = event.metadata { values.merge(further) { $1 } }
        if let error = event.error { values["error"] = "\(error)" }
        let sorted = values.sorted { $0.key < $1.key }
        switch self.settings.format {
        case .text: self.output.write(self.text(event, sorted))
        case .json: self.output.write(self.json(event, sorted))
        }
    }

    private func text(_ event: LogEvent, _ values: [(key: String, value: Logger.MetadataValue)]) -> String {
        var line = "\(self.output.time()) \(event.level) \(self.label):"
        for (key, value) in values { line += " \(key)=\(LogValue.oneLine(LogValue.clean("\(value)")))" }
        return line + " [\(event.source)] \(LogValue.oneLine(LogValue.clean("\(event.message)")))"
    }

    private func json(_ event: LogEvent, _ values: [(key: String, value: Logger.MetadataValue)]) -> String {
        let head = [
            ("time", self.output.time()), ("level", event.level.rawValue), ("label", self.label),
            ("source", event.source), ("message", LogValue.clean("\(event.message)")),
        ]
        var line = JSONWriter(capacity: 512, isForTerminals: true)
        line.beginObject()
        for (key, text) in head {
            line.key(key)
            line.write(text)
        }
        for (key, value) in values {
            line.key(Self.reserved.contains(key) ? key + "_" : key)
            Self.write(value, to: &line)
        }
        line.endObject()
        return String(decoding: line.bytes, as: UTF8.self)
    }

    private static func write(_ value: Logger.MetadataValue, to line: inout JSONWriter) {
        switch value {
        case .array(let elements):
            line.beginArray()
            for element in elements { Self.write(element, to: &line) }
            line.endArray()
        case .dictionary(let members):
            line.beginObject()
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                line.key(key)
                Self.write(value, to: &line)
            }
            line.endObject()
        default: line.write(LogValue.clean("\(value)"))
        }
    }
}
