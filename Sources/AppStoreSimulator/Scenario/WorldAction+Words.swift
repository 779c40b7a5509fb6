import AppStore
import Foundation
import Notation

extension WorldAction {
    /// The action on one line: its verb, who and what, and everything else by name.
    var words: String {
        var words = [self.verb.rawValue]
        let bare: [Field] = [.customer, .product, .transaction, .code, .by]
        let members = self.members
        for field in bare {
            if let value = members.first(where: { $0.key == field.rawValue })?.value.text { words.append(value) }
        }
        for member in members where !bare.map(\.rawValue).contains(member.key) {
            let text = member.value.text ?? String(decoding: member.value.json(), as: UTF8.self)
            words.append("\(member.key)=\(text)")
        }
        return words.joined(separator: " ")
    }

    /// The fields that have a value, in the order of ``Field``, as in JSON.
    var members: [JSONMember] {
        guard let bytes = try? JSONText.encoded(self), let value = try? JSONValue(json: bytes) else { return [] }
        return Field.allCases.compactMap { field in
            value[field.rawValue].map { JSONMember(key: field.rawValue, value: $0) }
        }
    }

    /// The fields that are text, and so may refer to earlier steps.
    static let texts: [Field: any WritableKeyPath<WorldAction, String?> & Sendable] = [
        .customer: \.customer, .product: \.product, .transaction: \.transaction, .app: \.app, .offer: \.offer,
        .signature: \.signature, .code: \.code, .token: \.token, .storefront: \.storefront, .plan: \.plan,
        .name: \.name, .reason: \.reason, .text: \.text, .preference: \.preference, .currency: \.currency,
        .consent: \.consent, .scope: \.scope, .by: \.by, .url: \.url, .request: \.request,
    ]
}
