import Testing

/// Something that every file of the project keeps to.
///
/// The message of a violation says what to do instead, because its reader usually does not know the rule yet.
protocol Rule: Sendable, CustomTestStringConvertible {
    /// The subject of the rule, in a few words.
    var name: String { get }
    /// The files that the rule leaves alone, each with the reason.
    var exceptions: [String: String] { get }
    /// Every breach in one file, exceptions or not.
    func breaches(in file: SourceFile) -> [Complaint]
}

extension Rule {
    /// The name, for the lines of the test runner.
    var testDescription: String { self.name }

    /// Every breach in these files outside the exceptions.
    func complaints(in files: [SourceFile]) -> [Complaint] {
        files.filter { file in self.exceptions[file.path] == nil }.flatMap(self.breaches)
    }

    /// The exceptions that excuse nothing any more.
    func idleExceptions(in files: [SourceFile]) -> [Complaint] {
        self.exceptions.keys.sorted().compactMap { path in
            let isNeeded = files.contains { file in file.path == path && !self.breaches(in: file).isEmpty }
            guard !isNeeded else { return nil }
            return Complaint(
                path: path,
                problem: "This file is an exception to the rule \"\(self.name)\" and does not need to be.",
                remedy: "Remove it from the rule's exceptions."
            )
        }
    }
}
