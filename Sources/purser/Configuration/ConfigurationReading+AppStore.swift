internal import Crypto
internal import Foundation
internal import Ledger
internal import PurserService

extension ConfigurationReading {
    private static let example = "appStore: { issuerId: ..., keyId: ..., privateKey: AuthKey.p8 }"

    /// Reads `apps.{app}.appStore`; returns `nil` also if it is absent.
    mutating func appStore(
        _ field: DocumentField?,
        environments: Set<StoreEnvironment>,
        trust: Configuration.Trust
    ) -> Configuration.AppStoreCredentials? {
        guard let field,
            let parts = self.validation.map(field, known: ConfigurationKey.appStore, example: Self.example)
        else { return nil }
        let issuerID = self.credential("issuerId", parts, example: "issuerId: 57246542-96fe-1a63-e053-0824d011072a")
        let keyID = self.credential("keyId", parts, example: "keyId: 2X9R4HXF34")
        let privateKey = self.privateKey(parts, trust: trust, remedy: Self.downloadRemedy)
        let production = self.addresses("production", parts, isNeeded: environments.contains(.production), trust: trust)
        let sandbox = self.addresses("sandbox", parts, isNeeded: environments.contains(.sandbox), trust: trust)
        guard let issuerID, let keyID, let privateKey, let production, let sandbox else { return nil }
        return Configuration.AppStoreCredentials(
            issuerID: issuerID,
            keyID: keyID,
            privateKey: privateKey,
            production: production,
            sandbox: sandbox
        )
    }

    /// Reads an id that App Store Connect shows beside a key.
    mutating func credential(_ key: String, _ parts: DocumentFields, example: String) -> String? {
        guard let field = self.validation.required(key, in: parts, example: example),
            let value = self.value(field, example: example),
            let text = self.validation.string(value, example: example)
        else { return nil }
        let isID =
            text.utf8.count <= 64
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
        guard isID else {
            self.validation.refuse(value, expected: "letters, digits and hyphens", example: example)
            return nil
        }
        return text
    }

    /// Reads the key file from App Store Connect; `remedy` says how to create one.
    mutating func privateKey(_ parts: DocumentFields, trust: Configuration.Trust, remedy: String) -> Secret? {
        let example = "privateKey: AuthKey.p8"
        guard let field = self.validation.required("privateKey", in: parts, example: example),
            let written = self.validation.string(field, example: example)
        else { return nil }
        let path = self.resolveKey(written)
        self.record(field.keyPath, written, origin: self.describe(field.node.origin))
        let remedy =
            if case .simulator = trust {
                "The simulator writes it when it starts, into the folder of its root certificate."
            } else {
                remedy
            }
        guard let file = self.keyFile(path, named: field, remedy: remedy) else { return nil }
        if file.isOpenToOthers {
            self.validation.note(
                field,
                problem: "the file \"\(path)\" is open to others than its owner",
                remedy: "Run: chmod 600 \(ShellArgument(path))"
            )
            return nil
        }
        guard let pem = String(validating: file.bytes, as: UTF8.self),
            (try? P256.Signing.PrivateKey(pemRepresentation: pem)) != nil
        else {
            self.validation.note(
                field,
                problem: "the file \"\(path)\" is not a private key of App Store Connect",
                remedy: remedy
            )
            return nil
        }
        return Secret(pem)
    }

    private mutating func keyFile(_ path: String, named field: DocumentField, remedy: String) -> BoundedFile? {
        do {
            return try BoundedFile(path: path, limitBytes: Configuration.valueSizeLimitBytes)
        } catch {
            self.validation.note(field, problem: "the file \"\(path)\" \(error.rawValue)", remedy: remedy)
            return nil
        }
    }

    private static let downloadRemedy =
        "Create an In-App Purchase key in App Store Connect (Users and Access, Integrations) and store its .p8 file "
        + "here."

    /// Reads the addresses of an environment; empty for Apple's own hosts, `nil` after an issue.
    private mutating func addresses(
        _ key: String,
        _ parts: DocumentFields,
        isNeeded: Bool,
        trust: Configuration.Trust
    ) -> [String]? {
        let example = "\(key): http://127.0.0.1:8090"
        guard let field = parts[key] else {
            guard isNeeded, case .simulator = trust else { return [] }
            // A server that trusts a simulated store must never send its requests to Apple.
            _ = self.validation.required(key, in: parts, example: example)
            return nil
        }
        var addresses: [String] = []
        for element in self.validation.oneOrMore(field) {
            guard let text = self.validation.string(element, example: example) else { return nil }
            guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), url.host?.isEmpty == false,
                scheme == "https" || scheme == "http", url.query == nil, url.fragment == nil, url.user == nil
            else {
                self.validation.refuse(element, expected: "an http or https address", example: example)
                return nil
            }
            if scheme == "http", case .apple = trust {
                self.validation.note(
                    element,
                    problem: "an address without TLS, while Apple's certificates are trusted",
                    remedy: "Use https, or remove the key to use Apple's own hosts."
                )
                return nil
            }
            addresses.append(text.hasSuffix("/") ? String(text.dropLast()) : text)
        }
        self.record(field.keyPath, addresses.joined(separator: ", "), origin: self.describe(field.node.origin))
        return addresses
    }
}

extension ConfigurationReading {
    /// Reads `verifyReceipt` of an app; by default Apple's own addresses, or none with a simulated store.
    mutating func verifyReceipt(
        _ field: DocumentField?,
        trust: Configuration.Trust
    ) -> Configuration.VerifyReceiptAddress? {
        let example = "verifyReceipt: http://127.0.0.1:8090"
        guard let field else {
            // A server that trusts a simulated store must never send its requests to Apple.
            if case .apple = trust { return .apple }
            return nil
        }
        guard let value = self.value(field, example: example),
            let text = self.validation.string(value, example: example)
        else { return nil }
        if text == "none" { return nil }
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), url.host?.isEmpty == false,
            scheme == "https" || scheme == "http", url.query == nil, url.fragment == nil, url.user == nil
        else {
            self.validation.refuse(value, expected: "an http or https address, or none", example: example)
            return nil
        }
        if scheme == "http", case .apple = trust {
            self.validation.note(
                value,
                problem: "an address without TLS, while Apple's certificates are trusted",
                remedy: "Use https, or remove the key to use Apple's own addresses."
            )
            return nil
        }
        return .below(text.hasSuffix("/") ? String(text.dropLast()) : text)
    }
}

extension ConfigurationReading {
    /// The maximum number of secrets of one app: the current one and its successor.
    private static var maximumSharedSecrets: Int { 2 }

    /// Reads `sharedSecret` of an app: one secret, or a list of two, of which the first is sent to Apple.
    mutating func sharedSecrets(_ field: DocumentField?) -> [Secret] {
        guard let field else { return [] }
        let example = "sharedSecret: { file: shared-secret.txt }"
        let elements = self.validation.oneOrMore(field)
        guard (1...Self.maximumSharedSecrets).contains(elements.count) else {
            self.validation.note(
                field,
                problem: "has \(elements.count) secrets, and may have one or two",
                remedy: "Use one or, during a rotation, a list of both."
            )
            return []
        }
        return elements.compactMap { self.sharedSecret($0, example: example) }
    }

    private mutating func sharedSecret(_ field: DocumentField, example: String) -> Secret? {
        guard let value = self.value(field, isSecret: true, example: example) else { return nil }
        // No message may contain the value itself, so the usual checks are not used.
        guard case .scalar(let text, _) = value.node.content, (1...256).contains(text.utf8.count) else {
            self.validation.note(
                field,
                problem: "must be a text of 1 to 256 bytes",
                remedy: "App Store Connect shows it, under App Information. Write for example: \(example)"
            )
            return nil
        }
        return Secret(text)
    }
}
