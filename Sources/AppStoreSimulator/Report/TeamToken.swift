import AppStore
import Foundation

/// The bearer token of an App Store Connect API request: a JWT signed with a team's key.
///
/// Follows Apple's "Generating Tokens for API Requests": ES256, `aud` `appstoreconnect-v1`, at most 20 minutes, no
/// `bid`.
struct TeamToken {
    private let token: KeySignedJWS

    /// The maximum lifetime, in seconds.
    private static let longestLife: Int64 = 1200
    /// The tolerated difference between the clocks of two machines, in seconds.
    private static let skew: Int64 = 60

    /// Parses the value of an `Authorization` header; returns `nil` for other text.
    init?(authorization: String) {
        guard let token = KeySignedJWS(authorization: authorization) else { return nil }
        self.token = token
    }

    /// Checks that the token is signed by this key, is valid at an instant of the wall clock in seconds since 1970, and
    /// allows the request.
    func check(_ key: APIKey, for request: AppleAPIRequest, atSeconds now: Int64) throws(ConnectAPIError) {
        // The claims are read only after the signature is verified.
        guard self.token.isSigned(by: key) else { throw .token }
        let claims = self.token.claims
        guard self.token.header["typ"] == .string("JWT"), claims["aud"] == .string("appstoreconnect-v1"),
            claims["bid"] == nil, let expiry = self.token.seconds("exp"), expiry > now - Self.skew,
            let issued = self.token.seconds("iat"), issued <= now + Self.skew, expiry - issued <= Self.longestLife
        else { throw .token }
        // A token of an individual key has no issuer; Apple refuses sales reports to it.
        if claims["iss"] == nil, claims["sub"] == .string("user") { throw .forbidden }
        guard claims["iss"] == .string(key.issuerId) else { throw .token }
        guard let scope = claims["scope"] else { return }
        guard case .array(let entries) = scope else { throw .token }
        guard entries.contains(where: { Self.allows($0, request) }) else { throw .forbidden }
    }

    /// Returns whether an entry such as `GET /v1/salesReports?filter[reportType]=SALES` matches a request.
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
}
