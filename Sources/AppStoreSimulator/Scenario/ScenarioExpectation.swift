/// What must be told at one place of a sequence.
public enum ScenarioExpectation: Hashable, Sendable {
    /// One notification, or several of its kind one after the other.
    case one(ExpectedNotification)
    /// These, in any order.
    case inAnyOrder([ExpectedNotification])

    /// The notifications it names.
    public var notifications: [ExpectedNotification] {
        switch self {
        case .one(let notification): [notification]
        case .inAnyOrder(let notifications): notifications
        }
    }

    /// How many notifications it takes.
    var count: Int { self.notifications.reduce(0) { $0 + $1.count } }

    /// Whether a sequence of notifications is exactly what is expected.
    static func match(_ expected: [ScenarioExpectation], _ told: [(customer: String?, name: String)]) -> Bool {
        var rest = told[...]
        for expectation in expected {
            guard rest.count >= expectation.count else { return false }
            var part = Array(rest.prefix(expectation.count))
            rest = rest.dropFirst(expectation.count)
            for notification in expectation.notifications {
                for _ in 0..<notification.count {
                    let found: Int?
                    switch expectation {
                    case .one: found = notification.fits(part[0]) ? 0 : nil
                    case .inAnyOrder: found = part.firstIndex { notification.fits($0) }
                    }
                    guard let found else { return false }
                    part.remove(at: found)
                }
            }
        }
        return rest.isEmpty
    }
}

extension ScenarioExpectation: CustomStringConvertible {
    /// As in a file; what may come in any order in braces.
    public var description: String {
        switch self {
        case .one(let notification): notification.description
        case .inAnyOrder(let notifications):
            "{" + notifications.map(\.description).joined(separator: ", ") + "}"
        }
    }
}

extension ScenarioExpectation: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// One notification in the spelling of ``ExpectedNotification/init(stringLiteral:)``, which the literal must follow.
    public init(stringLiteral value: String) {
        self = .one(ExpectedNotification(stringLiteral: value))
    }

    /// Notifications that may come in any order.
    public init(arrayLiteral elements: ExpectedNotification...) {
        self = .inAnyOrder(elements)
    }
}
