import PurserService
import Testing

@Suite struct PlayerMessagesTests {
    @Test("Every built-in language has every message, with the name of the product where it belongs")
    func whole() {
        let messages = PlayerMessages.standard
        #expect(messages.known == ["en", "zh-Hans"])
        for sentence in PlayerMessage.allCases {
            let english = messages.text(sentence, in: "en", product: "ten gems")
            let chinese = messages.text(sentence, in: "zh-Hans", product: "ten gems")
            #expect(english != chinese, "\(sentence)")
            for text in [english, chinese] {
                #expect(text.contains("ten gems") == sentence.isAboutPurchase, "\(sentence): \(text)")
                #expect(!text.isEmpty && !text.contains("{"), "\(text)")
            }
        }
    }

    @Test(
        "A tag finds the best available language; English where none matches",
        arguments: [
            ([], "en"), (["en-GB"], "en"), (["zh"], "zh-Hans"), (["zh-CN"], "zh-Hans"), (["zh_SG"], "zh-Hans"),
            (["ZH-hans-CN"], "zh-Hans"), (["zh-TW"], "en"), (["zh-Hant"], "en"), (["zh-HK", "zh-CN"], "zh-Hans"),
            (["fr", "zh-Hans"], "zh-Hans"), (["fr"], "en"), (["", "-", "zh-"], "zh-Hans"), (["english"], "en"),
        ] as [([String], String)]
    )
    func tags(preferred: [String], language: String) {
        #expect(PlayerMessages.standard.language(among: preferred) == language)
    }

    @Test("A file adds a language and replaces messages; messages that it lacks are English")
    func file() throws {
        let text = """
            language: fr-CA
            messages:
              recovered: "Retrouvé : {product}."
              number_unknown: "Numéro inconnu."
            """
        let file = try PlayerMessageFile(bytes: Array(text.utf8), file: "fr.yaml")
        let messages = PlayerMessages.standard.adding(file)
        #expect(messages.language(among: ["fr-CA-x-shop"]) == "fr-CA")
        #expect(messages.language(among: ["fr"]) == "en")
        #expect(messages.text(.recovered, in: "fr-CA", product: "pro") == "Retrouvé : pro.")
        #expect(messages.text(.tooOften, in: "fr-CA") == messages.text(.tooOften, in: "en"))
        let own = try PlayerMessageFile(
            bytes: Array("language: en\nmessages: { too_often: Slow down. }".utf8),
            file: "en.yaml"
        )
        #expect(messages.adding(own).text(.tooOften, in: "en") == "Slow down.")
        #expect(
            messages.adding(own).text(.tooOften, in: "fr-CA") != "",
            "A missing message of a language is never empty."
        )
    }

    @Test(
        "An error in a file is reported with its line and its key",
        arguments: [
            ("messages: {}", "language"), ("language: fr", "messages"),
            ("language: fr\nmessages: { recoverd: x }", "recovered"),
            ("language: \"f r\"\nmessages: {}", "BCP 47"), ("language: f\nmessages: {}", "BCP 47"),
            ("language: fr\nmessages: { recovered: \"Trouvé.\" }", "{product}"),
            ("language: fr\nmessages: { too_often: \"{product}\" }", "is not about a product"),
            ("language: fr\nmessages: { too_often: \"\" }", "must be a text"), ("x: 1", "unknown key"),
        ]
    )
    func mistakes(text: String, part: String) {
        let issues = #expect(throws: ValidationIssues.self) {
            _ = try PlayerMessageFile(bytes: Array(text.utf8), file: "fr.yaml")
        }
        let message = issues.map { "\($0)" } ?? ""
        #expect(message.contains("fr.yaml") && message.contains(part), "\(message)")
    }
}
