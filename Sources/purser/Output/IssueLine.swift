import AppStore
import PurserService

/// The line that a command writes about one issue in a file.
enum IssueLine {
    /// Writes an issue, a mistake or a warning, as text or as one JSON object.
    static func write(_ issue: ValidationIssue, as kind: String, json: Bool) {
        guard json else {
            StandardStream.output.write(line: kind == "mistake" ? "\(issue)" : "\(issue) (\(kind))")
            return
        }
        var members = [
            JSONMember(key: "kind", value: .string(kind)), JSONMember(key: "file", value: .string(issue.file)),
        ]
        if let line = issue.line { members.append(JSONMember(key: "line", value: .number("\(line)"))) }
        members += [
            JSONMember(key: "key", value: .string(issue.keyPath)),
            JSONMember(key: "problem", value: .string(issue.problem)),
            JSONMember(key: "remedy", value: .string(issue.remedy)),
        ]
        StandardStream.output.write(json: JSONValue.object(members))
    }
}

extension ValidationIssues {
    /// Returns how a command ends for these issues: 69 where a file that was named cannot be read, and `status` for
    /// what is wrong in it.
    package func exitStatus(otherwise status: ExitStatus) -> ExitStatus {
        let isUnread = self.issues.allSatisfy { issue in
            issue.keyPath.isEmpty && BoundedFile.Refusal(rawValue: issue.problem)?.isOfAbsence ?? false
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
