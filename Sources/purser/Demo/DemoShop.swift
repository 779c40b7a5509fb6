import AppStore
import AsyncHTTPClient
import Ledger
import NIOCore
import NIOHTTP1

/// The shop's backend in the demo, which calls Purser over HTTP.
struct DemoShop {
    /// Purser's address.
    let url: String
    /// The shop's secret key.
    let key: String
    /// The HTTP client.
    let client: HTTPClient

    private static let timeout = TimeAmount.seconds(10)
    private static let maximumAnswer = 1024 * 1024

    /// An unusable response.
    struct Refusal: Error {
        /// The status of the response.
        let status: UInt
    }

    /// Submits a signed transaction for a customer.
    func submit(_ signedTransaction: [UInt8], customer: String, token: String?) async throws -> JSONValue {
        var members = [
            JSONMember(key: "customer", value: .string(customer)),
            JSONMember(key: "signedTransaction", value: .string(String(decoding: signedTransaction, as: UTF8.self))),
        ]
        if let token { members.append(JSONMember(key: "appAccountToken", value: .string(token))) }
        return try await self.send("/v1/purchases", body: JSONValue.object(members).json())
    }

    /// Returns the entitlements of a customer.
    func entitlements(of customer: String) async throws -> [JSONValue] {
        let answer = try await self.send("/v1/customers/\(customer)/entitlements")
        guard case .array(let entitlements)? = answer["entitlements"] else { return [] }
        return entitlements
    }

    /// Returns the purchases of a customer.
    func transactions(of customer: String) async throws -> [JSONValue] {
        let answer = try await self.send("/v1/customers/\(customer)/transactions")
        guard case .array(let transactions)? = answer["transactions"] else { return [] }
        return transactions
    }

    // MARK: The year

    /// Returns the entitlements of a customer; none of a customer whom the server does not know.
    func entitlementsIfKnown(of customer: String) async throws -> [JSONValue] {
        do {
            return try await self.entitlements(of: customer)
        } catch let refusal as Refusal where refusal.status == 404 {
            return []
        }
    }

    /// Creates an order, and returns its token for StoreKit.
    func order(_ product: String, customer: String) async throws -> String? {
        let body = Self.object([("customer", customer), ("product", product)])
        return try await self.send("/v1/orders", body: body)["appAccountToken"]?.text
    }

    /// Spends coins of a customer.
    func spend(_ gems: Int, of customer: String, key: String) async throws {
        let body = Array(#"{"quantity":\#(gems),"reason":"a game"}"#.utf8)
        _ = try await self.send("/v1/customers/\(customer)/wallets/gems/spend", body: body, idempotencyKey: key)
    }

    /// Publishes the rules for answers to refund requests.
    func publish(_ policy: String) async throws {
        _ = try await self.send("/v1/refund-policies", body: Self.object([("policy", policy), ("reason", "the demo")]))
    }

    /// Returns the state of the refund of a transaction; `nil` where there is none.
    func refundState(of transaction: String) async throws -> String? {
        do {
            return try await self.send("/v1/refunds/rfd_Production_\(transaction)")["state"]?.text
        } catch let refusal as Refusal where refusal.status == 404 {
            return nil
        }
    }

    /// Records that a customer agreed to the text about refund requests.
    func consent(_ customer: String, in storefront: String, at instant: Instant) async throws {
        let body = Self.object([
            ("textHash", String(repeating: "a", count: 64)), ("version", "1"), ("locale", "en"),
            ("storefront", storefront), ("givenAt", instant.rfc3339), ("source", "settings"),
        ])
        _ = try await self.send("/v1/customers/\(customer)/consents", body: body)
    }

    /// Answers a refund request that waits for a person.
    func decide(_ transaction: String, _ answer: String) async throws {
        let body = Self.object([("answer", answer), ("reason", "read in the demo")])
        _ = try await self.send("/v1/refunds/rfd_Production_\(transaction)/answer", body: body)
    }

    /// Confirms or suspends the fulfillment of a transaction.
    func fulfill(_ action: String, _ transaction: String) async throws {
        _ = try await self.send("/v1/fulfillments/ful_Production_\(transaction)/\(action)", body: Array("{}".utf8))
    }

    private static func object(_ members: [(key: String, text: String)]) -> [UInt8] {
        JSONValue.object(members.map { JSONMember(key: $0.key, value: .string($0.text)) }).json()
    }

    private func send(
        _ path: String,
        body: [UInt8]? = nil,
        idempotencyKey: String? = nil
    ) async throws -> JSONValue {
        var request = HTTPClientRequest(url: self.url + path)
        request.headers.add(name: "authorization", value: "Bearer \(self.key)")
        if let idempotencyKey { request.headers.add(name: "idempotency-key", value: idempotencyKey) }
        if let body {
            request.method = .POST
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(body)
        }
        let response = try await self.client.execute(request, timeout: Self.timeout)
        let answer = try await response.body.collect(upTo: Self.maximumAnswer)
        guard (200..<300).contains(response.status.code) else { throw Refusal(status: response.status.code) }
        return try JSONValue(json: Array(answer.readableBytesView))
    }
}
