package import PurserService

/// One line that says what is being done, how far it is, how fast it goes, and how long it will still take.
package struct ProgressLine: Sendable {
    /// Before this nobody can tell how fast it goes.
    private static let shortest = Duration.seconds(1)

    /// The line.
    package let text: String

    /// The line for work that has been going on for so long.
    package init(_ progress: OperationProgress, elapsed: Duration) {
        guard progress.total > 0 else {
            self.text = progress.stage
            return
        }
        let percent = min(100, Int(Double(progress.done) / Double(progress.total) * 100))
        var text = "\(progress.stage) \(percent)% (\(progress.done) of \(progress.total) \(progress.unit))"
        if progress.done > 0, elapsed >= Self.shortest {
            let rate = Double(progress.done) / (elapsed / .seconds(1))
            let left = Int((Double(max(0, progress.total - progress.done)) / rate).rounded(.up))
            text += ", \(Int(rate)) a second, \(Self.spelt(seconds: left)) left"
        }
        self.text = text
    }

    private static func spelt(seconds: Int) -> String {
        if seconds >= 3600 { return "\(seconds / 3600) h \(seconds / 60 % 60) min" }
        return seconds >= 60 ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds) s"
    }
}
