/// Why a customer's token is not believed.
package enum CustomerTokenError: String, Error, Hashable, Sendable, CaseIterable {
    /// It has no form of a token.
    case malformed = "customer_token_malformed"
    /// The app has no keys for tokens that its backend signs.
    case notConfigured = "customer_token_not_configured"
    /// Its algorithm is none of the configured keys'.
    case wrongAlgorithm = "customer_token_wrong_algorithm"
    /// It has the wrong signature, or that of another key.
    case wrongSignature = "customer_token_wrong_signature"
    /// It has no `exp`.
    case expiryMissing = "customer_token_expiry_missing"
    /// It is over.
    case expired = "customer_token_expired"
    /// It is longer than a day.
    case tooLong = "customer_token_too_long"
    /// It has not begun (`nbf`).
    case notYetValid = "customer_token_not_yet_valid"
    /// It is for another app.
    case wrongApp = "customer_token_wrong_app"
    /// It names nobody, or nobody that a shop may name.
    case wrongSubject = "customer_token_wrong_subject"
    /// It has the form of one that was made here, and was not, or counts no longer: its customer became one with another.
    case unknown = "customer_token_unknown"

    /// The stable code.
    package var code: String { self.rawValue }

    /// One sentence that says what is wrong and what to do.
    package var detail: String {
        switch self {
        case .malformed:
            "This is no token: send a JWS in compact form that your backend signed, or a token from "
                + "POST /v1/customers/anonymous."
        case .notConfigured: "No keys for customers' tokens are configured for this app: apps.<app>.customerTokens."
        case .wrongAlgorithm: "The token's alg is not that of a configured key. Sign with ES256, RS256 or HS256."
        case .wrongSignature: "The token's signature is wrong, or of a key that is not configured."
        case .expiryMissing: "The token has no exp. Sign one that ends at most 24 hours from now."
        case .expired: "The token is over. Get a new one from your backend."
        case .tooLong: "The token ends more than 24 hours from now. Sign shorter ones."
        case .notYetValid: "The token's nbf has not come. Compare the clocks."
        case .wrongApp: "The token's aud is not this app's name. Sign one for this app."
        case .wrongSubject:
            "The token's sub is no customer: 1 to 255 bytes without control characters, and no name that the server gives."
        case .unknown:
            "This token was not made here, or counts no longer. Whoever has an account sends a token that your backend "
                + "signs; for somebody else make another: POST /v1/customers/anonymous"
        }
    }
}
