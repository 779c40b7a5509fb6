import AppStore
import Crypto
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// One request of a browser, with what is known about its sender.
struct DashboardVisit: Sendable {
    /// The cookie with the token of a session.
    static let sessionCookie = "purser_session"
    /// The cookie with a random value, to which forms before the sign-in are bound.
    static let visitCookie = "purser_visit"
    /// The cookie with the chosen language.
    static let languageCookie = "purser_language"
    /// How long a browser keeps the chosen language, in seconds: a year.
    private static let languageSeconds = 31_536_000

    /// Whether the request sends a form.
    let isPost: Bool
    /// Whether somebody opens the page: neither a `HEAD` request, nor a browser that reads ahead.
    let isOpening: Bool
    /// Whether a page of the server led here, as browsers state it (Fetch Metadata, `Sec-Fetch-Site`).
    let isFromOwnPage: Bool
    /// The path of the request.
    let path: String
    /// The fields of the query.
    let query: DashboardForm
    /// The parameters in the path.
    let parameters: Parameters
    /// The fields of the form; empty for a request that only reads.
    let form: DashboardForm
    /// The browser.
    let browser: Browser
    /// The language of the page.
    var language: PageLanguage
    /// The session, if it has not ended: signed in, or waiting for a code.
    let current: CurrentSession?
    /// The value that proves that a form came from a page of this browser.
    let formToken: String
    /// The new value of the visit cookie, if the browser has none.
    let newVisit: String?
    /// Whether cookies are for HTTPS only.
    let isSecure: Bool
    /// The names of the apps that the server serves.
    let apps: [AppName]
    /// The app and the environment of the page: those in the address, otherwise those of the first app.
    let app: DashboardApp?
    /// The present instant in real time, which the ledger's time of a simulated App Store may differ from.
    let now: Instant
    /// The use cases of operators.
    let operators: OperatorService

    /// The token of the session in the browser's cookie.
    let sessionToken: String?
    /// The confirmations of forms.
    let confirmations: DashboardConfirmations
    /// What waits for a person, by the paths of the pages about it.
    var waiting: [String: DashboardWaitingCounts.Count] = [:]

    /// The operator, if they are signed in.
    var signedIn: CurrentSession? { self.current.flatMap { $0.session.phase == .signedIn ? $0 : nil } }

    /// Returns the value that proves that a form came from a page that the server sent to this browser.
    ///
    /// It is derived from the secret in the browser's cookie, so that no other site can know it, and nothing is stored.
    static func formToken(of secret: String) -> String {
        String(
            decoding: Base64URL.encode(Array(SHA256.hash(data: Array("purser form\n\(secret)".utf8)))),
            as: UTF8.self
        )
    }

    /// Whether the form has the proof of this browser.
    var isFormGenuine: Bool {
        // The comparison of digests takes the same time wherever they differ.
        SHA256.hash(data: Array(self.form["csrf"].utf8)) == SHA256.hash(data: Array(self.formToken.utf8))
    }

    /// The address of the page with its query.
    var address: String { self.address(with: [:]) }

    /// Returns the address of the page, or of another path, with fields of its query replaced, or removed by an empty value.
    func address(with changes: [String: String], at path: String? = nil) -> String {
        let fields = self.query.values.merging(changes) { $1 }.filter { !$0.value.isEmpty && $0.key != "done" }
        let query = fields.sorted { $0.key < $1.key }.map { "\($0.key.asQueryValue)=\($0.value.asQueryValue)" }
        let path = (path ?? self.path).split(separator: "/").map { PercentEncoding.text($0)?.asQueryValue ?? "" }
        return "/\(path.joined(separator: "/"))\(query.isEmpty ? "" : "?")\(query.joined(separator: "&"))"
    }

    /// Returns the origin of what the operator does, for the audit log, with the reason in a form.
    func origin(reasonIn form: DashboardForm? = nil) throws -> RequestOrigin {
        RequestOrigin(
            name: try self.requiredOperator.account.name.rawValue,
            reason: form.map { $0[DashboardField.reason.name].trimmed }
        )
    }

    /// Returns whether the operator may do something that needs a scope.
    func mayUse(_ scope: AccessScope) -> Bool {
        self.signedIn?.account.role.scopes.contains(scope) ?? false
    }

    /// Returns whether the operator may do an act on money, for which others need a scope.
    func mayUseMoney(_ scope: AccessScope) -> Bool {
        self.signedIn.map { DashboardAccess.money(scope).admits($0.account.role) } ?? false
    }

    /// Returns the number in a parameter of the path; 0, which nothing has, without one.
    func number(inPath name: String) -> Int64 { self.parameters.get(name).flatMap { Int64($0) } ?? 0 }

    /// Returns a new random value.
    func makeToken() -> String { self.operators.makeToken() }

    /// The error of a file whose reader's session has ended before the file.
    private struct SessionEnded: Error {}

    /// Throws if the session of the request has ended since, or its operator has another role.
    ///
    /// A file that breaks off in this way is never complete for its browser, so no person takes a part of it for the whole.
    func requireSession() async throws {
        guard let current = self.signedIn, let token = self.sessionToken,
            let now = try await self.operators.session(token), now.session.id == current.session.id,
            now.account.role == current.account.role
        else { throw SessionEnded() }
    }

    /// Returns what is wrong with the password in the form; `nil` if it is the operator's own.
    func wrongPassword() async throws -> (status: HTTPResponse.Status, text: String)? {
        do throws(OperatorError) {
            let account = try self.requiredOperator.account
            try await self.operators.reauthenticate(account, self.form["password"], from: self.browser)
            return nil
        } catch {
            guard let failure = self.failure(error) else { throw error }
            return failure
        }
    }

    // MARK: Responses

    /// Returns a text in the language of the page.
    func text(_ key: String, _ arguments: String...) -> String {
        DashboardFiles.shared.text(key, in: self.language, arguments)
    }

    /// Returns the values of a button that leads to a page, with the key of its name.
    func link(_ name: String, to path: String, isDangerous: Bool = false) -> [String: Any] {
        ["name": self.text(name), "path": path, "isDangerous": isDangerous]
    }

    /// Returns a page made from a template.
    func page(
        _ template: String,
        title: String,
        _ values: [String: Any] = [:],
        status: HTTPResponse.Status = .ok
    ) -> Response {
        var values = self.frame.merging(values) { $1 }
        let files = DashboardFiles.shared
        // A page about something with a name may have that as its title.
        if values["title"] == nil { values["title"] = self.text(title) }
        var headers = HTTPFields()
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.contentLanguage] = self.language.rawValue
        let body = ByteBuffer(string: files.render(template, values))
        headers[.contentLength] = "\(body.readableBytes)"
        var response = Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
        if let newVisit {
            response.headers.append(self.cookie(Self.visitCookie, newVisit))
        }
        return response
    }

    /// The values that all pages have.
    private var frame: [String: Any] {
        let files = DashboardFiles.shared
        var values: [String: Any] = [
            "t": files.texts[self.language] ?? [:], "language": self.language.rawValue,
            "icon": files.assets["purser.svg"]?.path ?? "", "style": files.assets["purser.css"]?.path ?? "",
            "script": files.assets["purser.js"]?.path ?? "", "csrf": self.formToken, "here": self.path,
            "languages": PageLanguage.allCases.map { language -> [String: Any] in
                [
                    "tag": language.rawValue, "name": files.text("languageName", in: language),
                    "isCurrent": language == self.language,
                ]
            },
        ]
        let notice = self.query["done"]
        if notice.hasPrefix("done"), files.texts[self.language]?[notice] != nil { values["notice"] = self.text(notice) }
        guard let account = self.signedIn?.account else { return values }
        values["operator"] = account.name.rawValue
        values["navigation"] = DashboardNavigation.entries(for: account.role, at: self)
        if let app = self.app {
            values["app"] = app.values
            values["environments"] = app.environments(of: self)
            if self.apps.count > 1 {
                values["hasApps"] = true
                values["apps"] = self.apps.map { name -> [String: Any] in
                    ["name": name.rawValue, "isCurrent": name == app.app.name]
                }
            }
        }
        return values
    }

    /// Returns an error page.
    func message(
        _ status: HTTPResponse.Status,
        title: String,
        _ message: String,
        requestID: String? = nil
    ) -> Response {
        self.message(status, title: title, DashboardExplanation(text: message), requestID: requestID)
    }

    /// Returns an error page with what is said about an error; an operator keeps the navigation and the search on it.
    func message(
        _ status: HTTPResponse.Status,
        title: String,
        _ explanation: DashboardExplanation,
        requestID: String? = nil
    ) -> Response {
        var values = explanation.values("message")
        if let requestID { values["requestID"] = requestID }
        return self.page(self.signedIn == nil ? "message" : "message-inside", title: title, values, status: status)
    }

    /// Returns a redirect that a browser follows by a request that only reads.
    func redirect(to path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path])
    }

    /// Returns a page that begins a session in this browser, whose forms belong to that session.
    func page(
        _ template: String,
        title: String,
        _ values: [String: Any],
        beginning started: StartedSession
    ) -> Response {
        let proof = ["csrf": Self.formToken(of: started.token)]
        var response = self.page(template, title: title, values.merging(proof) { $1 })
        response.headers.append(self.cookie(Self.sessionCookie, started.token))
        return response
    }

    /// Returns a redirect that begins a session in this browser.
    func redirect(to path: String, beginning started: StartedSession) -> Response {
        var response = self.redirect(to: path)
        response.headers.append(self.cookie(Self.sessionCookie, started.token))
        return response
    }

    /// Returns a redirect that ends the session in this browser.
    func redirectEndingSession(to path: String) -> Response {
        var response = self.redirect(to: path)
        response.headers.append(self.cookie(Self.sessionCookie, "", seconds: 0))
        return response
    }

    /// Returns a response that also sets the language of this browser.
    func response(_ response: Response, in language: PageLanguage) -> Response {
        var response = response
        response.headers.append(
            self.cookie(Self.languageCookie, language.rawValue, seconds: Self.languageSeconds)
        )
        return response
    }

    /// Returns a path of the dashboard to which a form or a query wants to go; the overview for any other address.
    static func destination(_ wanted: String) -> String {
        let root = DashboardSettings.path
        let isPlain = wanted.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
        guard isPlain, wanted == root || wanted.hasPrefix("\(root)/") || wanted.hasPrefix("\(root)?"),
            !wanted.contains("//"), !wanted.contains("/..")
        else { return root }
        return wanted
    }

    /// Returns an instant for a template: exact for programs, and in UTC for people without a script.
    static func time(_ instant: Instant) -> [String: Any] {
        ["iso": instant.rfc3339, "text": instant.minuteText]
    }

    private func cookie(_ name: String, _ value: String, seconds: Int? = nil) -> HTTPField {
        var text = "\(name)=\(value); Path=\(DashboardSettings.path); HttpOnly; SameSite=Lax"
        if self.isSecure { text += "; Secure" }
        if let seconds { text += "; Max-Age=\(seconds)" }
        return HTTPField(name: .setCookie, value: text)
    }
}
