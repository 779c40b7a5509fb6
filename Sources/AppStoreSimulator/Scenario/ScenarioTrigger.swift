public import AppStore

/// The shortest sequence that causes one notification: the beginning of a built-in scenario, up to the step that causes
/// it.
///
/// A world runs these steps, so that a server receives consistent notifications.
public struct ScenarioTrigger: Sendable {
    /// The reason why a notification has no trigger.
    public enum Failure: Error, Hashable, Sendable {
        /// Apple sends no such notification; `nearest` lists similar names.
        case unknown(nearest: [String])
        /// Apple sends it, but the simulator cannot cause it yet, for this reason.
        case notYet(name: String, reason: String)
    }

    /// The notification, as `TYPE/SUBTYPE` or `TYPE/-`.
    public let name: String
    /// The scenario, which ends with the step that causes the notification.
    public let scenario: Scenario

    /// All notifications that Apple sends or has sent, as `TYPE/SUBTYPE` or `TYPE/-`.
    public static let names = ExpectedNotification.known

    /// Finds the trigger of a notification given as `TYPE`, `TYPE/-` or `TYPE/SUBTYPE`, ignoring case.
    ///
    /// A type alone means the notification without a subtype, or the only one of the type.
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
        // For a known type with an unknown subtype, the nearest names are the others of the type.
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

    /// Returns the scenario that causes a notification after the fewest steps, cut after it.
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
    /// The payload as JSON, with its signed parts decoded in place.
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

    /// The decoded payload as text on several lines, for people.
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
