import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A browser with its cookies, in which an invited operator of the dashboard sets a password and is signed in.
final class OperatorBrowser {
    /// The answer to a request.
    struct Page {
        /// The HTTP status.
        let status: Int
        /// The body, mostly HTML.
        let text: String

        /// The addresses to which the page links, each once, in their order.
        var links: [String] {
            var known: Set<String> = []
            return self.text.matches(of: #/href="([^"]*)"/#)
                .map { String($0.output.1).replacing("&amp;", with: "&") }
                .filter { known.insert($0).inserted }
        }
    }

    /// The reason why the operator cannot work.
    enum Refusal: Error {
        case notInvited(status: Int)
    }

    private static let password = "benchmark-password"
    private static let maximumPage = 64 * 1024 * 1024

    private let address: String
    private let client: HTTPClient
    private var cookies: [String: String] = [:]
    private var assets: [String: Int] = [:]

    /// Creates a browser that opens pages of a server on this machine.
    init(port: Int) {
        self.address = "http://127.0.0.1:\(port)"
        // Redirects are answers here.
        self.client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: HTTPClient.Configuration(redirectConfiguration: .disallow)
        )
    }

    /// Opens the link of an invitation, and sets a password.
    func accept(link: String) async throws {
        guard let token = link.split(separator: "/").last.map(String.init) else { throw Refusal.notInvited(status: 0) }
        let page = try await self.get("/dashboard/invitation/\(token)")
        guard let proof = page.text.firstMatch(of: #/name="csrf" value="([^"]*)"/#) else {
            throw Refusal.notInvited(status: page.status)
        }
        var request = HTTPClientRequest(url: "\(self.address)/dashboard/invitation")
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
        let fields = [
            ("csrf", String(proof.output.1)), ("token", token), ("password", Self.password), ("again", Self.password),
        ]
        let form = fields.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
        request.body = .bytes(ByteBuffer(string: form.joined(separator: "&")))
        let answer = try await self.send(request)
        guard answer.status == 303 else { throw Refusal.notInvited(status: answer.status) }
    }

    /// Opens a page.
    func get(_ path: String) async throws -> Page { try await self.send(HTTPClientRequest(url: self.address + path)) }

    /// Returns a request for a page as bytes, which has what this browser would send.
    func request(_ path: String) -> ByteBuffer {
        ByteBuffer(string: "GET \(path) HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: \(self.cookie)\r\n\r\n")
    }

    /// Returns the sizes of the files that a page loads, added up: style sheet, script and icon.
    func assetBytes(of page: Page) async throws -> Int {
        var sum = 0
        let paths = page.text.matches(of: #/(?:href|src)="(/dashboard/assets/[^"]*)"/#).map { String($0.output.1) }
        for path in Set(paths) {
            let bytes: Int
            if let known = self.assets[path] {
                bytes = known
            } else {
                bytes = try await self.get(path).text.utf8.count
                self.assets[path] = bytes
            }
            sum += bytes
        }
        return sum
    }

    /// Closes the connections.
    func close() async throws { try await self.client.shutdown() }

    private var cookie: String { self.cookies.map { "\($0)=\($1)" }.joined(separator: "; ") }

    private func send(_ request: HTTPClientRequest) async throws -> Page {
        var request = request
        if !self.cookies.isEmpty { request.headers.add(name: "cookie", value: self.cookie) }
        let response = try await self.client.execute(request, timeout: .seconds(60))
        for text in response.headers["set-cookie"] {
            let pair = text.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            self.cookies[String(pair[0])] = text.contains("Max-Age=0") ? nil : String(pair[1])
        }
        let body = try await response.body.collect(upTo: Self.maximumPage)
        return Page(status: Int(response.status.code), text: String(buffer: body))
    }
}
