/// A violation of a rule: the place, the problem and the remedy.
struct Complaint: Hashable, Sendable, CustomStringConvertible {
    /// The file, from the project's root.
    let path: String
    /// The line, counted from 1.
    let line: Int
    /// The problem, as a sentence.
    let problem: String
    /// The remedy, as a sentence.
    let remedy: String

    /// A breach in a file, by default in its first line.
    init(path: String, line: Int = 1, problem: String, remedy: String) {
        self.path = path
        self.line = line
        self.problem = problem
        self.remedy = remedy
    }

    /// `path:line: problem remedy`, so that an editor can jump there.
    var description: String {
        "\(self.path):\(self.line): \(self.problem) \(self.remedy)"
    }
}

extension [Complaint] {
    /// The complaints, one per line, for the message of a failing expectation.
    var report: String {
        self.map { complaint in complaint.description }.sorted().joined(separator: "\n")
    }
}
