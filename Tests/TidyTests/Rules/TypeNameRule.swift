/// Types are called by the nouns of the domain, not by their part in a pattern.
struct TypeNameRule: Rule {
    let exceptions: [String: String]
    let name = "names of types"

    /// The files of this project whose types have a word that is empty elsewhere, with the reason.
    static let project: [String: String] = [
        "Sources/AppStore/API/Retention/AppStoreRequest+DefaultMessage.swift": "Apple's names"
    ]

    private static let words: Set<String> = ["Manager", "Helper", "Helpers", "Impl", "Util", "Utils", "Utilities"]

    func breaches(in file: SourceFile) -> [Complaint] {
        guard file.isSwift, file.isOfPackage else { return [] }
        return file.declarations.compactMap { declaration in
            guard declaration.kind.isType, let word = Self.emptyWord(in: declaration.name) else { return nil }
            return Complaint(
                path: file.path,
                line: declaration.line,
                problem: "\(declaration.name) says \(word), which does not say what it is.",
                remedy: "Name it after the thing in the domain, or after what it uses (SQLiteRepository)."
            )
        }
    }

    /// Returns the first word without meaning in a name, or `nil`.
    private static func emptyWord(in name: String) -> String? {
        var words: [String] = []
        for character in name {
            if character.isUppercase || words.isEmpty {
                words.append(String(character))
            } else {
                words[words.count - 1].append(character)
            }
        }
        if words.first == "Default", words.count > 1 { return "Default" }
        if words.last == "Protocol", words.count > 1 { return "Protocol" }
        return words.first(where: Self.words.contains)
    }
}
