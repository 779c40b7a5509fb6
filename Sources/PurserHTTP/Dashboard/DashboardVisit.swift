import AppStore
import Crypto
import Foundation
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

    /// The path of the request.
    let path: String
    /// The query of the request.
    let query: String
    /// The parameters in the path.
    let parameters: Parameters
    /// The fields of the form; empty for a request that only reads.
    let form: DashboardForm
    /// The browser.
    let browser: Browser
    /// The language of the page.
    let language: PageLanguage
    /// The session, if it has not ended: signed in, or waiting for a code.
    let current: CurrentSession?
    /// The value that proves that a form came from a page of this browser.
    let formToken: String
    /// The new value of the visit cookie, if the browser has none.
    let newVisit: String?
    /// Whether cookies are for HTTPS only.
    let isSecure: Bool
    /// The present instant.
    let now: Instant

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

    /// Returns a parameter of the query.
    func query(_ name: String) -> String {
        self.query.split(separator: "&").first { $0.hasPrefix("\(name)=") }
            .flatMap { PercentEncoding.text($0.dropFirst(name.utf8.count + 1)) } ?? ""
    }

    // MARK: Responses

    /// Returns a text in the language of the page.
    func text(_ key: String, _ arguments: String...) -> String {
        DashboardFiles.shared.text(key, in: self.language, arguments)
    }

    /// Returns a page made from a template.
    func page(
        _ template: String,
        title: String,
        _ values: [String: Any] = [:],
        status: HTTPResponse.Status = .ok
    ) -> Response {
        var values = values
        let files = DashboardFiles.shared
        values["t"] = files.texts[self.language] ?? [:]
        values["title"] = self.text(title)
        values["language"] = self.language.rawValue
        values["icon"] = files.assets["purser.svg"]?.path ?? ""
        values["style"] = files.assets["purser.css"]?.path ?? ""
        values["script"] = files.assets["purser.js"]?.path ?? ""
        values["csrf"] = self.formToken
        if values["here"] == nil { values["here"] = self.path }
        values["languages"] = PageLanguage.allCases.map { language -> [String: Any] in
            [
                "tag": language.rawValue, "name": files.text("languageName", in: language),
                "isCurrent": language == self.language,
            ]
        }
        let notice = self.query("done")
        if DashboardVisit.notices.contains(notice) { values["notice"] = self.text(notice) }
        if let account = self.signedIn?.account {
            values["operator"] = account.name.rawValue
            values["navigation"] = DashboardNavigation.entries(for: account.role, at: self.path) { self.text($0) }
        }
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

    /// Returns an error page.
    func message(
        _ status: HTTPResponse.Status,
        title: String,
        _ message: String,
        requestID: String? = nil
    ) -> Response {
        var values: [String: Any] = ["message": message]
        if let requestID { values["requestID"] = requestID }
        return self.page("message", title: title, values, status: status)
    }

    /// Returns a redirect that a browser follows by a request that only reads.
    func redirect(to path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path])
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

    /// Returns a redirect that sets the language of this browser.
    func redirect(to path: String, in language: PageLanguage) -> Response {
        var response = self.redirect(to: path)
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
        let iso = instant.rfc3339
        return ["iso": iso, "text": iso.prefix(16).replacing("T", with: " ") + " UTC"]
    }

    /// The notices that a redirect may show.
    private static let notices: Set<String> = [
        "doneLanguage", "donePassword", "doneSecondFactor", "doneSecondFactorRemoved", "doneSession", "signedOut",
    ]

    private func cookie(_ name: String, _ value: String, seconds: Int? = nil) -> HTTPField {
        var text = "\(name)=\(value); Path=\(DashboardSettings.path); HttpOnly; SameSite=Lax"
        if self.isSecure { text += "; Secure" }
        if let seconds { text += "; Max-Age=\(seconds)" }
        return HTTPField(name: .setCookie, value: text)
    }
}
