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
