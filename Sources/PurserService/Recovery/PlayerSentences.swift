/// What players are told, in the languages that there are.
///
/// English and Simplified Chinese are built in; files bring more, or other words for these.
package struct PlayerSentences: Hashable, Sendable {
    /// The language of whoever asks for one that there is not.
    package static let fallback = "en"

    /// The sentences that are built in.
    package static let standard = Self([Self.fallback: Self.english, "zh-Hans": Self.simplifiedChinese])

    private var languages: [String: [PlayerSentence: String]]

    private init(_ languages: [String: [PlayerSentence: String]]) {
        self.languages = languages
    }

    /// The languages that there are, by name.
    package var known: [String] { self.languages.keys.sorted() }

    /// These sentences with those of a file, which count instead of what was there.
    package func adding(_ file: PlayerSentenceFile) -> Self {
        var all = self
        all.languages[file.language, default: [:]].merge(file.sentences) { $1 }
        return all
    }

    /// A sentence in one of `known`, with the name of a product in it.
    ///
    /// What a language lacks is said in English.
    package func text(_ sentence: PlayerSentence, in language: String, product: String = "") -> String {
        let text = self.languages[language]?[sentence] ?? Self.english[sentence] ?? ""
        return text.replacing(PlayerSentence.productMark, with: product)
    }

    /// The language for whoever prefers these tags, the most preferred first; English where none of them is there.
    ///
    /// Tags are compared by RFC 4647, Lookup: a longer tag finds a shorter name, `fr-CA` finds `fr`. Chinese without a
    /// script is taken as its region writes it.
    package func language(among preferred: [String]) -> String {
        for tag in preferred {
            var parts = Self.withScript(tag.lowercased().replacing("_", with: "-"))[...]
            while !parts.isEmpty {
                let name = parts.joined(separator: "-")
                if let known = self.languages.keys.first(where: { $0.lowercased() == name }) { return known }
                parts = parts.dropLast()
            }
        }
        return Self.fallback
    }

    private static func withScript(_ tag: String) -> [String] {
        let parts = tag.split(separator: "-").map(String.init)
        guard parts.first == "zh", parts.dropFirst().allSatisfy({ $0.utf8.count != 4 }) else { return parts }
        let isTraditional = parts.dropFirst().contains { ["tw", "hk", "mo"].contains($0) }
        return ["zh", isTraditional ? "hant" : "hans"] + parts.dropFirst()
    }
}
