import Foundation

/// A text for people, in the languages of the commands.
package struct LocalizedText: Sendable, ExpressibleByStringLiteral {
    private let english: String
    private let chinese: String?

    /// Creates a text; without Chinese, the English text is used for both languages.
    package init(_ english: String, _ chinese: String? = nil) {
        self.english = english
        self.chinese = chinese
    }

    /// Creates a text in English only.
    package init(stringLiteral english: String) { self.init(english) }

    /// Returns the text in a language.
    package func text(in language: Language) -> String {
        language == .simplifiedChinese ? self.chinese ?? self.english : self.english
    }
}

/// The languages of the commands.
package enum Language: Sendable, CaseIterable {
    /// English.
    case english
    /// Simplified Chinese.
    case simplifiedChinese

    /// Whether it is Chinese.
    var isChinese: Bool { self == .simplifiedChinese }

    /// The language of the process environment.
    static var here: Self { Self(environment: ProcessInfo.processInfo.environment) }

    /// Creates the language of an environment, from `LC_ALL`, `LC_MESSAGES` and `LANG`, the first that is set.
    package init(environment: [String: String]) {
        let locale =
            ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        self = locale.lowercased().hasPrefix("zh") ? .simplifiedChinese : .english
    }
}

/// A text as one argument of a shell command, quoted if necessary.
package struct ShellArgument: CustomStringConvertible {
    /// The argument in the syntax of the shell.
    package let description: String

    /// Creates an argument that the shell reads as this text.
    package init(_ text: String) {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
                    true
                default: "-_./:@%+=,".utf8.contains(byte)
                }
            }
        let quoted = text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        self.description = isPlain ? text : "'" + quoted + "'"
    }
}
