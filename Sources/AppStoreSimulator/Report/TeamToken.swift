import AppStore
import Foundation

/// What a request to the App Store Connect API shows: a JWT signed with a team's key.
///
/// Follows Apple's "Generating Tokens for API Requests": ES256, `aud` `appstoreconnect-v1`, at most 20 minutes, no `bid`.
struct TeamToken {
    private let header: JSONValue
    private let claims: JSONValue
    private let content: [UInt8]
    private let signature: [UInt8]

    /// The longest life Apple grants, in seconds.
    private static let longestLife: Int64 = 1200
    /// How far the clocks of two machines may differ, in seconds.
    private static let skew: Int64 = 60

    /// Reads the value of an `Authorization` header; `nil` when it is none.
    init?(authorization: String) {
        let words = authorization.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        let parts = words[1].utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(parts[0]), let claims = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2]), let headerValue = try? JSONValue(json: header),
            let claimsValue = try? JSONValue(json: claims)
        else { return nil }
        self.header = headerValue
        self.claims = claimsValue
        self.content = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
        self.signature = signature
    }

    /// Checks that the token is this key's, is good at an instant of the wall clock in seconds since 1970, and allows the
    /// request.
    func check(_ key: APIKey, for request: AppleAPIRequest, atSeconds now: Int64) throws(ReportFault) {
        guard self.header["alg"] == .string("ES256"), self.header["kid"] == .string(key.keyId),
            self.header["typ"] == .string("JWT"), self.claims["aud"] == .string("appstoreconnect-v1"),
            self.claims["bid"] == nil, let expiry = self.seconds("exp"), expiry > now - Self.skew,
            let issued = self.seconds("iat"), issued <= now + Self.skew, expiry - issued <= Self.longestLife,
            key.verifies(self.signature, over: self.content)
        else { throw .token }
        // An individual's key names nobody as issuer, and Apple shows it no sales.
        if self.claims["iss"] == nil, self.claims["sub"] == .string("user") { throw .forbidden }
        guard self.claims["iss"] == .string(key.issuerId) else { throw .token }
        guard let scope = self.claims["scope"] else { return }
        guard case .array(let entries) = scope else { throw .token }
        guard entries.contains(where: { Self.allows($0, request) }) else { throw .forbidden }
    }

    /// Whether an entry such as `GET /v1/salesReports?filter[reportType]=SALES` names a request.
    private static func allows(_ entry: JSONValue, _ request: AppleAPIRequest) -> Bool {
        guard case .string(let text) = entry else { return false }
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0] == request.method else { return false }
        let parts = words[1].split(separator: "?", maxSplits: 1)
        guard let path = parts.first, path.split(separator: "/").map(String.init) == request.path else { return false }
        guard parts.count == 2 else { return true }
        return parts[1].split(separator: "&").allSatisfy { pair in
            let sides = pair.split(separator: "=", maxSplits: 1).map { $0.removingPercentEncoding ?? String($0) }
            return sides.count == 2 && request.parameter(sides[0]) == sides[1]
        }
    }

    private func seconds(_ claim: String) -> Int64? {
        guard case .number(let text)? = self.claims[claim] else { return nil }
        return Int64(text)
    }
}
