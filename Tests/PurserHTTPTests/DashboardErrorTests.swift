import Foundation
import HTTPTypes
import PurserHTTP
import PurserService
import Testing

@Suite struct DashboardErrorTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let webhooks = "/dashboard/apps/shop/webhooks"
    private static let endpoint = [
        "kind": "events", "url": "https://shop.example.com/in", "name": "backend", "events": "",
        "environments": "Production", "percent": "", "fulfiller": "no", "signature": "hmac",
        "reason": "the new backend", "password": DashboardStage.password,
    ]

    let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage()
    }

    /// A browser in which an administrator has signed in and chosen a language.
    private func browser(_ language: PageLanguage) async throws -> DashboardBrowser {
        let browser = try await self.stage.signedIn("ada")
        _ = try await browser.get("/dashboard")
        _ = try await browser.post("/dashboard/language", ["language": language.rawValue, "next": "/dashboard"])
        return browser
    }

    /// The codes of the reference page, by the heading of their section.
    private static func reference() throws -> [String: Set<String>] {
        let page = try String(contentsOf: Self.root.appending(path: "docs/reference/error-codes.md"), encoding: .utf8)
        var codes: [String: Set<String>] = [:]
        var heading = ""
        for line in page.split(separator: "\n") {
            if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
            guard line.hasPrefix("| `") else { continue }
            let cell = line.dropFirst(2).prefix { $0 != "|" }
            codes[heading, default: []].formUnion(cell.matches(of: #/`(\w+)`/#).map { String($0.output.1) })
        }
        return codes
    }

    /// The text of all source files of the dashboard.
    private static func code() throws -> String {
        let folder = Self.root.path + "/Sources/PurserHTTP/Dashboard/"
        return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOfFile: folder + $0, encoding: .utf8) }.joined(separator: "\n")
    }

    // MARK: Pages

    @Test(
        "An address that cannot be read is a page for a browser, with the navigation, and a document for a program",
        arguments: ["search?q=%ff", "customers/%00", "events?type=%ff"]
    )
    func address(path: String) async throws {
        let browser = try await self.browser(.english)
        let cookies = browser.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
        let path = "/dashboard/apps/shop/\(path)"
        let headers: HTTPFields = [.accept: "text/html,*/*;q=0.8", .cookie: cookies]
        let page = try await self.stage.send(.get, path, headers: headers)
        #expect(page.status == .unprocessableContent, "\(page.text)")
        #expect(page.headers[.contentType] == "text/html; charset=utf-8")
        #expect(page.headers[.contentSecurityPolicy] != nil)
        #expect(page.text.contains("<nav") && page.text.contains("/dashboard/apps/shop/customers"), "\(page.text)")
        let stranger = try await self.stage.send(.get, path, headers: [.accept: "text/html"])
        #expect(stranger.status == .unprocessableContent && stranger.text.contains("<h1>"))
        #expect(!stranger.text.contains("<nav"))
        let program = try await self.stage.send(.get, path)
        #expect(program.headers[.contentType]?.hasPrefix("application/problem+json") == true)
    }

    @Test("A refused act says in English what the service says, and in Chinese the sentence about the code")
    func act() async throws {
        let fields = Self.endpoint.merging(["percent": "10"]) { $1 }
        let english = try await self.browser(.english)
        _ = try await english.get("\(Self.webhooks)/create")
        let refused = try await english.post("\(Self.webhooks)/create", fields)
        #expect(refused.status == .unprocessableContent)
        #expect(refused.text.contains("role=\"alert\">Only a relay can receive a share"), "\(refused.text)")
        #expect(!refused.text.contains("<span lang="))
        let chinese = try await self.browser(.simplifiedChinese)
        _ = try await chinese.get("\(Self.webhooks)/create")
        let translated = try await chinese.post("\(Self.webhooks)/create", fields)
        #expect(translated.status == .unprocessableContent)
        #expect(translated.text.contains("role=\"alert\">只有转发才能接收一部分交易链。"), "\(translated.text)")
        #expect(!translated.text.contains("Only a relay") && !translated.text.contains("<span lang="))
    }

    @Test("Names that only the English text has follow the Chinese sentence, marked as English and escaped")
    func names() async throws {
        let chinese = try await self.browser(.simplifiedChinese)
        _ = try await chinese.get("\(Self.webhooks)/create")
        let fields = Self.endpoint.merging(["events": "sub.<b>"]) { $1 }
        let refused = try await chinese.post("\(Self.webhooks)/create", fields)
        #expect(refused.status == .unprocessableContent)
        #expect(refused.text.contains("没有此名称的事件。"), "\(refused.text)")
        #expect(refused.text.contains("：<span lang=\"en\">No event is called sub.&lt;b&gt;."), "\(refused.text)")
    }

    @Test("An error page is in the language of the page, and a text of the dashboard itself stays as it is")
    func page() async throws {
        let english = try await self.browser(.english)
        #expect(try await english.get("\(Self.webhooks)/none").text.contains("The app has no endpoint with this id."))
        let chinese = try await self.browser(.simplifiedChinese)
        let missing = try await chinese.get("\(Self.webhooks)/none")
        #expect(missing.status == .notFound && missing.text.contains("此 App 没有使用此 ID 的端点。"), "\(missing.text)")
        #expect(!missing.text.contains("The app has no endpoint"))
        _ = try await chinese.get("\(Self.webhooks)/create")
        let wrong = try await chinese.post(
            "\(Self.webhooks)/create",
            Self.endpoint.merging(["percent": "0"]) { $1 }
        )
        #expect(wrong.text.contains("role=\"alert\">请输入 1 到 100 的整数。</p>"), "\(wrong.text)")
    }

    @Test(
        "A page tells a person nothing that only a program can do",
        arguments: [
            ("events?cursor=x", "The list has no such page."), ("orders?cursor=x", "The list has no such page."),
            ("refunds?cursor=x", "The list has no such page."),
            ("refunds/report?days=7", "Choose a value from the list."),
            ("refunds?state=foo", "Choose a value from the list."),
            ("fulfillments?state=foo", "Choose a value from the list."),
            ("policies/999", "There is nothing with this number or ID."),
            ("catalog/versions/99999999999999999999", "There is nothing with this number or ID."),
            ("fulfillments/none", "There is nothing with this number or ID."),
            ("refunds/none", "There is nothing with this number or ID."),
        ]
    )
    func words(path: String, says: String) async throws {
        let page = try await self.browser(.english).get("/dashboard/apps/shop/\(path)")
        #expect(page.status.kind == .clientError && page.text.contains(says), "\(page.text)")
        for part in ["/v1/", "`", "This must be one of", "purser ", "suspended_"] {
            #expect(!page.text.contains(part), "\(part)")
        }
    }

    // MARK: Sentences

    @Test("Each sentence is about a code of the reference page, and ends or leads to the English text")
    func sentences() throws {
        #expect(DashboardFiles.shared.errors[.english] == nil, "An error says its own text in English.")
        let known = try Self.reference().values.reduce(into: Set<String>()) { $0.formUnion($1) }
        for language in PageLanguage.allCases where language != .english {
            for (code, sentence) in try #require(DashboardFiles.shared.errors[language], "\(language)") {
                #expect(known.contains(code), "\(code) is no code of docs/reference/error-codes.md.")
                #expect(sentence.hasSuffix("。") || sentence.hasSuffix("："), "\(code)")
            }
        }
    }

    @Test("Each code in the dashboard's sources, and in the sections about what its pages do, has a sentence")
    func codes() throws {
        let sentences = try #require(DashboardFiles.shared.errors[.simplifiedChinese])
        for match in try Self.code().matches(of: #/code: "(\w+)"/#) {
            let code = String(match.output.1)
            #expect(sentences[code] != nil, "Add a sentence about \(code) to errors.zh-Hans.json.")
        }
        let sections = [
            "App Store Server API", "Asking App Store Connect", "Reading Apple's reports", "Reconciliation", "Wallets",
            "Orders", "Refund requests", "Data of another app or environment", "Customers and ownership", "Imports",
        ]
        let reference = try Self.reference()
        for section in sections {
            for code in try #require(reference[section], "\(section)") {
                #expect(sentences[code] != nil, "Add a sentence about \(code) to errors.zh-Hans.json.")
            }
        }
    }

    @Test("Each finding of the doctor, and its remedy, has a sentence in each language but English")
    func findings() throws {
        // These are never followed by a remedy.
        let fine: Set<DoctorFinding.Kind> = [.key, .clock, .access, .connect, .notification, .publicAddress, .skipped]
        let translations = try #require(DashboardFiles.shared.translations[.findings])
        #expect(translations[.english] == nil, "A finding says its own text in English.")
        for language in PageLanguage.allCases where language != .english {
            let sentences = try #require(translations[language], "\(language)")
            for kind in DoctorFinding.Kind.allCases {
                #expect(sentences[kind.rawValue] != nil, "Add \(kind.rawValue) to findings.\(language.rawValue).json.")
                let remedy = "\(kind.rawValue).remedy"
                #expect(fine.contains(kind) == (sentences[remedy] == nil), "\(remedy), \(language)")
            }
            for (key, sentence) in sentences {
                let parts = key.split(separator: ".").map(String.init)
                #expect(DoctorFinding.Kind(rawValue: parts[0]) != nil, "\(key) is about no finding of the doctor.")
                for part in parts.dropFirst() {
                    #expect(part == "remedy" || DoctorFinding.Severity(rawValue: part) != nil, "\(key)")
                }
                #expect(sentence.hasSuffix("。") || sentence.hasSuffix("："), "\(key)")
            }
        }
    }

    @Test("Chinese texts have one word for a currency")
    func currencyWord() throws {
        let texts = try #require(DashboardFiles.shared.texts[.simplifiedChinese])
        for (key, text) in texts { #expect(!text.contains("币种"), "\(key)") }
    }

    @Test("The dashboard's own texts of problems end with a full stop, by which they are known as Chinese")
    func ownTexts() throws {
        let texts = try #require(DashboardFiles.shared.texts[.simplifiedChinese])
        let own = #/(?:RequestFields\.(?:invalid|wrongType)\([^)]*|code: "\w+",\s*)(?:visit|self)\.text\(\s*"(\w+)"/#
        let keys = try Self.code().matches(of: own).map { String($0.output.1) }
        #expect(keys.count > 20)
        for key in keys { #expect(texts[key]?.hasSuffix("。") == true, "\(key)") }
    }
}
