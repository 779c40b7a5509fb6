import HTTPTypes
import Ledger
import PurserService

/// The text of a refund policy as a form sends it, with its rules or its errors.
struct DashboardPolicyText {
    /// The maximum number of issues on a page.
    private static let maximumIssues = 50
    /// The maximum number of characters of a line that stands beside an issue.
    private static let maximumLine = 200
    /// The maximum number of issues in the problem of a form.
    private static let maximumOfProblem = 20

    /// The text; browsers send two characters for the end of a line.
    let text: String
    /// The rules; `nil` where the text has errors.
    let file: RuleFile?
    /// The errors.
    let issues: [ValidationIssue]

    /// Reads the text that was typed.
    init(typed: String) {
        self.text = typed.replacing("\r\n", with: "\n")
        let bytes = Array(self.text.utf8)
        do throws(ValidationIssues) {
            self.file = try RuleFile(bytes: bytes, file: "policy", vocabularies: [.refunds])
            self.issues = []
        } catch {
            self.file = nil
            self.issues = error.issues
        }
    }

    /// Returns the problem of a form with this text, in the language of the page; `nil` where it has no errors.
    func problem(_ visit: DashboardVisit) -> Problem? {
        guard !self.issues.isEmpty else { return nil }
        let texts = DashboardIssueText(visit.language)
        let issues = self.issues.prefix(Self.maximumOfProblem).map { texts.description(of: $0) }
        return Problem(
            .unprocessableContent,
            code: RefundError.policyWrong(ValidationIssues(self.issues)).code,
            visit.text("policyWrong", issues.joined(separator: " ")),
            field: "policy"
        )
    }

    /// Returns the rules as sentences in a language; none where the text has errors.
    func sentences(in language: PageLanguage) -> [String] {
        self.file.map { DashboardRuleSentences(language).rules(of: $0) } ?? []
    }

    /// Returns issues for a template, each with its line and the text of the line, and at last how many more there are.
    func values(of issues: [ValidationIssue], _ visit: DashboardVisit) -> [[String: Any]] {
        let lines = self.text.split(separator: "\n", omittingEmptySubsequences: false)
        let texts = DashboardIssueText(visit.language)
        let shown = issues.prefix(Self.maximumIssues).map { issue -> [String: Any] in
            let statement = texts.statement(issue)
            let place = issue.line.flatMap { lines.indices.contains($0 - 1) ? $0 : nil }
            return [
                "line": issue.line.map { visit.text("policyLine", "\($0)") } ?? visit.text("policyWhole"),
                "content": place.map { String(lines[$0 - 1].prefix(Self.maximumLine)) as Any } ?? false,
                "problem": statement.problem, "remedy": statement.remedy, "isEnglish": statement.isEnglish,
            ]
        }
        guard issues.count > shown.count else { return shown }
        let more = visit.text("catalogFurther", "\(issues.count - shown.count)")
        return shown + [["line": more, "content": false, "problem": "", "remedy": "", "isEnglish": false]]
    }
}
