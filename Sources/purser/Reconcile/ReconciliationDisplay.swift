import AppStore
import Ledger
import PurserService
import Synchronization

/// Gathers what a comparison says, and writes it for people or for programs.
final class ReconciliationDisplay: Sendable {
    private struct State {
        var lines: [JSONValue] = []
        var result: OperationResult?
        var failure: OperationFailure?
    }

    private let language: Language
    private let state = Mutex(State())

    /// A display in a language.
    init(in language: Language) { self.language = language }

    /// Takes an event.
    func take(_ event: OperationEvent) {
        self.state.withLock { state in
            switch event {
            case .progress, .finding: break
            case .line(let line): state.lines.append(line.json)
            case .result(let result): state.result = result
            case .failure(let failure): state.failure = failure
            }
        }
    }

    /// The lines so far.
    var lines: [JSONValue] { self.state.withLock { $0.lines } }

    /// What kept it from a result, if anything did.
    var failure: OperationFailure? { self.state.withLock { $0.failure } }

    /// The result; where there is none, the command ends with what kept it from one.
    func result() throws -> OperationResult {
        let (result, failure) = self.state.withLock { ($0.result, $0.failure) }
        if let failure { throw failure.refusal() }
        guard let result else { throw ExitStatus.tryAgain.error }
        return result
    }

    /// Writes everything that was found, and to standard error which days have no report.
    func write(isJSON: Bool, to stream: StandardStream = .output) throws {
        let result = try self.result().json
        let lines = self.state.withLock { $0.lines }
        let text = ReconciliationText(in: self.language)
        if isJSON {
            for case .object(let members) in lines where Self.kind(members) == "difference" {
                stream.write(json: .object(members.filter { $0.key != "line" }))
            }
        } else {
            for line in text.lines(lines, result) { stream.write(line: line) }
        }
        for line in text.hints(lines, result) { StandardStream.error.write(line: line) }
    }

    /// The digest of a day's statement; `nil` where the day has none.
    func digest(of day: PacificDay) -> EvidenceDigest? {
        let line = self.state.withLock { state in
            state.lines.first { $0["line"]?.text == "day" && $0["day"]?.text == day.text }
        }
        guard line?["report"]?.text == "reported" else { return nil }
        return line?["digest"]?.text.flatMap { EvidenceDigest(hexadecimal: $0) }
    }

    /// Ends the command as it has to: there is no report, or something is unexplained.
    func end() throws {
        let result = try self.result()
        let lines = self.state.withLock { $0.lines }
        let hasReport = lines.contains { line in
            line["line"]?.text == "day" && line["report"]?.text == "reported" || line["compared"] == .bool(true)
        }
        guard hasReport else { throw ExitStatus.unavailable.error }
        if !result.isClean { throw ExitStatus.negative.error }
    }

    private static func kind(_ members: [JSONMember]) -> String? {
        members.first { $0.key == "line" }?.value.text
    }
}
