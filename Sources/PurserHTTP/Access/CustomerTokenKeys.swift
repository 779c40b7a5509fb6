import AppStore
package import Ledger

/// The keys with which a shop signs who its customers are, for one app, and the reading of such a token.
///
/// A token is a JWS in compact form (RFC 7515): `sub` is the customer, `aud` the app's name, `exp` at most a day ahead.
package struct CustomerTokenKeys: Sendable {
    /// The longest token in bytes.
    package static let maximumLength = 4096
    /// The longest time that a token may have left.
    package static let maximumLife = Span.seconds(24 * 3600)
    /// How far clocks may be apart, where a token begins or ends a day ahead.
    private static let leeway = Span.seconds(60)

    /// The keys, at least one.
    package let keys: [CustomerTokenKey]

    /// A reading with these keys.
    package init(_ keys: [CustomerTokenKey]) {
        self.keys = keys
    }

    /// The usable keys of a JWK set; `nil` when the text is no such set.
    package static func keys(jwks: [UInt8]) throws(CustomerTokenKey.Flaw) -> [CustomerTokenKey]? {
        guard let set = try? JSONValue(json: jwks), case .array(let entries) = set["keys"] else { return nil }
        var keys: [CustomerTokenKey] = []
        for entry in entries {
            if let key = try CustomerTokenKey(jwk: entry) { keys.append(key) }
        }
        return keys
    }

    /// Whether a JWK set holds a secret: a symmetric key, or the private part of another, used here or not.
    package static func holdsSecret(jwks: [UInt8]) -> Bool {
        guard let set = try? JSONValue(json: jwks), case .array(let entries) = set["keys"] else { return false }
        return entries.contains { entry in CustomerTokenKey.secretMembers.contains { entry[$0] != nil } }
    }

    /// Whom a token names and what it says of the customer, at an instant of real time.
    package func claims(
        of token: [UInt8],
        app: AppName,
        at now: Instant
    ) throws(CustomerTokenError) -> CustomerClaims {
        let claims = try self.payload(of: token)
        guard let end = claims.instant("exp") else { throw .expiryMissing }
        guard end > now else { throw .expired }
        guard end <= now + Self.maximumLife + Self.leeway else { throw .tooLong }
        if claims["nbf"] != nil {
            guard let start = claims.instant("nbf"), start <= now + Self.leeway else { throw .notYetValid }
        }
        let audience: [JSONValue] =
            switch claims["aud"] {
            case .array(let values): values
            case .some(let value): [value]
            case nil: []
            }
        guard audience.contains(.string(app.rawValue)) else { throw .wrongApp }
        guard case .string(let subject) = claims["sub"], let customer = CustomerID(subject), !customer.isReserved
        else { throw .wrongSubject }
        return CustomerClaims(customer: customer, claims: claims)
    }

    private func payload(of token: [UInt8]) throws(CustomerTokenError) -> JSONValue {
        guard token.count <= Self.maximumLength else { throw .malformed }
        let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let headerBytes = Base64URL.decode(parts[0]),
            let payloadBytes = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]),
            let header = try? JSONValue(json: headerBytes), case .object = header,
            // What must be understood and is not is a refusal (RFC 7515, section 4.1.11).
            header["crit"] == nil, case .string(let algorithm) = header["alg"]
        else { throw .malformed }
        let able = self.keys.filter { $0.algorithm.hasSameBytes(as: algorithm) }
        guard !able.isEmpty else { throw .wrongAlgorithm }
        var candidates = able
        if case .string(let id) = header["kid"] {
            // A key that has an id answers to no other.
            candidates = able.filter { $0.id == nil || $0.id.hasSameBytes(as: id) }
        }
        let signed = Array(token.prefix(parts[0].count + 1 + parts[1].count))
        guard candidates.contains(where: { $0.isValid(signature, over: signed) }) else { throw .wrongSignature }
        guard let claims = try? JSONValue(json: payloadBytes), case .object = claims else { throw .malformed }
        return claims
    }
}

extension JSONValue {
    /// A claim that is an instant: seconds since 1970, perhaps with a fraction (RFC 7519, section 2).
    fileprivate func instant(_ name: String) -> Instant? {
        guard case .number(let text) = self[name], let seconds = Double(text), (0...1e11).contains(seconds) else {
            return nil
        }
        return Instant(milliseconds: Int64(seconds * 1000))
    }
}
