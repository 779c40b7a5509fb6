import AppStore
import Foundation

/// A request of an app's server that the app hands to the store: a compact JWS made with the app's key.
///
/// Follows Apple's Generating JWS to Sign App Store Requests: audience `advanced-commerce-api`, and in `request` the
/// standard Base64 of the request's JSON.
struct CommerceSignature {
    /// The audience of such requests.
    static let audience = "advanced-commerce-api"

    private let header: JSONValue
    private let claims: JSONValue
    private let content: [UInt8]
    private let signature: [UInt8]

    /// Reads one; `nil` when the text is none.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(parts[0]), let claims = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2]), let headerValue = try? JSONValue(json: header),
            let claimsValue = try? JSONValue(json: claims)
        else { return nil }
        self.header = headerValue
        self.claims = claimsValue
        self.content = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
        self.signature = signature
    }

    /// The request's JSON, if the app's own key has signed it for this app.
    func request(in bundleId: String, key: APIKey) throws(CommerceFault) -> [UInt8] {
        guard self.header["alg"] == .string("ES256"), self.header["kid"] == .string(key.keyId),
            self.claims["iss"] == .string(key.issuerId), self.claims["aud"] == .string(Self.audience),
            self.claims["bid"] == .string(bundleId), self.claims["nonce"]?.text?.isEmpty == false,
            self.claims["iat"]?.integer != nil, key.verifies(self.signature, over: self.content)
        else { throw .invalidSignature }
        guard let text = self.claims["request"]?.text, !text.isEmpty else { throw .nullAdvancedCommerceData }
        guard let bytes = Data(base64Encoded: text) else { throw .malformedPayload }
        return Array(bytes)
    }

    /// The claims that carry a request.
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
