/// A file imports only what its folder may.
struct ImportRule: Rule {
    /// The allowed imports of each folder.
    let table: ImportTable
    let name = "imports"
    let exceptions: [String: String] = [:]

    private static let kinds: Set<String> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor",
    ]
    private static let accessLevels: Set<String> = ["public", "package", "internal", "fileprivate", "private"]

    /// The module that a line of code imports, if it imports one.
    static func module(in line: Substring) -> String? {
        var words = line.split(separator: " ")[...]
        while let word = words.first, word.hasPrefix("@") || Self.accessLevels.contains(String(word)) {
            words.removeFirst()
        }
        guard words.popFirst() == "import" else { return nil }
        if let word = words.first, Self.kinds.contains(String(word)) {
            words.removeFirst()
        }
        return words.first?.split(separator: ".").first.map(String.init)
    }

    func breaches(in file: SourceFile) -> [Complaint] {
        guard file.isSwift, file.isOfPackage else { return [] }
        guard let row = self.table.row(for: file.path) else {
            return [
                Complaint(
                    path: file.path,
                    problem: "No row of the import table covers this folder.",
                    remedy: "Add one to ImportTable.swift that allows as little as the target needs."
                )
            ]
        }
        let code = String(decoding: file.swift.code, as: UTF8.self)
        return code.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            guard let module = Self.module(in: line), !row.modules.contains(module) else { return nil }
            return Complaint(
                path: file.path,
                line: index + 1,
                problem: "\(row.folder) may not import \(module).",
                remedy: "Move the line to where \(module) belongs (ARCHITECTURE.md, the table of targets); a new"
                    + " dependency is a decision and gets its row in ImportTable.swift."
            )
        }
    }
}
