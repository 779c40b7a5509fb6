import Foundation

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

/// The languages that commands speak.
package enum Language: Sendable, CaseIterable {
    /// English.
    case english
    /// Simplified Chinese.
    case simplifiedChinese

    /// Whether it is Chinese.
    var isChinese: Bool { self == .simplifiedChinese }

    /// The language of whoever runs the command.
    static var here: Self { Self(environment: ProcessInfo.processInfo.environment) }

    /// The language of an environment, by `LC_ALL`, `LC_MESSAGES` and `LANG`, the first that is set.
    package init(environment: [String: String]) {
        let locale =
            ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        self = locale.lowercased().hasPrefix("zh") ? .simplifiedChinese : .english
    }
}
