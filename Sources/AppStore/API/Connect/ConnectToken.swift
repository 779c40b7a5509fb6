/// The bearer token of one request to App Store Connect.
///
/// The token names the request in `scope`, so that an attacker who intercepts it can only repeat that request. Apple
/// refuses tokens with a lifetime of more than twenty minutes; these are valid for ten, so that a clock that is a few
/// minutes off does not matter.
enum ConnectToken {
    /// The lifetime of a token, in seconds.
    static let lifeSeconds: Int64 = 10 * 60

    /// Returns a signed token.
    ///
    /// - Parameters:
    ///   - key: A team key; Apple refuses reports to individual keys.
    ///   - scope: The method, path, and query of the request.
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
