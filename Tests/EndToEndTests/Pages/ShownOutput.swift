/// The comparison of a command's output on a page with the real output.
enum ShownOutput {
    /// Whether they agree.
    ///
    /// `...` matches anything. Instants, numbers of nine digits and more, ids and durations differ from run to run,
    /// so one is as good as another; so is the white space with which a page breaks long lines.
    static func agrees(_ shown: String, with printed: String) -> Bool {
        let printed = Self.plain(printed)
        let parts = shown.split(separator: "...", omittingEmptySubsequences: false).map { Self.plain(String($0)) }
        guard let first = parts.first, let last = parts.last, printed.hasPrefix(first) else { return false }
        if parts.count == 1 { return printed == first }
        var rest = printed.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }

    /// The text without what is of no consequence.
    static func plain(_ text: String) -> String {
        text
            .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/, with: "INSTANT")
            .replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "UUID")
            .replacing(/"seconds":[0-9.]+/, with: "\"seconds\":SOME")
            .replacing(/[0-9]{9,}/, with: "NUMBER")
            .filter { !$0.isWhitespace }
    }
}
