import AppStore
import Ledger
import PurserService
import Synchronization

/// Shows findings to people or scripts, and remembers how the command has to end.
final class DoctorDisplay: Sendable {
    private struct State {
        var isUnreachable = false
        var matters = false
    }

    private let isJSON: Bool
    private let state = Mutex(State())

    /// A display; with `isJSON` one JSON object a line instead of words.
    init(isJSON: Bool) {
        self.isJSON = isJSON
    }

    /// The exit status; `nil` when all is well.
    var status: ExitStatus? {
        self.state.withLock { state in
            state.isUnreachable ? .unavailable : state.matters ? .negative : nil
        }
    }

    /// Shows a finding.
    func show(_ finding: DoctorFinding) {
        self.state.withLock { state in
            if finding.code == .appleUnreachable { state.isUnreachable = true }
            if finding.severity.matters { state.matters = true }
        }
        guard !self.isJSON else {
            StandardStream.output.write(json: finding.json)
            return
        }
        let subject = [finding.app?.rawValue, finding.environment?.rawValue].compactMap(\.self).joined(separator: " ")
        let severity = finding.severity.rawValue.padding(to: 8)
        let place = subject.isEmpty ? "" : subject + ": "
        StandardStream.output.write(line: "\(severity) \(place)\(finding.text) (\(finding.code.rawValue))")
        if let remedy = finding.remedy {
            StandardStream.output.write(line: "         \(remedy)")
        }
    }
}

extension String {
    fileprivate func padding(to length: Int) -> String {
        self + String(repeating: " ", count: max(length - self.count, 0))
    }
}
