internal import Foundation
internal import PurserService

extension ConfigurationReading {
    private static let connectExample =
        "appStoreConnect: { issuerId: ..., keyId: ..., privateKey: AuthKey.p8, vendorNumber: ..., sku: ... }"

    private static let teamKeyRemedy =
        "Make a team key with the role Finance in App Store Connect (Users and Access, Integrations, App Store Connect "
        + "API) and keep its .p8 file here."

    /// Reads `apps.{app}.appStoreConnect`; returns `nil` also if it is absent.
    mutating func appStoreConnect(
        _ field: DocumentField?,
        trust: Configuration.Trust
    ) -> Configuration.AppStoreConnectCredentials? {
        guard let field,
            let parts = self.validation.map(
                field,
                known: ConfigurationKey.appStoreConnect,
                example: Self.connectExample
            )
        else { return nil }
        let issuerID = self.credential("issuerId", parts, example: "issuerId: 57246542-96fe-1a63-e053-0824d011072a")
        let keyID = self.credential("keyId", parts, example: "keyId: 2X9R4HXF34")
        let privateKey = self.privateKey(parts, trust: trust, remedy: Self.teamKeyRemedy)
        let vendorNumber = self.vendorNumber(parts)
        let sku = self.sku(parts)
        let address = self.connectAddress(parts, trust: trust)
        guard let issuerID, let keyID, let privateKey, let vendorNumber, let sku, let address else { return nil }
        return Configuration.AppStoreConnectCredentials(
            issuerID: issuerID,
            keyID: keyID,
            privateKey: privateKey,
            vendorNumber: vendorNumber,
            sku: sku,
            address: address.isEmpty ? nil : address
        )
    }

    /// Reads the vendor number, which App Store Connect shows beside payments.
    private mutating func vendorNumber(_ parts: DocumentFields) -> String? {
        let example = "vendorNumber: 85012345"
        guard let field = self.validation.required("vendorNumber", in: parts, example: example),
            let value = self.value(field, example: example),
            let text = self.validation.string(value, example: example)
        else { return nil }
        guard (1...20).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            self.validation.refuse(value, expected: "the digits of a vendor number", example: example)
            return nil
        }
        return text
    }

    /// Reads the app's SKU in App Store Connect.
    private mutating func sku(_ parts: DocumentFields) -> String? {
        let example = "sku: SHOP-IOS"
        guard let field = self.validation.required("sku", in: parts, example: example),
            let value = self.value(field, example: example),
            let text = self.validation.string(value, example: example)
        else { return nil }
        let isText = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isText, (1...2000).contains(text.utf8.count), text.first != " ", text.last != " " else {
            self.validation.refuse(value, expected: "the SKU of the app, 1 to 2000 characters", example: example)
            return nil
        }
        return text
    }

    /// Reads the address of App Store Connect; empty for Apple's own address, `nil` after an issue.
    private mutating func connectAddress(_ parts: DocumentFields, trust: Configuration.Trust) -> String? {
        let example = "address: http://127.0.0.1:8090"
        guard let field = parts["address"] else {
            guard case .simulator = trust else { return "" }
            // A server that trusts a simulated store must never send its requests to Apple.
            _ = self.validation.required("address", in: parts, example: example)
            return nil
        }
        guard let value = self.value(field, example: example),
            let text = self.validation.string(value, example: example)
        else { return nil }
        if case .apple = trust {
            self.validation.note(
                value,
                problem: "an address of App Store Connect, while Apple's certificates are trusted",
                remedy: "Remove the key: App Store Connect has one address, and another one would see its reports."
            )
            return nil
        }
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), url.host?.isEmpty == false,
            scheme == "https" || scheme == "http", url.query == nil, url.fragment == nil, url.user == nil
        else {
            self.validation.refuse(value, expected: "an http or https address", example: example)
            return nil
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
