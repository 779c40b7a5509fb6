/// All mistakes of a catalogue file, thrown together, so that one attempt shows everything there is to mend.
public struct CatalogueError: Error, Hashable, CustomStringConvertible {
    /// The mistakes, at least one, in the order of the file.
    public let findings: [CatalogueFinding]

    /// An error of these findings; they are put into the order of their lines.
    public init(_ findings: [CatalogueFinding]) {
        self.findings = findings.enumerated().sorted { left, right in
            (left.element.line ?? 0, left.offset) < (right.element.line ?? 0, right.offset)
        }.map(\.element)
    }

    /// The messages, one a line.
    public var description: String {
        self.findings.map(\.description).joined(separator: "\n")
    }
}
