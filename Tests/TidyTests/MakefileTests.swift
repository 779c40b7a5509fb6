import Testing

/// Each command of the Makefile builds what it runs, nothing else, and with the flags of all others.
@Suite struct MakefileTests {
    /// The prerequisites of each target.
    private let needs: [String: [String]]
    /// The recipe of each target.
    private let recipes: [String: String]

    init() {
        var needs: [String: [String]] = [:]
        var recipes: [String: String] = [:]
        var targets: [String] = []
        for line in SourceTree.project.page("Makefile").lines {
            if line.hasPrefix("\t") || line.hasPrefix("    ") {
                for target in targets { recipes[target, default: ""] += line + "\n" }
                continue
            }
            targets = []
            let rule = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
            guard let colon = rule.firstIndex(of: ":"), !rule.contains("="), !rule.hasPrefix(".") else { continue }
            targets = rule[..<colon].split(separator: " ").map(String.init)
            let names = rule[rule.index(after: colon)...].split(separator: " ").map(String.init)
            for target in targets { needs[target, default: []] += names }
        }
        self.needs = needs
        self.recipes = recipes
    }

    /// Returns the direct and indirect prerequisites of a target.
    private func made(before target: String) -> Set<String> {
        var found: Set<String> = []
        var rest = self.needs[target] ?? []
        while let next = rest.popLast() {
            guard found.insert(next).inserted else { continue }
            rest += self.needs[next] ?? []
        }
        return found
    }

    @Test("What a command runs is built before it, and no tests for a command that runs none")
    func builds() {
        #expect(self.made(before: "demo") == ["product-purser"])
        for (target, recipe) in self.recipes {
            let made = self.made(before: target)
            for part in recipe.split(separator: "$(BINARIES)/", omittingEmptySubsequences: false).dropFirst() {
                let program = String(part.prefix { $0.isLetter })
                #expect(made.contains("product-\(program)"), "make \(target) runs \(program) and does not build it")
            }
            #expect(made.contains("build-tests") == ["test", "test-full"].contains(target), "make \(target)")
        }
        // The library that the nemesis loads into the server, which no recipe names.
        #expect(self.made(before: "torture").isSuperset(of: ["product-SQLiteFaults", "product-SpoofedNames"]))
    }

    @Test("Tests are built with the flags of the products, so that nothing is compiled twice")
    func flags() {
        let makefile = SourceTree.project.page("Makefile")
        #expect(!makefile.text.contains("--build-tests"))
        let flags = makefile.lines.first { $0.hasPrefix("TEST_FLAGS :=") } ?? ""
        #expect(makefile.text.contains("\nBUILD := env SWIFT_DETERMINISTIC_HASHING=1 swift\n"))
        #expect(flags.contains("$(SWIFT_FLAGS)") && flags.contains("--disable-testable-imports"))
        for line in makefile.lines where line.hasPrefix("\t") {
            #expect(!line.contains("swift build "), "Another order of the traits compiles everything again: \(line)")
            if line.contains("$(BUILD) build ") { #expect(line.contains(" build $(SWIFT_FLAGS) "), "\(line)") }
            if line.contains("$(BUILD) test ") { #expect(line.contains(" test $(TEST_FLAGS) "), "\(line)") }
            if line.contains("swift test ") { #expect(line.contains(" test $(TEST_FLAGS) $(RUN_FLAGS) "), "\(line)") }
        }
    }
}
