import AppStore

/// What the steps of a scenario answered, by their names: what later steps refer to.
///
/// `$buy.transactionId`, `$buy.originalTransactionId` and `$test.identifier` are what a step answered;
/// `$buy.latest.transactionId` is the newest transaction of the chain that the step began; `$@bob.transactionId` the
/// newest of a customer.
struct ScenarioContext {
    private let world: World
    private var answers: [String: WorldActionResult] = [:]

    /// A memory of nothing.
    init(of world: World) {
        self.world = world
    }

    /// What must be in a reference: the step's name or `@` and a customer's, and what of it.
    static let forms = ["transactionId", "originalTransactionId", "identifier", "latest.transactionId"]

    /// The name of the step or `@` with the customer's that a text refers to, and what of it; `nil` when it refers to
    /// nothing.
    static func parsed(_ text: String) -> (name: String, form: String)? {
        guard text.hasPrefix("$"), let dot = text.firstIndex(of: ".") else { return nil }
        return (String(text[text.index(after: text.startIndex)..<dot]), String(text[text.index(after: dot)...]))
    }

    /// Notes what a step answered.
    mutating func note(_ answer: WorldActionResult, of step: String) {
        self.answers[step] = answer
    }

    /// A text, with what it refers to in its place.
    func resolve(_ text: String) throws(ScenarioError) -> String {
        guard text.hasPrefix("$") else { return text }
        guard let (name, form) = Self.parsed(text) else { throw ScenarioError("\(text) refers to nothing.") }
        if name.hasPrefix("@") {
            let customer = WorldCustomer(name: String(name.dropFirst()))
            let newest = self.world.transactions(of: customer).last
            switch (form, newest) {
            case ("transactionId", let newest?): return newest.transactionId
            case ("originalTransactionId", let newest?): return newest.originalTransactionId
            default: throw ScenarioError("\(text): \(customer.name) has no such thing.")
            }
        }
        guard let answer = self.answers[name] else { throw ScenarioError("\(text): no step \(name) came before.") }
        let first = answer.purchases.first
        let value: String? =
            switch form {
            case "transactionId": first?.transactionId
            case "originalTransactionId": first?.originalTransactionId
            case "identifier": answer.identifier
            case "latest.transactionId": first.flatMap { self.latest(of: $0) }
            default: nil
            }
        guard let value else { throw ScenarioError("\(text): the step \(name) answered no such thing.") }
        return value
    }

    /// A value, with what its texts refer to in their place.
    func resolve(_ value: JSONValue) throws(ScenarioError) -> JSONValue {
        switch value {
        case .string(let text): return .string(try self.resolve(text))
        case .array(let values):
            return .array(try values.map { (value) throws(ScenarioError) in try self.resolve(value) })
        case .object(let members):
            return .object(
                try members.map { (member) throws(ScenarioError) in
                    JSONMember(key: member.key, value: try self.resolve(member.value))
                }
            )
        default: return value
        }
    }

    /// An action, with what its texts refer to in their place.
    func resolve(_ action: WorldAction) throws(ScenarioError) -> WorldAction {
        var action = action
        for path in WorldAction.texts.values {
            guard let text = action[keyPath: path] else { continue }
            action[keyPath: path] = try self.resolve(text)
        }
        if let request = action.commerce { action.commerce = try self.resolve(request) }
        return action
    }

    /// A path, with what its parts refer to in their place.
    func resolve(path: String) throws(ScenarioError) -> String {
        var parts: [String] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            parts.append(try self.resolve(String(part)))
        }
        return parts.joined(separator: "/")
    }

    private func latest(of purchase: WorldPurchase) -> String? {
        self.world.transactions(of: purchase.customer).last {
            $0.originalTransactionId == purchase.originalTransactionId && !$0.isRestored
        }?.transactionId
    }
}

/// Why a step of a scenario did not go as it must, as a sentence.
struct ScenarioError: Error, Hashable {
    /// The sentence.
    let sentence: String

    /// A trouble.
    init(_ sentence: String) {
        self.sentence = sentence
    }
}
