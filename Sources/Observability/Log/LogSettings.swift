package import Logging

/// How the log is written, and how much.
package struct LogSettings: Hashable, Sendable {
    /// The form of a line.
    package enum Format: String, CaseIterable, Sendable {
        /// For people.
        case text
        /// One JSON object a line, for collectors of logs.
        case json
    }

    /// The form of the lines.
    package var format = Format.text
    /// From which level on a part is written; `info` for those that are not named.
    package var levels: [LogPart: Logger.Level] = [:]

    /// Text from `info` on.
    package init() {}

    /// From which level on a part is written.
    package subscript(part: LogPart) -> Logger.Level { self.levels[part] ?? .info }
}

/// A part of the server, whose log has a level of its own.
package enum LogPart: String, CaseIterable, Sendable {
    /// Requests and their answers.
    case http
    /// What Apple is asked.
    case apple
    /// The database.
    case storage
    /// What webhook endpoints and sinks are told.
    case webhooks
    /// What is handed over.
    case fulfillments
    /// Everything else.
    case other

    /// What begins the label of every logger.
    private static let prefix = "purser"

    /// The label of the part's logger, as the log shows it.
    package var label: String { self == .other ? Self.prefix : Self.prefix + "." + self.rawValue }

    /// The part to which a logger of this label belongs.
    package init(label: String) {
        self =
            label.hasPrefix(Self.prefix + ".")
            ? Self(rawValue: String(label.dropFirst(Self.prefix.utf8.count + 1))) ?? .other : .other
    }
}

extension Logger {
    /// The logger of a part of the server: with its label and level where lines are written, and this one where
    /// anything else takes them.
    package func part(_ part: LogPart) -> Logger {
        guard let handler = self.handler as? LineLogHandler else { return self }
        return Logger(label: part.label) { label in handler.labeled(label) }
    }
}
