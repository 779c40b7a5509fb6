import Testing

/// The Swift code that pages show is code that a test compiles and runs.
///
/// In a test it stands between `// snippet: NAME` and `// end`; a page shows it without the indentation.
@Suite struct SnippetTests {
    /// A piece of code, where it stands, and what it is called there; code of a page has no name.
    private struct Snippet {
        let place: String
        let name: String
        let code: String

        init(_ lines: [Substring], name: String = "", at place: String) {
            let depth = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
            self.code = lines.map { $0.dropFirst(depth) }.joined(separator: "\n")
            self.name = name
            self.place = place
        }
    }

    /// The code between marks in the files of tests.
    private static let tested = SourceTree.project.swift.filter { file in
        file.isAt("Tests/") && !file.isAt("Tests/TidyTests/")
    }.flatMap { file in
        Self.blocks(in: file.lines, from: "// snippet: ", to: "// end", at: file.path)
    }

    /// The code in Swift on pages: of the catalogs of libraries, and of the documentation.
    private static let shown = SourceTree.project.files.filter { $0.path.hasSuffix(".md") }.flatMap { file in
        Self.blocks(in: file.lines, from: "```swift", to: "```", at: file.path)
    }

    private static func blocks(
        in lines: [Substring],
        from opening: String,
        to closing: String,
        at path: String
    ) -> [Snippet] {
        var snippets: [Snippet] = []
        var open: (name: String, line: Int, lines: [Substring])?
        for (index, line) in lines.enumerated() {
            let text = line.drop { $0 == " " }
            if let block = open {
                if text == closing {
                    snippets.append(Snippet(block.lines, name: block.name, at: "\(path):\(block.line)"))
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            } else if text.hasPrefix(opening) {
                open = (String(text.dropFirst(opening.count)), index + 1, [])
            }
        }
        return snippets
    }

    @Test("What a page shows in Swift is what a test runs")
    func shown() {
        let codes = Set(Self.tested.map(\.code))
        #expect(Self.shown.count >= 15)
        for snippet in Self.shown {
            #expect(codes.contains(snippet.code), "\(snippet.place): no test runs this:\n\(snippet.code)")
        }
    }

    @Test("What a test runs for a page stands on one, under a name of its own")
    func tested() {
        let codes = Set(Self.shown.map(\.code))
        for snippet in Self.tested {
            #expect(codes.contains(snippet.code), "\(snippet.place): no page shows \(snippet.name)")
        }
        #expect(Set(Self.tested.map(\.name)).count == Self.tested.count)
    }
}
