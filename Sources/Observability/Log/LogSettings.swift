package import Logging

/// The format and the levels of the log.
package struct LogSettings: Hashable, Sendable {
    /// The format of a line.
    package enum Format: String, CaseIterable, Sendable {
        /// Text for people.
        case text
        /// One JSON object per line, for log collectors.
        case json
    }

    /// The format of the lines.
    package var format = Format.text
    /// The minimum level of each part; `info` for parts without an entry.
    package var levels: [LogPart: Logger.Level] = [:]

    /// Creates settings for text from level `info` on.
    package init() {}

    /// The minimum level of a part.
    package subscript(part: LogPart) -> Logger.Level { self.levels[part] ?? .info }
}

/// A part of the server whose log has its own level.
package enum LogPart: String, CaseIterable, Sendable {
    /// HTTP requests and responses.
    case http
    /// Requests to Apple.
    case apple
    /// The database.
    case storage
    /// Deliveries to webhook endpoints and sinks.
    case webhooks
    /// Fulfillments of goods.
    case fulfillments
    /// All other parts.
    case other

    /// The prefix of every logger's label.
    private static let prefix = "purser"

    /// The label of the part's logger in the log.
    package var label: String { self == .other ? Self.prefix : Self.prefix + "." + self.rawValue }

    /// Creates the part that a logger's label belongs to.
    package init(label: String) {
        self =
            label.hasPrefix(Self.prefix + ".")
            ? Self(rawValue: String(label.dropFirst(Self.prefix.utf8.count + 1))) ?? .other : .other
    }
}

extension Logger {
    /// Returns the logger of a part of the server, with the part's label and level if the handler writes lines, and
    /// otherwise this logger.
    package func part(_ part: LogPart) -> Logger {
        guard let handler = self.handler as? LineLogHandler else { return self }
        return Logger(label: part.label) { label in handler.labeled(label) }
    }
}
