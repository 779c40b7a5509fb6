/// The languages of printed pages.
package enum PageLanguage: String, CaseIterable, Sendable {
    /// English.
    case english = "en"
    /// Simplified Chinese.
    case simplifiedChinese = "zh-Hans"
}
