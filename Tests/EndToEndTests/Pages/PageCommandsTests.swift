import Testing

/// Tests that commands in pages exist, and that the page of commands is complete.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct PageCommandsTests {
    static let pages = [
        "README.md", "README.zh-Hans.md", "docs/start.md", "docs/for-backend-engineers.md",
        "docs/for-finance-and-operations.md", "docs/for-ios-engineers-and-testers.md", "docs/for-support.md",
        "docs/reference/commands.md", "docs/operating/running.md", "docs/operating/backup.md",
        "docs/operating/finance.md", "docs/operating/reports.md", "docs/operating/reconciliation.md",
        "docs/operating/prices.md", "docs/concepts/seats.md", "docs/concepts/seats.zh-Hans.md",
    ]
    private static let commands = "docs/reference/commands.md"

    @Test("Every command and every option that a page names is there", arguments: Self.pages)
    func named(path: String) throws {
        let program = try CommandTree.program()
        let page = try Page(path)
        // The first block of the page of commands has sentences behind the names.
        let isList = path == Self.commands
        let steps = page.blocks.dropFirst(isList ? 1 : 0).flatMap(\.steps).map(\.command)
        for text in steps + page.namedCommands where text.hasPrefix("purser ") && !text.contains("COMMAND") {
            let words = text.split(whereSeparator: \.isWhitespace).dropFirst().map(String.init)
            let (command, depth) = program.command(words)
            #expect(depth > 0, "\(path): \(text)")
            #expect(!command.isOnlyAGroup || words.count == depth, "\(path): \(text)")
            for option in CommandTree.options(in: text) {
                #expect(command.options.contains(option), "\(path): \(text): --\(option)")
            }
        }
    }

    @Test("A page in Chinese has the code, the sections and the numbered steps of the English one")
    func translation() throws {
        let (english, chinese) = (try Page("docs/concepts/seats.md"), try Page("docs/concepts/seats.zh-Hans.md"))
        #expect(english.spans.sorted() == chinese.spans.sorted())
        #expect(english.blocks.map(\.lines) == chinese.blocks.map(\.lines))
        #expect(english.sections.count == chinese.sections.count)
        let numbers = [english, chinese].map { page in
            page.text.matches(of: /[0-9]+(?:[.,][0-9]+)*/).map { String($0.output) }.sorted()
        }
        #expect(numbers[0] == numbers[1])
    }

    @Test("Every option in a table of the page of commands is one of the commands that the table is about")
    func options() throws {
        let program = try CommandTree.program()
        let page = try Page(Self.commands)
        for (section, row) in page.rows {
            let first = Page.spans(in: row).first ?? ""
            let named = first.hasPrefix("purser ") ? [first] : Page.spans(in: section)
            let found = named.map { program.command($0.split(separator: " ").dropFirst().map(String.init)).command }
            let all = first.hasPrefix("purser ") ? found : found + found.flatMap(\.children)
            for option in CommandTree.options(in: row) {
                #expect(all.contains { $0.options.contains(option) }, "\(section): --\(option)")
            }
        }
    }

    @Test("The page of commands has every command in its list and under a heading, with all its parts")
    func complete() throws {
        let program = try CommandTree.program()
        let page = try Page(Self.commands)
        let listed = page.blocks.first?.lines.compactMap { line in
            line.split(separator: " ").dropFirst().first.map(String.init)
        }
        #expect(Set(listed ?? []) == Set(program.children.map(\.commandName)))
        let headings = page.sections.flatMap(Page.spans)
        for command in program.children.map(\.commandName) {
            #expect(headings.contains { ($0 + " ").hasPrefix("purser \(command) ") }, "\(command) has no heading")
        }
        let texts = page.spans + page.steps.map(\.command)
        for leaf in program.leaves where leaf.count > 1 && leaf != ["simulate", "serve"] {
            let name = "purser " + leaf.joined(separator: " ")
            let parent = "`purser " + leaf.dropLast().joined(separator: " ") + "`"
            let isNamed = texts.contains { ($0 + " ").hasPrefix(name + " ") }
            let isRow = page.rows.contains { section, row in
                section.contains(parent)
                    && Page.spans(in: row).contains { ($0 + " ").hasPrefix((leaf.last ?? "") + " ") }
            }
            #expect(isNamed || isRow, "\(name) is not explained")
        }
    }

    @Test("The pages say how many scenarios can be played")
    func scenarios() throws {
        let run = try Binary.run(["simulate", "scenario", "list", "--json"], in: TemporaryFolder())
        let count = run.lines.count
        for (path, words) in [
            ("README.md", "[\(count) scenarios]"), ("README.zh-Hans.md", "[\(count) 个场景]"),
            ("docs/for-ios-engineers-and-testers.md", "[\(count) scenarios]"),
        ] {
            #expect(try Page(path).text.contains(words), "\(path) does not say \(words)")
        }
    }
}
