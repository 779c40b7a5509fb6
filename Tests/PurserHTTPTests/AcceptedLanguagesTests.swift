import PurserHTTP
import Testing

@Suite struct AcceptedLanguagesTests {
    @Test(
        "Languages come by their weight, those of equal weight as they are written",
        arguments: [
            ("", []), ("en", ["en"]), ("da, en-gb;q=0.8, en;q=0.7", ["da", "en-gb", "en"]),
            ("en;q=0.5, zh-Hans", ["zh-Hans", "en"]), ("a;q=0.5,b;q=0.5", ["a", "b"]), ("en;q=0", []),
            ("en; q=1.000 , fr ; q=0.999", ["en", "fr"]), ("*", []), ("*;q=0.5, fr", ["fr"]),
        ] as [(String, [String])]
    )
    func order(header: String, tags: [String]) {
        #expect(AcceptedLanguages(header).tags == tags)
    }

    @Test(
        "What is spelled wrong is left out",
        arguments: [
            "en;q=2", "en;q=-1", "en;q=1.1", "en;q=0.1234", "en;q=", "en;q=x", "en;x=1", ";q=1", ",,,", "en;q=.5",
            "en;q=0.5.5",
        ]
    )
    func wrong(header: String) {
        #expect(AcceptedLanguages(header + ", fr").tags == ["fr"])
    }

    @Test("Only the first twenty are looked at")
    func many() {
        let header = (1...30).map { "l\($0)" }.joined(separator: ",")
        #expect(AcceptedLanguages(header).tags.count == 20)
    }
}
