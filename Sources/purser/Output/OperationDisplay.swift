import AppStore
import ArgumentParser
import Foundation
package import PurserService
import Synchronization

/// Shows a piece of work on a terminal or to a script: progress on standard error, what was found on standard output.
final class OperationDisplay: Sendable {
    /// How often the line of progress is written at most.
    private static let interval = Duration.milliseconds(200)
    /// The same where each is a line of its own.
    private static let lineInterval = Duration.seconds(5)

    private struct State {
        var rows: [JSONValue] = []
        var result: OperationResult?
        var failure: OperationFailure?
        var stage = ""
        var stageBegan = ContinuousClock.now
        var written: ContinuousClock.Instant?
        var width = 0
    }

    private let isJSON: Bool
    private let listing: Listing?
    private let tables: [String: Listing]
    private let language: Language
    private let stream: StandardStream
    private let showsProgress: Bool
    /// Whether progress is written although nobody sits before it, a line every few seconds.
    private let writesLines: Bool
    private let state = Mutex(State())

    /// A display; with `isJSON` one JSON object a line instead of words.
    ///
    /// - Parameters:
    ///   - isJSON: Whether a program reads it.
    ///   - listing: How the lines of the list that is asked for are written; `nil` where lines are beside the matter
    ///     and say themselves what they are.
    ///   - tables: How lists in the result are written, by the name of their field.
    ///   - language: The language of headings and sentences.
    ///   - stream: Where the result goes.
    ///   - writesLines: Progress is for a terminal; work of hours is told to whatever else there is too.
    init(
        isJSON: Bool,
        listing: Listing? = nil,
        tables: [String: Listing] = [:],
        in language: Language = .english,
        to stream: StandardStream = .output,
        writesLines: Bool = false
    ) {
        let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1
        self.isJSON = isJSON
        self.listing = listing
        self.tables = tables
        self.language = language
        self.stream = stream
        self.writesLines = writesLines && !isTerminal
        self.showsProgress = isTerminal || writesLines
    }

    /// Takes an event.
    func take(_ event: OperationEvent) {
        switch event {
        case .progress(let progress): self.show(progress)
        case .finding(let finding):
            self.clear()
            StandardStream.output.write(
                line: self.isJSON
                    ? String(decoding: event.json, as: UTF8.self) : "\(finding.code): \(finding.detail)"
            )
        case .line(let line):
            self.clear()
            // A table can be written when its widest cell is known.
            self.state.withLock { $0.rows.append(line.json) }
        case .result(let result):
            self.clear()
            self.state.withLock { $0.result = result }
        case .failure(let failure):
            self.clear()
            self.state.withLock { $0.failure = failure }
        }
    }

    /// Prints the result, and ends the command as it has to.
    func finish() throws {
        let (rows, result, failure) = self.state.withLock { ($0.rows, $0.result, $0.failure) }
        if let failure { throw failure.refusal() }
        guard let result else { throw ExitStatus.tryAgain.error }
        let fields = result.json
        let next = fields["next"]?.plain
        if self.listing != nil || !rows.isEmpty {
            let listing = self.listing ?? Listing(none: "")
            listing.write(rows, next: next, isJSON: self.isJSON, in: self.language, to: self.stream)
            if fields["more"] == .bool(true) {
                StandardStream.error.write(line: "There are more. See them with a greater --limit.")
            }
        }
        // How to go on was said, a list has nothing to add, and why nothing was done is a sentence of its own for
        // people.
        let said = ["next", "more"] + (self.isJSON ? [] : [OperationResult.nothingName])
        let shown = result.fields.filter { !said.contains($0.name) }
        if self.listing == nil || !shown.isEmpty {
            ObjectText.write(
                OperationResult.json(shown),
                isJSON: self.isJSON,
                tables: self.tables,
                in: self.language,
                to: self.stream
            )
        }
        if let nothing = result.nothing { try NoChange.end(nothing) }
        if !result.isClean { throw ExitStatus.negative.error }
    }

    /// The result, once there is one.
    var result: OperationResult? { self.state.withLock { $0.result } }

    private func show(_ progress: OperationProgress) {
        guard self.showsProgress else { return }
        let now = ContinuousClock.now
        let interval = self.writesLines ? Self.lineInterval : Self.interval
        let line: (text: String, padding: Int)? = self.state.withLock { state in
            if state.stage != progress.stage {
                state.stage = progress.stage
                state.stageBegan = now
            } else if let written = state.written, now - written < interval {
                return nil
            }
            state.written = now
            let text = ProgressLine(progress, elapsed: now - state.stageBegan).text
            if self.writesLines { return (text, 0) }
            defer { state.width = text.count }
            return (text, max(0, state.width - text.count))
        }
        guard let line else { return }
        if self.writesLines { return StandardStream.error.write(line: line.text) }
        Self.write("\r" + line.text + String(repeating: " ", count: line.padding))
    }

    /// Takes the line of progress away.
    func clear() {
        let width = self.state.withLock { state in
            defer { state.width = 0 }
            return state.width
        }
        if width > 0 { Self.write("\r" + String(repeating: " ", count: width) + "\r") }
    }

    private static func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}

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
            text += ", \(Int(rate)) a second, \(Self.spelled(seconds: left)) left"
        }
        self.text = text
    }

    private static func spelled(seconds: Int) -> String {
        if seconds >= 3600 { return "\(seconds / 3600) h \(seconds / 60 % 60) min" }
        return seconds >= 60 ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds) s"
    }
}
