import AppStore
package import Ledger
import PurserService

/// The verifier of customer tokens: those that a shop signs, and those that this server created.
struct CustomerTokens: Sendable {
    /// The keys with which shops sign, by app.
    let keys: [AppName: CustomerTokenKeys]
    /// The repository of the tokens that this server created.
    let repository: any Repository
    /// Returns the real time.
    let now: @Sendable () -> Instant

    /// Returns the customer and the claims of a token.
    func claims(of token: String, in app: AppName) async throws -> CustomerClaims {
        let bytes = Array(token.utf8)
        if bytes.starts(with: AccessKeyFormat.customer.rawValue.utf8) {
            guard AccessKeyFormat(of: bytes) == .customer,
                let customer = try await self.repository.customer(
                    ofToken: ContentDigest(of: bytes),
                    app: app,
                    usedAt: self.now()
                ),
                !customer.isErased
            else { throw Problem.customerToken(.unknown) }
            return CustomerClaims(customer: customer)
        }
        guard let keys = self.keys[app] else { throw Problem.customerToken(.notConfigured) }
        do {
            return try keys.claims(of: bytes, app: app, at: self.now())
        } catch {
            throw Problem.customerToken(error)
        }
    }
}

/// The customer of a customer token, and the shop's claims in it.
package struct CustomerClaims: Hashable, Sendable {
    /// The customer.
    package let customer: CustomerID
    /// The customer's age band, from the claim `ageBand`; the shop defines its values.
    package let ageBand: String?
    /// The customer's storefront, from the claim `storefront`.
    package let storefront: String?

    /// Creates the claims of a token with a customer only.
    init(customer: CustomerID) {
        self.customer = customer
        self.ageBand = nil
        self.storefront = nil
    }

    /// Creates the claims of a token for a customer; invalid claims are ignored.
    init(customer: CustomerID, claims: JSONValue) {
        self.customer = customer
        self.ageBand = Self.text(claims["ageBand"]) { text in
            (1...OrderDraft.maximumAgeBandBytes).contains(text.utf8.count)
                && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        self.storefront = Self.text(claims["storefront"]) { text in
            text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        }
    }

    private static func text(_ claim: JSONValue?, where isSound: (String) -> Bool) -> String? {
        guard case .string(let text)? = claim, isSound(text) else { return nil }
        return text
    }
}

/// An error of verifying a customer token.
package enum CustomerTokenError: String, Error, Hashable, Sendable, CaseIterable {
    /// It is not in the form of a token.
    case malformed = "customer_token_malformed"
    /// The app has no keys for tokens that its backend signs.
    case notConfigured = "customer_token_not_configured"
    /// None of the configured keys has its algorithm.
    case wrongAlgorithm = "customer_token_wrong_algorithm"
    /// Its signature is wrong, or belongs to another key.
    case wrongSignature = "customer_token_wrong_signature"
    /// It has no `exp`.
    case expiryMissing = "customer_token_expiry_missing"
    /// It has expired.
    case expired = "customer_token_expired"
    /// Its lifetime is longer than a day.
    case tooLong = "customer_token_too_long"
    /// It is not valid yet (`nbf`).
    case notYetValid = "customer_token_not_yet_valid"
    /// It is for another app.
    case wrongApp = "customer_token_wrong_app"
    /// It has no customer, or one that a shop may not use.
    case wrongSubject = "customer_token_wrong_subject"
    /// It has the form of a token from this server, but is unknown or no longer valid: its customer was merged into
    /// another.
    case unknown = "customer_token_unknown"

    /// The stable code.
    package var code: String { self.rawValue }

    /// A sentence with the problem and the remedy.
    package var detail: String {
        switch self {
        case .malformed:
            "This is not a token: send a JWS in compact form that your backend signed, or a token from POST "
                + "/v1/customers/anonymous."
        case .notConfigured: "No keys for customer tokens are configured for this app: apps.<app>.customerTokens."
        case .wrongAlgorithm: "No configured key has the token's alg. Sign with ES256, RS256 or HS256."
        case .wrongSignature: "The token's signature is wrong, or belongs to a key that is not configured."
        case .expiryMissing: "The token has no exp. Sign one that ends at most 24 hours from now."
        case .expired: "The token has expired. Get a new one from your backend."
        case .tooLong: "The token ends more than 24 hours from now. Sign tokens with a shorter lifetime."
        case .notYetValid: "The token is not valid yet (nbf). Compare the clocks."
        case .wrongApp: "The token's aud is not this app's name. Sign one for this app."
        case .wrongSubject:
            "The token's sub is not a valid customer: use 1 to 255 bytes without control characters, and no name that "
                + "the server assigns."
        case .unknown:
            "This server did not create this token, or the token is no longer valid. If the customer has an account, "
                + "send a token that your backend signs; otherwise create another token: POST /v1/customers/anonymous"
        }
    }
}
