import AppStore
import ArgumentParser
import Foundation
package import PurserService
import Synchronization

/// The display of an operation for people or scripts: progress on standard error, results on standard output.
final class OperationDisplay: Sendable {
    /// The minimum interval between updates of the progress line.
    private static let interval = Duration.milliseconds(200)
    /// The minimum interval if each update is a line of its own.
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
    /// Whether to write progress without a terminal, one line every few seconds.
    private let writesLines: Bool
    private let state = Mutex(State())

    /// Creates a display; with `isJSON` it writes one JSON object per line.
    ///
    /// - Parameters:
    ///   - isJSON: Whether to write JSON for programs.
    ///   - listing: The table for the lines of the requested list; `nil` if lines are only additional
    ///     information with columns of their own.
    ///   - tables: The tables of lists in the result, by the name of their field.
    ///   - language: The language of headings and sentences.
    ///   - stream: The stream for the result.
    ///   - writesLines: Whether to write progress without a terminal, for operations of hours.
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

    /// Handles an event.
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

    /// Prints the result, and ends the command with its exit status.
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
                StandardStream.error.write(line: "There are more. To see them, use a greater --limit.")
            }
        }
        // How to continue was written already, a list adds nothing, and people get a sentence about why nothing was
        // done.
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

    /// Clears the progress line.
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

/// A line with the stage, the progress, the rate, and the remaining time of an operation.
package struct ProgressLine: Sendable {
    /// The minimum time for an estimate of the rate.
    private static let shortest = Duration.seconds(1)

    /// The line.
    package let text: String

    /// Creates the line of an operation after this time.
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
