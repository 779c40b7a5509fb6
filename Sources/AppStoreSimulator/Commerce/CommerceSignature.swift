import AppStore
import Foundation

/// A request that an app's server signs and the app passes to the store: a compact JWS made with the app's key.
///
/// Follows Apple's Generating JWS to Sign App Store Requests: audience `advanced-commerce-api`, and in `request` the
/// standard Base64 of the request's JSON.
struct CommerceSignature {
    /// The audience of signed requests.
    static let audience = "advanced-commerce-api"

    private let token: KeySignedJWS

    /// Parses a signed request; returns `nil` for other text.
    init?(_ text: String) {
        guard let token = KeySignedJWS(text) else { return nil }
        self.token = token
    }

    /// Returns the request's JSON if the app's key has signed it for this app.
    func request(in bundleId: String, key: APIKey) throws(CommerceError) -> [UInt8] {
        let claims = self.token.claims
        guard claims["iss"] == .string(key.issuerId), claims["aud"] == .string(Self.audience),
            claims["bid"] == .string(bundleId), claims["nonce"]?.text?.isEmpty == false,
            claims["iat"]?.integer != nil, self.token.isSigned(by: key)
        else { throw .invalidSignature }
        guard let text = claims["request"]?.text, !text.isEmpty else { throw .nullAdvancedCommerceData }
        guard let bytes = Data(base64Encoded: text) else { throw .malformedPayload }
        return Array(bytes)
    }

    /// Returns the claims that contain a request.
    static func claims(
        _ request: [UInt8],
        bundleId: String,
        key: APIKey,
        nonce: String,
        issuedAtSeconds seconds: Int64
    ) -> [JSONMember] {
        [
            JSONMember(key: "iss", value: .string(key.issuerId)),
            JSONMember(key: "iat", value: .number("\(seconds)")),
            JSONMember(key: "aud", value: .string(Self.audience)),
            JSONMember(key: "bid", value: .string(bundleId)),
            JSONMember(key: "nonce", value: .string(nonce)),
            JSONMember(key: "request", value: .string(Data(request).base64EncodedString())),
        ]
    }
}
