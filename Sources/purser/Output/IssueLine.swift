import AppStore
import PurserService

/// The output of an issue in a file, in one line.
enum IssueLine {
    /// Writes an issue, an error or a warning, as text or as one JSON object.
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
    /// Returns the exit status for these issues: 69 if a file cannot be read, and `status` for an invalid one.
    package func exitStatus(otherwise status: ExitStatus) -> ExitStatus {
        let isUnread = self.issues.allSatisfy { issue in
            issue.keyPath.isEmpty && BoundedFile.Refusal(rawValue: issue.problem)?.isOfAbsence ?? false
        }
        return isUnread ? .unavailable : status
    }
}

extension BoundedFile.Refusal {
    /// Whether the file is missing, not invalid.
    var isOfAbsence: Bool {
        switch self {
        case .missing, .isFolder, .unreadable: true
        case .tooLarge: false
        }
    }
}
