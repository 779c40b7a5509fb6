import Testing

/// A kind of names that users rely on: where the sources state them, and on which page they are explained.
protocol Inventory: Sendable, CustomTestStringConvertible {
    /// The noun for one name, as in "this error code".
    var noun: String { get }
    /// The page, from the project's root.
    var page: String { get }
    /// The names that one file states.
    func entries(in file: SourceFile) -> [ReferenceEntry]
}

extension Inventory {
    /// The noun, for the lines of the test runner.
    var testDescription: String { self.noun }

    /// Returns the names that are only in the sources, and those that are only on the page.
    func complaints(sources: [SourceFile], page: SourceFile) -> [Complaint] {
        let stated = sources.flatMap(self.entries)
        let documented = ReferenceEntry.documented(on: page)
        let statedNames = Set(stated.map { entry in entry.name })
        let documentedNames = Set(documented.map { entry in entry.name })
        var reported: Set<String> = []
        let missing = stated.filter { entry in
            !documentedNames.contains(entry.name) && reported.insert(entry.name).inserted
        }
        let stale = documented.filter { entry in !statedNames.contains(entry.name) }
        return missing.map { entry in
            Complaint(
                path: entry.path,
                line: entry.line,
                problem: "The \(self.noun) `\(entry.name)` is not explained in \(self.page).",
                remedy: "Add a row \"| `\(entry.name)` | ... |\" to a table there."
            )
        }
            + stale.map { entry in
                Complaint(
                    path: entry.path,
                    line: entry.line,
                    problem: "The \(self.noun) `\(entry.name)` is explained and does not exist.",
                    remedy: "Remove the row, or restore the name in the sources: users rely on it."
                )
            }
    }
}
