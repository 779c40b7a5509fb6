public import AppStore

/// The shortest way to one notification: the beginning of a built-in scenario, up to the step that causes it.
///
/// Nothing is made out of thin air: the steps are played in a world, and what it tells is what a server gets.
public struct ScenarioTrigger: Sendable {
    /// Why there is none.
    public enum Failure: Error, Hashable, Sendable {
        /// Apple sends no such notification; those that come nearest.
        case unknown(nearest: [String])
        /// Apple sends it, and it cannot be caused here yet; why.
        case notYet(name: String, reason: String)
    }

    /// The notification, as `TYPE/SUBTYPE` or `TYPE/-`.
    public let name: String
    /// The scenario, which ends with the step that causes the notification.
    public let scenario: Scenario

    /// Every notification that Apple sends or has sent, as `TYPE/SUBTYPE` or `TYPE/-`.
    public static let names = ExpectedNotification.known

    /// Finds the way to a notification given as `TYPE`, `TYPE/-` or `TYPE/SUBTYPE`, in capitals or not.
    ///
    /// A type alone means the one without a subtype, or the only one there is.
    public init(_ text: String) throws(Failure) {
        let name = try Self.name(text.uppercased())
        guard let scenario = Self.shortest(to: name) else {
            throw .notYet(name: name, reason: "no built-in scenario causes it")
        }
        self.name = name
        self.scenario = scenario
    }

    private static func name(_ text: String) throws(Failure) -> String {
        if Self.names.contains(text) { return text }
        let ofType = Self.names.filter { $0.hasPrefix(text + "/") }
        if ofType.contains(text + "/-") { return text + "/-" }
        if ofType.count == 1 { return ofType[0] }
        guard ofType.isEmpty else { throw .unknown(nearest: ofType) }
        let parts = text.split(separator: "/").map(String.init)
        let type = parts.first ?? ""
        // A right type with a wrong subtype is nearest to the others of the type.
        let others = Self.names.filter { $0.hasPrefix(type + "/") }
        if !others.isEmpty {
            let subtypes = others.map { String($0.dropFirst(type.count + 1)) }
            let nearest = parts.count > 1 ? Spelling.nearest(to: parts[1], among: subtypes) : nil
            throw .unknown(nearest: nearest.map { ["\(type)/\($0)"] } ?? others)
        }
        let types = Self.names.map { String($0.prefix { $0 != "/" }) }
        guard let nearest = Spelling.nearest(to: type, among: types) else {
            throw .unknown(nearest: Self.names.filter { !type.isEmpty && $0.contains(type) })
        }
        throw .unknown(nearest: Self.names.filter { $0.hasPrefix(nearest + "/") })
    }

    /// The scenario that causes a notification after the fewest steps, cut behind it.
    private static func shortest(to name: String) -> Scenario? {
        var best: Scenario?
        for scenario in Scenario.builtIn {
            let index = scenario.steps.firstIndex { step in
                step.failure == nil && step.rejection == nil
                    && step.expected.contains { $0.notifications.contains { $0.names == [name] } }
            }
            guard let index, index + 1 < best?.steps.count ?? Int.max else { continue }
            best = scenario.prefix(through: index)
        }
        return best
    }
}

extension WorldNotification {
    /// The payload as JSON, with everything signed in it decoded in its place.
    public var decodedPayload: JSONValue {
        guard let payload = try? JSONValue(json: self.payload.json()), case .object(let members) = payload else {
            return .null
        }
        return .object(
            members.map { member in
                guard case .object(let inner) = member.value else { return member }
                return JSONMember(key: member.key, value: .object(inner.map(Self.decoded)))
            }
        )
    }

    /// The same as text on many lines, for people.
    public var decodedPayloadText: String {
        String(decoding: JSONLayout.text(self.decodedPayload, sortsKeys: false), as: UTF8.self)
    }

    private static func decoded(_ member: JSONMember) -> JSONMember {
        guard case .string(let text) = member.value, member.key.hasPrefix("signed") else { return member }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let json = Base64URL.decode(parts[1]), let value = try? JSONValue(json: json) else {
            return member
        }
        return JSONMember(key: member.key, value: value)
    }
}
