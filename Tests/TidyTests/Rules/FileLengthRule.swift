/// A file is short enough to be read in one go.
struct FileLengthRule: Rule {
    /// Five hundred lines; about three hundred is what to aim for.
    static let limitLines = 500

    let exceptions: [String: String]
    let name = "file length"

    /// Long files of this project that are tables.
    static let project: [String: String] = [:]

    func breaches(in file: SourceFile) -> [Complaint] {
        guard file.isSwift, file.isOfPackage else { return [] }
        let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
        guard count > Self.limitLines else { return [] }
        return [
            Complaint(
                path: file.path,
                line: Self.limitLines + 1,
                problem: "The file has \(count) lines, more than \(Self.limitLines).",
                remedy: "Move one concern to Type+Concern.swift, or find the type that wants a file of its own."
            )
        ]
    }
}
