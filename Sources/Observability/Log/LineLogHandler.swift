package import Logging
import Notation

/// Writes each entry of the log as one line, as text or as a JSON object.
///
/// Whatever a value holds, it stays in its line. Values are cut where they are long, and what looks like a signed
/// payload of Apple's is blanked, so that an error that nobody foresaw does not show what it was about.
package struct LineLogHandler: LogHandler {
    /// Where lines go.
    package struct Output: Sendable {
        /// What time it is, in RFC 3339.
        let time: @Sendable () -> String
        /// Takes a line without its end.
        let write: @Sendable (String) -> Void

        /// An output whose lines have this time.
        package init(time: @escaping @Sendable () -> String, write: @escaping @Sendable (String) -> Void) {
            self.time = time
            self.write = write
        }
    }

    /// The members of a line that metadata cannot take the place of.
    private static let reserved: Set<String> = ["time", "level", "label", "source", "message"]

    private let label: String
    private let settings: LogSettings
    private let output: Output
    /// From which level on it writes.
    package var logLevel: Logger.Level
    /// What every line has.
    package var metadata = Logger.Metadata()
    /// What every line has that is asked for when it is written.
    package var metadataProvider: Logger.MetadataProvider?

    /// What writes for loggers of this label.
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

    /// One value of what every line has.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { self.metadata[key] }
        set { self.metadata[key] = newValue }
    }

    /// The same for another part.
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

    /// Writes a line.
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
