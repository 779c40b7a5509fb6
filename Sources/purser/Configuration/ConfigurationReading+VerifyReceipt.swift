internal import Foundation
internal import PurserService

extension ConfigurationReading {
    /// `verifyReceipt` of an app; without it Apple's own addresses, or where a simulated world is trusted, none.
    mutating func verifyReceipt(
        _ field: DocumentField?,
        trust: Configuration.Trust
    ) -> Configuration.VerifyReceiptAddress? {
        let example = "verifyReceipt: http://127.0.0.1:8090"
        guard let field else {
            // Whoever trusts a simulated world must never send its questions to the real store.
            if case .apple = trust { return .apple }
            return nil
        }
        guard let value = self.value(field, example: example),
            let text = self.examination.string(value, example: example)
        else { return nil }
        if text == "none" { return nil }
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), url.host?.isEmpty == false,
            scheme == "https" || scheme == "http", url.query == nil, url.fragment == nil, url.user == nil
        else {
            self.examination.refuse(value, expected: "an http or https address, or none", example: example)
            return nil
        }
        if scheme == "http", case .apple = trust {
            self.examination.note(
                value,
                problem: "an address without TLS, while Apple's certificates are trusted",
                remedy: "Write https, or remove the key to ask Apple's own addresses."
            )
            return nil
        }
        return .below(text.hasSuffix("/") ? String(text.dropLast()) : text)
    }
}
