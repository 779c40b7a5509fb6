import AppStore
import AsyncHTTPClient
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

    private func send(_ path: String, body: [UInt8]? = nil) async throws -> JSONValue {
        var request = HTTPClientRequest(url: self.url + path)
        request.headers.add(name: "authorization", value: "Bearer \(self.key)")
        if let body {
            request.method = .POST
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(body)
        }
        let response = try await self.client.execute(request, timeout: Self.timeout)
        let answer = try await response.body.collect(upTo: Self.maximumAnswer)
        guard response.status == .ok else { throw Refusal(status: response.status.code) }
        return try JSONValue(json: Array(answer.readableBytesView))
    }
}
