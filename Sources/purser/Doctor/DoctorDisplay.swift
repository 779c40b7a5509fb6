import AppStore
import Ledger
import PurserService
import Synchronization

/// The display of findings for people or scripts, which also determines the exit status.
final class DoctorDisplay: Sendable {
    private struct State {
        var isUnreachable = false
        var matters = false
    }

    private let isJSON: Bool
    private let state = Mutex(State())

    /// Creates a display; with `isJSON` it writes one JSON object per line.
    init(isJSON: Bool) {
        self.isJSON = isJSON
    }

    /// The exit status; `nil` if there is no problem.
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
