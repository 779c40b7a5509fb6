import AppStore
import PurserService

/// The line that a command writes about one finding in a file.
enum FindingLine {
    /// Writes a finding, a mistake or a warning, as text or as one JSON object.
    static func write(_ finding: Finding, as kind: String, json: Bool) {
        guard json else {
            StandardStream.output.write(line: kind == "mistake" ? "\(finding)" : "\(finding) (\(kind))")
            return
        }
        var members = [
            JSONMember(key: "kind", value: .string(kind)), JSONMember(key: "file", value: .string(finding.file)),
        ]
        if let line = finding.line { members.append(JSONMember(key: "line", value: .number("\(line)"))) }
        members += [
            JSONMember(key: "key", value: .string(finding.keyPath)),
            JSONMember(key: "problem", value: .string(finding.problem)),
            JSONMember(key: "remedy", value: .string(finding.remedy)),
        ]
        StandardStream.output.write(json: JSONValue.object(members))
    }
}

extension Findings {
    /// Returns how a command ends for these findings: 69 where a file that was named cannot be read, and `status` for
    /// what is wrong in it.
    package func exitStatus(otherwise status: ExitStatus) -> ExitStatus {
        let isUnread = self.findings.allSatisfy { finding in
            finding.keyPath.isEmpty && BoundedFile.Refusal(rawValue: finding.problem)?.isOfAbsence ?? false
        }
        return isUnread ? .unavailable : status
    }
}

extension BoundedFile.Refusal {
    /// Whether there is no file to read, rather than one that is not usable.
    var isOfAbsence: Bool {
        switch self {
        case .missing, .isFolder, .unreadable: true
        case .tooLarge: false
        }
    }
}
