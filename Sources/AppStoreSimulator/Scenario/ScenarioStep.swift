public import AppStore
import Foundation
import Notation

/// One step of a scenario, with its required and allowed notifications.
public struct ScenarioStep: Hashable, Sendable {
    /// The action or call.
    public enum Action: Hashable, Sendable {
        /// An action in the world; its texts may refer to earlier steps.
        case action(WorldAction)
        /// A request to Apple's server interfaces, sent as the app's server would.
        case call(ScenarioCall)
    }

    /// The author's note, for readers of the file.
    public var note: String?
    /// The name, unique in the scenario, by which later steps refer to the step.
    public var name: String
    /// The action or call.
    public var action: Action
    /// The notifications that the step must cause; others are failures.
    public var expected: [ScenarioExpectation] = []
    /// The error code with which the action must be refused, followed by a colon and Apple's code where there is one:
    /// `extension_refused:4030005`.
    public var failure: String?
    /// The assertions after the step.
    public var assertions: [ScenarioAssertion] = []
    /// The responses of the app's server to each delivery in this step, the last one repeated; it accepts all when this
    /// is `nil`.
    public var receiver: [WorldDelivery.Outcome]?
    /// The notifications that must reach the app's server in this step, where they differ from those that the step
    /// causes.
    public var received: [ScenarioExpectation]?
    /// The error code with which the receiver must refuse everything that arrives in this step.
    public var rejection: String?

    /// Creates a step that must cause no notifications.
    public init(_ action: Action, name: String = "") {
        self.action = action
        self.name = name
    }
}

extension ScenarioStep.Action {
    /// The default name of the step.
    var word: String {
        switch self {
        case .action(let action): action.verb.rawValue
        case .call: "call"
        }
    }
}

extension ScenarioStep {
    /// The action on one line: `buy anna pro.monthly offer=promo`.
    public var words: String {
        switch self.action {
        case .action(let action): action.words
        case .call(let call): "call \(call.method) \(call.path)"
        }
    }
}

/// A request to Apple's server interfaces in a scenario, with the required status of the response.
///
/// The bearer token is created with the app's own key. Parts of the path and texts in the body may refer to earlier
/// steps.
public struct ScenarioCall: Hashable, Sendable {
    /// The method, in capitals.
    public var method: String
    /// The path, beginning with a slash.
    public var path: String
    /// The body, or `nil` for none.
    public var body: JSONValue?
    /// The required HTTP status.
    public var status: Int

    /// Creates a request.
    public init(_ method: String, _ path: String, body: JSONValue? = nil, status: Int = 200) {
        self.method = method
        self.path = path
        self.body = body
        self.status = status
    }
}

extension WorldAction {
    /// The action on one line: its verb, the customer and the object, and all other fields by name.
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

    /// The text fields, which may refer to earlier steps.
    static let texts: [Field: any WritableKeyPath<WorldAction, String?> & Sendable] = [
        .customer: \.customer, .product: \.product, .transaction: \.transaction, .app: \.app, .offer: \.offer,
        .signature: \.signature, .code: \.code, .token: \.token, .storefront: \.storefront, .plan: \.plan,
        .name: \.name, .reason: \.reason, .text: \.text, .preference: \.preference, .currency: \.currency,
        .consent: \.consent, .scope: \.scope, .by: \.by, .url: \.url, .request: \.request,
    ]
}
