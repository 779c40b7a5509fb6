/// The bearer token of one request to App Store Connect.
///
/// It names the request in `scope`, so whoever reads it on the way can repeat that request and do nothing else. Apple
/// refuses tokens that live longer than twenty minutes; these live for ten, so that a clock that is a few minutes off
/// does no harm.
enum ConnectToken {
    /// How long a token is good, in seconds.
    static let lifeSeconds: Int64 = 10 * 60

    /// Signs a token.
    ///
    /// - Parameters:
    ///   - key: A team's key: Apple refuses reports to the key of one person.
    ///   - scope: The method, the path and the query that it is for.
    ///   - now: The wall clock, in milliseconds since 1970.
    /// - Returns: A compact JWS.
    /// - Throws: ``ConnectError/signingFailed``.
    static func text(of key: AppStoreKey, for scope: String, atMilliseconds now: Int64) throws(ConnectError) -> String {
        let seconds = now / 1000
        let claims = [
            JSONMember(key: "iss", value: .string(key.issuerID)),
            JSONMember(key: "iat", value: .number(String(seconds))),
            JSONMember(key: "exp", value: .number(String(seconds + Self.lifeSeconds))),
            JSONMember(key: "aud", value: .string("appstoreconnect-v1")),
            JSONMember(key: "scope", value: .array([.string(scope)])),
        ]
        do throws(AppStoreError) {
            return try key.sign(claims)
        } catch {
            throw .signingFailed
        }
    }
}
