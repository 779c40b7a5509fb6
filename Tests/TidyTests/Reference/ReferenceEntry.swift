/// A name that users rely on, found in the sources or on a reference page.
struct ReferenceEntry: Hashable, Sendable {
    /// The name as the page spells it: a code, a key, a method with a path.
    let name: String
    /// The file in which it stands.
    let path: String
    /// The line in which it stands, counted from 1.
    let line: Int

    /// The names in the first column of a page's tables, written there as code.
    static func documented(on page: SourceFile) -> [ReferenceEntry] {
        page.lines.enumerated().compactMap { index, line in
            guard line.hasPrefix("| `") else { return nil }
            let rest = line.dropFirst(3)
            guard let end = rest.firstIndex(of: "`") else { return nil }
            return ReferenceEntry(name: String(rest[..<end]), path: page.path, line: index + 1)
        }
    }
}
