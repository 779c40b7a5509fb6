import AppStore
import Crypto
import Foundation
import Synchronization

/// A client of App Store Connect with scripted responses, whose clock advances only when a test moves it.
final class ConnectStage: Sendable {
    private struct State: Sendable {
        var turns: [Result<AppStoreHTTPResponse, AppStoreTransportError>]
        var calls: [AppStoreHTTPRequest] = []
        var timeouts: [Duration] = []
        var now: Int64 = AppStoreStage.opening
    }

    static let address = "https://connect.example"

    private let state: Mutex<State>
    let budget = LocalConnectBudget()
    let privateKey = P256.Signing.PrivateKey()

    init(_ turns: [Result<AppStoreHTTPResponse, AppStoreTransportError>]) {
        self.state = Mutex(State(turns: turns))
    }

    var calls: [AppStoreHTTPRequest] { self.state.withLock { $0.calls } }
    var timeouts: [Duration] { self.state.withLock { $0.timeouts } }
    var now: Int64 { self.state.withLock { $0.now } }
    /// The path and query of each request.
    var targets: [String] { self.calls.map { String($0.url.dropFirst(Self.address.count)) } }

    func advance(milliseconds: Int64) {
        self.state.withLock { $0.now += milliseconds }
    }

    func client(budget: (any ConnectBudget)? = nil, address: String = ConnectStage.address) throws -> ConnectClient {
        ConnectClient(
            key: try AppStoreKey(
                issuerID: AppStoreStage.issuerID,
                keyID: AppStoreStage.keyID,
                pem: self.privateKey.pemRepresentation
            ),
            address: address,
            transport: AppStoreTransport { call, timeout throws(AppStoreTransportError) in
                let turn = self.state.withLock { state -> Result<AppStoreHTTPResponse, AppStoreTransportError> in
                    state.calls.append(call)
                    state.timeouts.append(timeout)
                    return state.turns.isEmpty ? .failure(.unreachable) : state.turns.removeFirst()
                }
                return try turn.get()
            },
            budget: budget ?? self.budget,
            time: AppStoreTime(now: { self.now }, wallNow: { self.now }, sleep: { _ in })
        )
    }

    /// Returns the header and the claims of a request's token.
    static func token(of call: AppStoreHTTPRequest) -> (header: JSONValue, claims: JSONValue)? {
        guard let text = call.headers.first(where: { $0.name == "Authorization" })?.value,
            let token = text.split(separator: " ").last
        else { return nil }
        let parts = token.utf8.split(separator: UInt8(ascii: "."))
        guard parts.count == 3, let header = Base64URL.decode(parts[0]), let claims = Base64URL.decode(parts[1]),
            let header = try? JSONValue(json: header), let claims = try? JSONValue(json: claims)
        else { return nil }
        return (header, claims)
    }

    /// Returns the result of a call for comparison.
    static func outcome<Answer>(_ call: () async throws(ConnectError) -> Answer) async -> Result<Answer, ConnectError> {
        do throws(ConnectError) {
            return .success(try await call())
        } catch {
            return .failure(error)
        }
    }
}

extension Result where Success == AppStoreHTTPResponse, Failure == AppStoreTransportError {
    /// A reply with a text body.
    static func reply(_ status: Int, _ body: String, headers: [(name: String, value: String)] = []) -> Self {
        .success(AppStoreHTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
    }

    /// A reply with one error in JSON, as App Store Connect sends it.
    static func refusal(
        _ status: Int,
        _ code: String,
        _ detail: String,
        headers: [(name: String, value: String)] = []
    ) -> Self {
        let text =
            #"{"errors":[{"id":"1","status":"\#(status)","code":"\#(code)","title":"T.","detail":"\#(detail)"}]}"#
        return .reply(status, text, headers: headers)
    }

    /// A reply with a gzip file of this many bytes and arbitrary contents.
    static func gzip(byteCount: Int = 40) -> Self {
        .success(
            AppStoreHTTPResponse(status: 200, body: [0x1F, 0x8B, 8] + [UInt8](repeating: 7, count: byteCount - 3))
        )
    }
}
