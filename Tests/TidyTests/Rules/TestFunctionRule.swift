/// Refuses functions of a suite that look like a test but lack `@Test`: they would never run, without any notice.
///
/// A function could be a test when it is called so, or when it returns nothing and others than its file can see it.
struct TestFunctionRule: Rule {
    let name = "tests that do not run"
    let exceptions: [String: String] = [:]

    func breaches(in file: SourceFile) -> [Complaint] {
        guard file.isSwift, file.path.hasPrefix("Tests/") else { return [] }
        let suites = Set(
            file.declarations.filter { declaration in
                declaration.kind.hasMembers
                    && (declaration.modifiers.contains("@Suite") || declaration.name.hasSuffix("Tests"))
            }.map { declaration in declaration.fullName }
        )
        let isSuiteFile = file.stem.split(separator: "+").first?.hasSuffix("Tests") ?? false
        return file.declarations.compactMap { declaration in
            guard declaration.kind == .function, !declaration.isLocal, !declaration.modifiers.contains("@Test") else {
                return nil
            }
            let isNamedTest = Self.isNamedAsTest(declaration.name)
            let isExposed =
                !declaration.isPrivate && !declaration.returnsValue && !declaration.modifiers.contains("static")
            let isInSuite = suites.contains(declaration.enclosing.joined(separator: "."))
            let isLoose = isSuiteFile && declaration.isTopLevel
            guard isNamedTest || (isExposed && (isInSuite || isLoose)) else { return nil }
            return Complaint(
                path: file.path,
                line: declaration.line,
                problem: "The function \(declaration.name) looks like a test and never runs.",
                remedy: "Write @Test(\"...\") before it, or make it private if tests only call it."
            )
        }
    }

    /// Whether a name is `test` or begins with it as a word of its own.
    private static func isNamedAsTest(_ name: String) -> Bool {
        guard name.hasPrefix("test") else { return false }
        let next = name.dropFirst(4).first
        return next.map { character in !character.isLowercase } ?? true
    }
}
