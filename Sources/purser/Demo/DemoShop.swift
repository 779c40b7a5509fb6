import AppStore
import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// The shop's backend in the demonstration: it talks to Purser over HTTP as any shop does.
struct DemoShop {
    /// Purser's address.
    let url: String
    /// The shop's secret key.
    let key: String
    /// Sends.
    let client: HTTPClient

    private static let timeout = TimeAmount.seconds(10)
    private static let maximumAnswer = 1024 * 1024

    /// Why an answer cannot be used.
    struct Refusal: Error {
        /// What came instead.
        let status: UInt
    }

    /// Hands a signed transaction in for a customer.
    func submit(_ signedTransaction: [UInt8], customer: String, token: String?) async throws -> JSONValue {
        var members = [
            JSONMember(key: "customer", value: .string(customer)),
            JSONMember(key: "signedTransaction", value: .string(String(decoding: signedTransaction, as: UTF8.self))),
        ]
        if let token { members.append(JSONMember(key: "appAccountToken", value: .string(token))) }
        return try await self.send("/v1/purchases", body: JSONValue.object(members).json())
    }

    /// What a customer may use now.
    func entitlements(of customer: String) async throws -> [JSONValue] {
        let answer = try await self.send("/v1/customers/\(customer)/entitlements")
        guard case .array(let entitlements)? = answer["entitlements"] else { return [] }
        return entitlements
    }

    /// What a customer bought.
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
