import Foundation

/// A text for people, in the languages that commands speak.
package struct LocalizedText: Sendable, ExpressibleByStringLiteral {
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

/// A text as one word of a shell command, quoted where it needs to be.
package struct ShellArgument: CustomStringConvertible {
    /// The word as it is typed.
    package let description: String

    /// A word that the shell reads as this text.
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
