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
