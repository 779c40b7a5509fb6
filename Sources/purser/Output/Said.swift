/// A text for people, in the languages that commands speak.
package struct Said: Sendable, ExpressibleByStringLiteral {
    private let english: String
    private let chinese: String?

    /// Creates a text; without Chinese it is English for everybody.
    package init(_ english: String, _ chinese: String? = nil) {
        self.english = english
        self.chinese = chinese
    }

    /// Creates a text that is English for everybody.
    package init(stringLiteral english: String) { self.init(english) }

    /// Returns the text in a language.
    package func text(in language: Language) -> String {
        language == .simplifiedChinese ? self.chinese ?? self.english : self.english
    }
}
