public import AppStore
import Foundation
import Notation

/// One thing that happens in a scenario, with everything that must and may be told of it.
public struct ScenarioStep: Hashable, Sendable {
    /// What is done.
    public enum Action: Hashable, Sendable {
        /// Something in the world; its text may refer to earlier steps.
        case action(WorldAction)
        /// A request to Apple's server interfaces, as the app's server makes it.
        case call(ScenarioCall)
    }

    /// What its author has to say about it, for people who read the file.
    public var note: String?
    /// Its name, unique in the scenario, by which later steps refer to it.
    public var name: String
    /// What is done.
    public var action: Action
    /// The notifications it must cause; there may be no others.
    public var expected: [ScenarioExpectation] = []
    /// The error code by which it must be refused, with Apple's code behind a colon where there is one:
    /// `extension_refused:4030005`.
    public var failure: String?
    /// What must be so afterwards.
    public var assertions: [ScenarioAssertion] = []
    /// What the app's server answers to each delivery in this step, the last again and again; it takes everything when
    /// this is absent.
    public var receiver: [WorldDelivery.Outcome]?
    /// What must reach the app's server in this step, where that is not just what the step caused.
    public var received: [ScenarioExpectation]?
    /// The code with which everything that arrives in this step must be refused.
    public var rejection: String?

    /// A step that must cause nothing.
    public init(_ action: Action, name: String = "") {
        self.action = action
        self.name = name
    }
}

extension ScenarioStep.Action {
    /// The word for it, after which steps are named.
    var word: String {
        switch self {
        case .action(let action): action.verb.rawValue
        case .call: "call"
        }
    }
}

extension ScenarioStep {
    /// What is done, on one line: `buy anna pro.monthly offer=promo`.
    public var words: String {
        switch self.action {
        case .action(let action): action.words
        case .call(let call): "call \(call.method) \(call.path)"
        }
    }
}

/// A request to Apple's server interfaces in a scenario, and the status it must be answered with.
///
/// The bearer token is made from the app's own key. Parts of the path and texts in the body may refer to earlier steps.
public struct ScenarioCall: Hashable, Sendable {
    /// The method, in capitals.
    public var method: String
    /// The path, from its first slash on.
    public var path: String
    /// The body, or `nil` for none.
    public var body: JSONValue?
    /// The HTTP status that must come back.
    public var status: Int

    /// A request.
    public init(_ method: String, _ path: String, body: JSONValue? = nil, status: Int = 200) {
        self.method = method
        self.path = path
        self.body = body
        self.status = status
    }
}

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
