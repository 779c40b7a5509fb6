internal import PurserService

extension ConfigurationReading {
    /// Reads `webhooks.allow`.
    mutating func webhookAllow(_ field: DocumentField?) -> [AllowedAddress] {
        guard let field,
            let parts = self.validation.map(
                field,
                known: ConfigurationKey.webhooks,
                example: "webhooks: { allow: [10.0.0.0/8:9000] }"
            ),
            let list = parts["allow"]
        else { return [] }
        return self.allowedAddresses(list)
    }

    /// Reads a list of private addresses that the server may call.
    mutating func allowedAddresses(_ list: DocumentField) -> [AllowedAddress] {
        let example = "allow: [10.0.0.0/8:9000]"
        var allowed: [AllowedAddress] = []
        for element in self.validation.oneOrMore(list) {
            guard let text = self.validation.string(element, example: example) else { continue }
            guard let address = AllowedAddress(text) else {
                self.validation.refuse(
                    element,
                    expected: "an address or a range whose bits beyond the prefix are zero, and perhaps a port, "
                        + "IPv6 then in brackets",
                    example: example
                )
                continue
            }
            if allowed.contains(address) {
                self.validation.note(element, problem: "\"\(text)\" is listed twice", remedy: "Keep one of the two.")
                continue
            }
            allowed.append(address)
        }
        let texts = allowed.map(\.description)
        self.record(list.keyPath, texts.joined(separator: ", "), origin: self.describe(list.node.origin))
        return allowed
    }
}
