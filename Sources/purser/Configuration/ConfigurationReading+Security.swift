internal import Foundation
internal import PurserHTTP
internal import PurserService

extension ConfigurationReading {
    /// Reads `server.tls`; returns `nil` also if it is absent.
    mutating func tls(_ field: DocumentField?) -> Configuration.CertificateFiles? {
        let example = "tls: { certificate: server.pem, key: server.key }"
        guard let field, let parts = self.validation.map(field, known: ConfigurationKey.tls, example: example),
            let certificate = self.path("certificate", parts, example: "certificate: server.pem"),
            let key = self.path("key", parts, example: "key: server.key")
        else { return nil }
        let files = Configuration.CertificateFiles(
            certificate: self.resolve(certificate),
            key: self.resolveKey(key)
        )
        do {
            _ = try ServerCertificate(certificatePath: files.certificate, keyPath: files.key)
        } catch {
            let remedy =
                if case .keyOpenToOthers(let path) = error {
                    "Run: chmod 600 \(ShellArgument(path))"
                } else {
                    "Both are PEM files: the certificates with the server's own first, and its key without a password."
                }
            self.validation.note(field, problem: "\(error)", remedy: remedy)
        }
        return files
    }

    /// Reads a required path.
    private mutating func path(_ key: String, _ parts: DocumentFields, example: String) -> String? {
        guard let field = self.validation.required(key, in: parts, example: example),
            let path = self.validation.string(field, example: example)
        else { return nil }
        self.record(field.keyPath, path, origin: self.describe(field.node.origin))
        return path
    }

    /// Reads `server.trustedProxies` and `server.forwardedHeader`.
    mutating func proxies(_ server: DocumentFields?) -> TrustedProxies {
        let example = "trustedProxies: [10.0.0.0/8]"
        var ranges: [AddressRange] = []
        if let field = server?["trustedProxies"] {
            var texts: [String] = []
            for element in self.validation.oneOrMore(field) {
                guard let text = self.validation.string(element, example: example) else { continue }
                guard let range = AddressRange(text) else {
                    self.validation.refuse(
                        element,
                        expected: "an address, or a range whose bits beyond the prefix are zero",
                        example: example
                    )
                    continue
                }
                ranges.append(range)
                texts.append(text)
            }
            self.record(field.keyPath, texts.joined(separator: ", "), origin: self.describe(field.node.origin))
        }
        var header = TrustedProxies.Header.forwardedFor
        if let field = server?["forwardedHeader"] {
            let known = TrustedProxies.Header.allCases.map(\.rawValue)
            let word = self.validation.word(field, among: known, example: "forwardedHeader: X-Forwarded-For")
            if let word, let named = TrustedProxies.Header(rawValue: word) {
                header = named
                self.record(field.keyPath, word, origin: self.describe(field.node.origin))
            }
            if ranges.isEmpty {
                self.validation.note(
                    field,
                    problem: "names a header of proxies, and no proxy is trusted",
                    remedy: "Remove it, or write for example: \(example)"
                )
            }
        } else if !ranges.isEmpty {
            self.recordDefault("server.forwardedHeader", header.rawValue)
        }
        return TrustedProxies(ranges: ranges, header: header)
    }

    /// Reads `server.rateLimits`.
    mutating func limits(_ field: DocumentField?) -> RateLimits {
        var limits = RateLimits()
        guard let field,
            let parts = self.validation.map(
                field,
                known: ConfigurationKey.rateLimits,
                example: "rateLimits: { perAddress: 500 }"
            )
        else { return limits }
        limits.key = self.rate("perKey", parts, standard: limits.key)
        limits.address = self.rate("perAddress", parts, standard: limits.address)
        limits.apple = self.rate("apple", parts, standard: limits.apple)
        limits.minting = self.rate("anonymousCustomers", parts, standard: limits.minting)
        return limits
    }

    /// Reads a rate: requests per second, with a burst in the same proportion as in the default.
    private mutating func rate(_ key: String, _ parts: DocumentFields, standard: RateLimit) -> RateLimit {
        let example = "\(key): \(standard.perSecond)"
        guard let field = parts[key], let value = self.value(field, example: example),
            let perSecond = self.validation.integer(value, in: 1...1_000_000, example: example)
        else { return standard }
        return RateLimit(perSecond: Int(perSecond), burst: Int(perSecond) * (standard.burst / standard.perSecond))
    }

    /// Reads `server.connectionsPerAddress`.
    mutating func connectionsPerAddress(_ field: DocumentField?) -> Int {
        let example = "connectionsPerAddress: \(ConnectionCounts.standard)"
        guard let field, let value = self.value(field, example: example),
            let count = self.validation.integer(value, in: 1...1_000_000, example: example)
        else { return ConnectionCounts.standard }
        return Int(count)
    }

    /// Reads `apps.{app}.customerTokens`; returns `nil` also if it is absent.
    mutating func customerTokens(_ field: DocumentField?) -> CustomerTokenKeys? {
        let example = "customerTokens: { publicKeys: customer-tokens.pem }"
        guard let field,
            let parts = self.validation.map(field, known: ConfigurationKey.customerTokens, example: example)
        else { return nil }
        let keys = self.publicKeys(parts["publicKeys"]) + self.tokenSecret(parts["secret"]) + self.keySet(parts["jwks"])
        if parts.all.isEmpty {
            self.validation.note(field, problem: "names no key", remedy: "Write for example: \(example)")
        }
        return keys.isEmpty ? nil : CustomerTokenKeys(keys)
    }

    private mutating func publicKeys(_ field: DocumentField?) -> [CustomerTokenKey] {
        let example = "publicKeys: customer-tokens.pem"
        guard let field else { return [] }
        var keys: [CustomerTokenKey] = []
        for element in self.validation.oneOrMore(field) {
            guard let path = self.validation.string(element, example: example),
                let file = self.file(path, named: element)
            else { continue }
            self.record(element.keyPath, path, origin: self.describe(element.node.origin))
            do {
                keys.append(try CustomerTokenKey(pem: String(decoding: file.bytes, as: UTF8.self)))
            } catch {
                self.validation.note(
                    element,
                    problem: "the file \"\(self.resolve(path))\" is no public key for ES256 or RS256",
                    remedy: "Export one: openssl pkey -in private.pem -pubout -out customer-tokens.pem"
                )
            }
        }
        return keys
    }

    private mutating func tokenSecret(_ field: DocumentField?) -> [CustomerTokenKey] {
        let example = "secret: { file: customer-tokens.key }"
        guard let field, let value = self.value(field, isSecret: true, example: example) else { return [] }
        // No message may contain the value itself, so the usual checks are not used.
        guard case .scalar(let text, _) = value.node.content,
            let key = try? CustomerTokenKey(secret: Array(text.utf8))
        else {
            self.validation.note(
                field,
                problem: "is no secret of \(CustomerTokenKey.minimumSecret) bytes or more",
                remedy: "Make one: openssl rand -base64 48"
            )
            return []
        }
        return [key]
    }

    private mutating func keySet(_ field: DocumentField?) -> [CustomerTokenKey] {
        let example = "jwks: customer-tokens.jwks"
        guard let field, let path = self.validation.string(field, example: example),
            let file = self.file(path, named: field)
        else { return [] }
        self.record(field.keyPath, path, origin: self.describe(field.node.origin))
        if file.isOpenToOthers, CustomerTokenKeys.holdsSecret(jwks: file.bytes) {
            let resolved = self.resolve(path)
            self.validation.note(
                field,
                problem: "the file \"\(resolved)\" holds a secret key and is open to others than its owner",
                remedy: "Run: chmod 600 \(ShellArgument(resolved)). If only public keys are meant, take the others out."
            )
            return []
        }
        if let keys = try? CustomerTokenKeys.keys(jwks: file.bytes), !keys.isEmpty { return keys }
        self.validation.note(
            field,
            problem: "the file \"\(self.resolve(path))\" is no JWK set with keys for ES256, RS256 or HS256",
            remedy: "Save what your identity provider publishes as its jwks.json."
        )
        return []
    }
}
