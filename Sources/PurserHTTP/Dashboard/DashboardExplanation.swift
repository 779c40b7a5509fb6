import HTTPTypes
import PurserService

/// What a page says about an error.
struct DashboardExplanation: Hashable, Sendable {
    /// The text in the language of the page.
    let text: String
    /// The English text that follows, with the names and numbers that only it has; `nil` where the text is enough.
    let english: String?

    /// Creates the explanation that is a text in the language of the page.
    init(text: String, english: String? = nil) {
        self.text = text
        self.english = english
    }

    /// Creates the explanation that is a sentence, which an English text follows if it ends with a colon.
    init(_ sentence: String, _ english: String) {
        self.init(text: sentence, english: sentence.hasSuffix("：") ? english : nil)
    }

    /// Both texts, for a place that has one text.
    var whole: String { self.text + (self.english ?? "") }

    /// Returns the values for a template: the text, and as `nameInEnglish` the English one, which templates mark.
    func values(_ name: String) -> [String: Any] {
        [name: self.text, "\(name)InEnglish": self.english.map { $0 as Any } ?? false]
    }
}

extension DashboardVisit {
    /// The texts about errors whose own sentences tell programs what to send.
    private static let textsByCode = [
        "cursor_invalid": "errorCursor", "cursor_ahead": "errorCursor", "refund_not_found": "errorNotListed",
        "refund_policy_not_found": "errorNotListed", "fulfillment_not_found": "errorNotListed",
        "catalog_version_unknown": "errorNotListed", "consent_unknown": "errorNotListed",
        "rescission_unknown": "errorNotListed", "extension_unknown": "errorNotListed",
    ]

    /// Returns what a page says about a problem; the cause of an error of the server itself is only in its log.
    func explanation(of problem: Problem) -> DashboardExplanation {
        problem.status == .internalServerError
            ? DashboardExplanation(text: self.text("errorInternal"))
            : self.explanation(code: problem.code, problem.detail)
    }

    /// Returns what a page says about an error with this code and this English text.
    ///
    /// An English page says the English text, unless that is for programs. Another one says the sentence of its language
    /// about the code; the English text follows a sentence that ends with a colon, because it has the names and numbers, and an introduction where
    /// the language has no sentence. A text that the dashboard itself wrote is in the language of the page already,
    /// which its Chinese full stop shows.
    func explanation(code: String, _ detail: String) -> DashboardExplanation {
        guard let sentences = DashboardFiles.shared.errors[self.language], !detail.hasSuffix("。") else {
            return DashboardExplanation(text: Self.textsByCode[code].map { self.text($0) } ?? detail)
        }
        guard let sentence = sentences[code] else {
            return DashboardExplanation(text: "\(self.text("troubleTitle"))：", english: detail)
        }
        return DashboardExplanation(sentence, detail)
    }

    /// Returns what a page says about a finding of the doctor and its remedy, as about errors: by the code, and where the
    /// language has another sentence for the severity, by both.
    func explanation(of finding: DoctorFinding) -> (finding: DashboardExplanation, remedy: DashboardExplanation?) {
        let sentences = DashboardFiles.shared.translations[.findings]?[self.language]
        let code = finding.code.rawValue
        func explanation(_ detail: String, _ part: String) -> DashboardExplanation {
            guard let sentences else { return DashboardExplanation(text: detail) }
            let sentence = sentences["\(code).\(finding.severity.rawValue)\(part)"] ?? sentences["\(code)\(part)"]
            return DashboardExplanation(sentence ?? "\(self.text("troubleTitle"))：", detail)
        }
        return (explanation(finding.text, ""), finding.remedy.map { explanation($0, ".remedy") })
    }
}
