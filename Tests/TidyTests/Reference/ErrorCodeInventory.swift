/// The stable codes of errors.
///
/// A code is found in three places: a case of an `enum ...: String` that is an error's vocabulary; a string in the body
/// of `var code` of an error; and a string that directly follows the label `code:`. An error is a type whose name ends
/// in one of `endings`, or that is called `Code`.
struct ErrorCodeInventory: Inventory {
    let noun: String
    let page: String
    /// The folders in which the codes are stated.
    let folders: [String]
    /// Folders below them whose errors are explained elsewhere, or that no user ever sees.
    let others: [String]

    /// The error codes of the server and its commands.
    static let server = ErrorCodeInventory(
        noun: "error code",
        page: "docs/reference/error-codes.md",
        folders: ["Sources/", "Tools/torture/"],
        others: ["Sources/AppStoreSimulator/"]
    )
    /// The error codes of the simulator's control interface.
    static let simulator = ErrorCodeInventory(
        noun: "error code of the simulator",
        page: "docs/reference/simulator-error-codes.md",
        folders: ["Sources/AppStoreSimulator/"],
        others: []
    )

    /// How the names of types end that hold codes.
    static let endings = ["Error", "ErrorCode", "Refusal", "Rejection", "Problem", "Flaw"]

    func entries(in file: SourceFile) -> [ReferenceEntry] {
        guard file.isSwift, self.folders.contains(where: file.isAt), !self.others.contains(where: file.isAt) else {
            return []
        }
        var entries: [ReferenceEntry] = []
        let literals = Dictionary(
            file.swift.literals.map { literal in (literal.offset, literal) },
            uniquingKeysWith: { first, _ in first }
        )
        let vocabularies = Set(
            file.declarations.filter { declaration in
                declaration.kind == .enumeration && Self.isError(declaration.name)
                    && declaration.header.first == "String"
            }.map { declaration in declaration.fullName }
        )
        for declaration in file.declarations where !declaration.isLocal {
            guard let owner = declaration.enclosing.last, Self.isError(owner) else { continue }
            if declaration.kind == .case, vocabularies.contains(declaration.enclosing.joined(separator: ".")) {
                let written = declaration.literalOffset.flatMap { offset in literals[offset]?.text }
                entries.append(self.entry(written ?? declaration.name, file, declaration.line))
            }
            if declaration.name == "code", declaration.kind == .variable || declaration.kind == .constant {
                entries += file.swift.literals
                    .filter { literal in declaration.body?.contains(literal.offset) ?? false }
                    .map { literal in self.entry(literal.text, file, literal.line) }
                if let literal = declaration.literalOffset.flatMap({ offset in literals[offset] }) {
                    entries.append(self.entry(literal.text, file, literal.line))
                }
            }
        }
        for offset in file.swift.offsets(of: "code: \"") {
            let before = offset > 0 ? file.swift.code[offset - 1] : UInt8(ascii: " ")
            if !Bytes.isWord(before), let literal = literals[offset + 6] {
                entries.append(self.entry(literal.text, file, literal.line))
            }
        }
        return entries.filter { entry in Self.isCode(entry.name) }
    }

    private func entry(_ name: String, _ file: SourceFile, _ line: Int) -> ReferenceEntry {
        ReferenceEntry(name: name, path: file.path, line: line)
    }

    private static func isError(_ name: String) -> Bool {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        return last == "Code" || Self.endings.contains { ending in last.hasSuffix(ending) }
    }

    /// Whether a text is spelled as a code: lower-case words of ASCII joined by underscores.
    private static func isCode(_ text: String) -> Bool {
        guard let first = text.utf8.first, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
            default: false
            }
        }
    }
}
