import Foundation

/// A page of the documentation, as the commands and outputs that it shows.
struct Page {
    /// A command, and what the page shows that it prints; nothing where it shows nothing.
    struct Step: Hashable {
        let command: String
        let shown: String?
    }

    /// Code on a page: lines that stand four columns in.
    struct Block {
        /// The section in which it stands.
        let section: String
        /// The lines, without what all of them are indented by.
        var lines: [String]

        /// The commands in it; none where it shows something else.
        ///
        /// Behind `$` stands a command, and below it what it prints. A block without `$` whose first line begins like a
        /// command has commands only.
        var steps: [Step] {
            let isTyped = self.lines.contains { $0.hasPrefix("$ ") }
            guard isTyped || Self.isCommand(self.lines.first ?? "") else { return [] }
            var steps: [Step] = []
            var rest = self.lines[...]
            while let first = rest.popFirst() {
                guard isTyped ? first.hasPrefix("$ ") : !first.isEmpty else { continue }
                var command = isTyped ? String(first.dropFirst(2)) : first
                // A command goes on behind a backslash, and behind a pipe.
                while command.hasSuffix("\\") || command.hasSuffix("|"), let next = rest.popFirst() {
                    command += "\n" + next
                }
                var shown: [String] = []
                while isTyped, let next = rest.first, !next.hasPrefix("$ ") {
                    shown.append(next)
                    rest.removeFirst()
                }
                steps.append(Step(command: command, shown: shown.isEmpty ? nil : shown.joined(separator: "\n")))
            }
            return steps
        }

        private static func isCommand(_ line: String) -> Bool {
            let words = line.split(separator: " ", maxSplits: 1)
            guard let first = words.first else { return false }
            return ["purser", "curl", "jq", "sed", "export", "make"].contains(String(first))
                || first.wholeMatch(of: /[a-z]+=.*/) != nil
        }
    }

    /// The text as it stands.
    let text: String
    /// The headings, without their marks.
    let sections: [String]
    /// The code, in its order.
    let blocks: [Block]
    /// The code spans outside of code blocks in order, each on one line.
    let spans: [String]
    /// The rows of tables, each with the section in which it stands.
    let rows: [(section: String, text: String)]

    /// The page at a path from the project's root.
    init(_ path: String) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        self.init(text: try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8))
    }

    /// A page of this text.
    init(text: String) {
        var blocks: [Block] = []
        var prose: [String] = []
        var rows: [(section: String, text: String)] = []
        var section = ""
        var sections: [String] = []
        var isOpen = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("    ") {
                if !isOpen { blocks.append(Block(section: section, lines: [])) }
                isOpen = true
                blocks[blocks.count - 1].lines.append(line)
            } else if line.isEmpty {
                // An empty line is part of a block that goes on behind it, and else of none.
                if isOpen { blocks[blocks.count - 1].lines.append("") }
            } else {
                isOpen = false
                if line.hasPrefix("#") {
                    section = String(line.drop { $0 == "#" }.dropFirst())
                    sections.append(section)
                }
                if line.hasPrefix("|") { rows.append((section, line)) }
                prose.append(line)
            }
        }
        self.text = text
        self.sections = sections
        self.blocks = blocks.map(Self.plain)
        self.rows = rows
        self.spans = Self.spans(in: prose.joined(separator: " "))
    }

    /// The commands of all blocks, in their order.
    var steps: [Step] { self.blocks.flatMap(\.steps) }

    /// The paths that the text asks for, without what is sent.
    var questions: [String] { self.spans.filter { $0.hasPrefix("GET /") }.map { String($0.dropFirst(4)) } }

    /// The commands of this program in the text.
    var namedCommands: [String] { self.spans.filter { $0.hasPrefix("purser ") } }

    /// Returns the code spans of a text.
    static func spans(in text: String) -> [String] {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().filter { !$0.offset.isMultiple(of: 2) }
            .map { $0.element.split(separator: " ").joined(separator: " ") }
    }

    /// The block without empty lines at its end, and without the common indentation.
    private static func plain(_ block: Block) -> Block {
        var lines = block.lines
        while lines.last == "" { lines.removeLast() }
        let depth = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return Block(section: block.section, lines: lines.map { String($0.dropFirst(depth)) })
    }
}
