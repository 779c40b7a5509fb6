import AppStore
package import Ledger
import PurserService

/// Whom the tokens of apps in the field stand for: those that a shop signs, and those that were made here.
struct CustomerTokens: Sendable {
    /// The keys with which shops sign, by app.
    let keys: [AppName: CustomerTokenKeys]
    /// Knows the tokens that were made here.
    let repository: any Repository
    /// Real time.
    let now: @Sendable () -> Instant

    /// The customer whom a token stands for, and what the shop says in it.
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

/// Whom a customer's token names, and what the shop says of the customer in it.
package struct CustomerClaims: Hashable, Sendable {
    /// The customer.
    package let customer: CustomerID
    /// The customer's age band in the shop's own words, from the claim `ageBand`.
    package let ageBand: String?
    /// The storefront that the customer is in, from the claim `storefront`.
    package let storefront: String?

    /// The claims of a token that says nothing else.
    init(customer: CustomerID) {
        self.customer = customer
        self.ageBand = nil
        self.storefront = nil
    }

    /// The claims of a token for a customer; one that is not as it should be says nothing.
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
    /// It has the form of one that was made here, and was not, or counts no longer: its customer became one with
    /// another.
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
