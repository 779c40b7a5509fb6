import AppStore

/// The notifications that must be sent at one position of a sequence.
public enum ScenarioExpectation: Hashable, Sendable {
    /// One notification, or several equal ones in succession.
    case one(ExpectedNotification)
    /// These notifications, in any order.
    case inAnyOrder([ExpectedNotification])

    /// The expected notifications.
    public var notifications: [ExpectedNotification] {
        switch self {
        case .one(let notification): [notification]
        case .inAnyOrder(let notifications): notifications
        }
    }

    /// The number of expected notifications.
    var count: Int { self.notifications.reduce(0) { $0 + $1.count } }

    /// Returns whether a sequence of notifications matches exactly.
    static func match(_ expected: [ScenarioExpectation], _ sent: [(customer: String?, name: String)]) -> Bool {
        var rest = sent[...]
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
    /// The text as in a file; notifications in any order are in braces.
    public var description: String {
        switch self {
        case .one(let notification): notification.description
        case .inAnyOrder(let notifications):
            "{" + notifications.map(\.description).joined(separator: ", ") + "}"
        }
    }
}

extension ScenarioExpectation: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// Creates an expectation of one notification, in the format of ``ExpectedNotification/init(stringLiteral:)``.
    public init(stringLiteral value: String) {
        self = .one(ExpectedNotification(stringLiteral: value))
    }

    /// Creates an expectation of notifications in any order.
    public init(arrayLiteral elements: ExpectedNotification...) {
        self = .inAnyOrder(elements)
    }
}

/// A notification that a step of a scenario must cause: `DID_RENEW/-`, `@bob REVOKE/-`, `DID_RENEW/- x11`,
/// `EXPIRED/VOLUNTARY|EXPIRED/-`; or a post of version 1 that must arrive, by its type alone: `DID_RENEW`.
public struct ExpectedNotification: Hashable, Sendable {
    /// The customer of the notification; any customer when `nil`.
    public let customer: String?
    /// The alternatives: types with subtypes, `-` for none, or version 1 types.
    public let names: [String]
    /// The number of successive notifications.
    public let count: Int

    /// The reason why a text is not an expectation.
    enum Mistake: Error, Hashable {
        /// The format is invalid.
        case spelling
        /// Apple never sends this notification.
        case name(String)
    }

    /// All `TYPE/SUBTYPE` that Apple sends or has sent.
    static let known: [String] = NotificationPair.all.map { WorldNotification.name($0.type, $0.subtype) }

    /// Parses `[@customer ]TYPE/SUBTYPE[|TYPE/SUBTYPE][ xN]`, for version 1 `TYPE` alone.
    init(_ text: String) throws(Mistake) {
        var words = text.split(separator: " ").map(String.init)
        var customer: String?
        var count = 1
        if let first = words.first, first.hasPrefix("@") {
            customer = String(first.dropFirst())
            words.removeFirst()
        }
        if words.count > 1, let last = words.last, last.hasPrefix("x") {
            guard let number = Int(last.dropFirst()), (1...10_000).contains(number) else { throw .spelling }
            count = number
            words.removeLast()
        }
        guard words.count == 1, customer != "" else { throw .spelling }
        let names = words[0].split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        for name in names where !Self.known.contains(name) && !NotificationV1.types.contains(name) {
            throw .name(name)
        }
        self.customer = customer
        self.names = names
        self.count = count
    }

    /// Returns whether a notification matches.
    func fits(_ sent: (customer: String?, name: String)) -> Bool {
        self.names.contains(sent.name) && (self.customer == nil || self.customer == sent.customer)
    }
}

extension ExpectedNotification: CustomStringConvertible, ExpressibleByStringLiteral {
    /// The text of the literal.
    public var description: String {
        (self.customer.map { "@\($0) " } ?? "") + self.names.joined(separator: "|")
            + (self.count > 1 ? " x\(self.count)" : "")
    }

    /// Creates an expectation from a literal: `[@customer ]TYPE/SUBTYPE[|TYPE/SUBTYPE][ xN]`, for version 1 `TYPE`
    /// alone.
    public init(stringLiteral value: String) {
        do {
            self = try ExpectedNotification(value)
        } catch {
            preconditionFailure("\(value) is not a notification that Apple sends.")
        }
    }
}
