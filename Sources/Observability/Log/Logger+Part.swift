package import Logging

extension Logger {
    /// The logger of a part of the server: with its label and level where lines are written, and this one where anything
    /// else takes them.
    package func part(_ part: LogPart) -> Logger {
        guard let handler = self.handler as? LineLogHandler else { return self }
        return Logger(label: part.label) { label in handler.labelled(label) }
    }
}
