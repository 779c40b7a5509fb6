import PurserService

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
