import Testing

/// The project as it stands keeps to every rule.
@Suite struct ProjectTests {
    /// Records one issue with all complaints.
    ///
    /// An expectation would show them twice.
    private static func expectNone(_ complaints: [Complaint]) {
        guard !complaints.isEmpty else { return }
        Issue.record("\(complaints.count) to put right:\n\(complaints.report)")
    }

    @Test("The project is found, with its manifest, sources and tests")
    func found() {
        let paths = SourceTree.project.files.map { file in file.path }
        #expect(paths.contains("Package.swift"))
        #expect(paths.contains("Makefile"))
        #expect(paths.contains("Tests/TidyTests/ProjectTests.swift"))
        #expect(paths.contains { path in path.hasPrefix("Sources/Ledger/") })
    }

    @Test("Every file keeps to the rule", arguments: ProjectRules.all)
    func rules(rule: any Rule) {
        let complaints = rule.complaints(in: SourceTree.project.files)
        Self.expectNone(complaints)
    }

    @Test("No exception to a rule outlives its reason", arguments: ProjectRules.all)
    func exceptions(rule: any Rule) {
        let complaints = rule.idleExceptions(in: SourceTree.project.files)
        Self.expectNone(complaints)
    }

    @Test("The import table allows no module that nothing imports")
    func importTable() {
        let lines = SourceTree.project.swift.flatMap { file in
            String(decoding: file.swift.code, as: UTF8.self).split(separator: "\n")
        }
        let imported = Set(lines.compactMap(ImportRule.module))
        for row in ImportTable.project.rows {
            #expect(row.modules.subtracting(imported).isEmpty, "\(row.folder)")
        }
    }

    @Test("The ledger declares every call that the persistence targets must not make")
    func decidingCalls() {
        let ledger = SourceTree.project.swift.filter { file in file.isAt("Sources/Ledger/") }
        let names = Set(ledger.flatMap(\.declarations).map(\.name))
        for call in DecidingCall.project { #expect(names.contains(call.name), "\(call.spelling)") }
        #expect(!DecisionRule.useCases(in: ledger).isEmpty)
    }

    @Test("Folders and files have plain names")
    func paths() {
        let complaints = PathRule().complaints(in: SourceTree.project.paths)
        Self.expectNone(complaints)
    }

    @Test("No link in a page leads to nothing")
    func links() {
        let complaints = LinkRule(exists: SourceTree.project.holds).complaints(in: SourceTree.project.files)
        Self.expectNone(complaints)
    }

    @Test("What users rely on is explained on its page, and nothing else is", arguments: ProjectRules.inventories)
    func reference(inventory: any Inventory) {
        let complaints = inventory.complaints(
            sources: SourceTree.project.swift,
            page: SourceTree.project.page(inventory.page)
        )
        Self.expectNone(complaints)
    }
}
