import AppStore
package import Ledger
import PurserService

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
