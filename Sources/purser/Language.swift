import Foundation

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
