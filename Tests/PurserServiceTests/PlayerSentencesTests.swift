import PurserService
import Testing

@Suite struct PlayerSentencesTests {
    @Test("Every language that is built in has every sentence, and names the product where one is meant")
    func whole() {
        let sentences = PlayerSentences.standard
        #expect(sentences.known == ["en", "zh-Hans"])
        for sentence in PlayerSentence.allCases {
            let english = sentences.text(sentence, in: "en", product: "ten gems")
            let chinese = sentences.text(sentence, in: "zh-Hans", product: "ten gems")
            #expect(english != chinese, "\(sentence)")
            for text in [english, chinese] {
                #expect(text.contains("ten gems") == sentence.isAboutPurchase, "\(sentence): \(text)")
                #expect(!text.isEmpty && !text.contains("{"), "\(text)")
            }
        }
    }

    @Test(
        "A tag finds the language that is meant, and what is not there is English",
        arguments: [
            ([], "en"), (["en-GB"], "en"), (["zh"], "zh-Hans"), (["zh-CN"], "zh-Hans"), (["zh_SG"], "zh-Hans"),
            (["ZH-hans-CN"], "zh-Hans"), (["zh-TW"], "en"), (["zh-Hant"], "en"), (["zh-HK", "zh-CN"], "zh-Hans"),
            (["fr", "zh-Hans"], "zh-Hans"), (["fr"], "en"), (["", "-", "zh-"], "zh-Hans"), (["english"], "en"),
        ] as [([String], String)]
    )
    func tags(preferred: [String], language: String) {
        #expect(PlayerSentences.standard.language(among: preferred) == language)
    }

    @Test("A file brings a language, and says it in other words; what it leaves out is English")
    func file() throws {
        let text = """
            language: fr-CA
            sentences:
              recovered: "Retrouvé : {product}."
              number_unknown: "Numéro inconnu."
            """
        let file = try PlayerSentenceFile(bytes: Array(text.utf8), file: "fr.yaml")
        let sentences = PlayerSentences.standard.adding(file)
        #expect(sentences.language(among: ["fr-CA-x-shop"]) == "fr-CA")
        #expect(sentences.language(among: ["fr"]) == "en")
        #expect(sentences.text(.recovered, in: "fr-CA", product: "pro") == "Retrouvé : pro.")
        #expect(sentences.text(.tooOften, in: "fr-CA") == sentences.text(.tooOften, in: "en"))
        let own = try PlayerSentenceFile(
            bytes: Array("language: en\nsentences: { too_often: Slow down. }".utf8),
            file: "en.yaml"
        )
        #expect(sentences.adding(own).text(.tooOften, in: "en") == "Slow down.")
        #expect(sentences.adding(own).text(.tooOften, in: "fr-CA") != "", "What a language lacks is never empty.")
    }

    @Test(
        "What is wrong in a file is said with its line and its key",
        arguments: [
            ("sentences: {}", "language"), ("language: fr", "sentences"),
            ("language: fr\nsentences: { recoverd: x }", "recovered"),
            ("language: \"f r\"\nsentences: {}", "BCP 47"), ("language: f\nsentences: {}", "BCP 47"),
            ("language: fr\nsentences: { recovered: \"Trouvé.\" }", "{product}"),
            ("language: fr\nsentences: { too_often: \"{product}\" }", "is about no product"),
            ("language: fr\nsentences: { too_often: \"\" }", "must be a text"), ("x: 1", "unknown key"),
        ]
    )
    func mistakes(text: String, part: String) {
        let findings = #expect(throws: Findings.self) {
            _ = try PlayerSentenceFile(bytes: Array(text.utf8), file: "fr.yaml")
        }
        let message = findings.map { "\($0)" } ?? ""
        #expect(message.contains("fr.yaml") && message.contains(part), "\(message)")
    }
}
