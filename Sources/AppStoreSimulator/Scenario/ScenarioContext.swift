import AppStore

/// The results of a scenario's steps, by name, to which later steps refer.
///
/// `$buy.transactionId`, `$buy.originalTransactionId` and `$test.identifier` are values from the result of a step;
/// `$buy.latest.transactionId` is the newest transaction of the chain that the step started; `$@bob.transactionId` is
/// the newest transaction of a customer.
struct ScenarioContext {
    private let world: World
    private var answers: [String: WorldActionResult] = [:]

    /// Creates a context without results.
    init(of world: World) {
        self.world = world
    }

    /// The fields of a reference, which follow the name of a step, or `@` and the name of a customer.
    static let forms = ["transactionId", "originalTransactionId", "identifier", "latest.transactionId"]

    /// Returns the name of the step, or `@` with the customer's, and the field in a reference; `nil` for other text.
    static func parsed(_ text: String) -> (name: String, form: String)? {
        guard text.hasPrefix("$"), let dot = text.firstIndex(of: ".") else { return nil }
        return (String(text[text.index(after: text.startIndex)..<dot]), String(text[text.index(after: dot)...]))
    }

    /// Records the result of a step.
    mutating func note(_ answer: WorldActionResult, of step: String) {
        self.answers[step] = answer
    }

    /// Returns a text with its reference resolved.
    func resolve(_ text: String) throws(ScenarioError) -> String {
        guard text.hasPrefix("$") else { return text }
        guard let (name, form) = Self.parsed(text) else { throw ScenarioError("\(text) is not a valid reference.") }
        if name.hasPrefix("@") {
            let customer = WorldCustomer(name: String(name.dropFirst()))
            let newest = self.world.transactions(of: customer).last
            switch (form, newest) {
            case ("transactionId", let newest?): return newest.transactionId
            case ("originalTransactionId", let newest?): return newest.originalTransactionId
            default: throw ScenarioError("\(text): \(customer.name) has no such value.")
            }
        }
        guard let answer = self.answers[name] else { throw ScenarioError("\(text): there is no earlier step \(name).") }
        let first = answer.purchases.first
        let value: String? =
            switch form {
            case "transactionId": first?.transactionId
            case "originalTransactionId": first?.originalTransactionId
            case "identifier": answer.identifier
            case "latest.transactionId": first.flatMap { self.latest(of: $0) }
            default: nil
            }
        guard let value else { throw ScenarioError("\(text): the result of the step \(name) has no such value.") }
        return value
    }

    /// Returns a value with the references in its texts resolved.
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

    /// Returns an action with the references in its texts resolved.
    func resolve(_ action: WorldAction) throws(ScenarioError) -> WorldAction {
        var action = action
        for path in WorldAction.texts.values {
            guard let text = action[keyPath: path] else { continue }
            action[keyPath: path] = try self.resolve(text)
        }
        if let request = action.commerce { action.commerce = try self.resolve(request) }
        return action
    }

    /// Returns a path with the references in its parts resolved.
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

/// The reason for the failure of a step, as a sentence.
struct ScenarioError: Error, Hashable {
    /// The sentence.
    let sentence: String

    /// Creates an error.
    init(_ sentence: String) {
        self.sentence = sentence
    }
}
