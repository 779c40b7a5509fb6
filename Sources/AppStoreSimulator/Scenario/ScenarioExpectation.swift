import AppStore

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
    /// One notification in the spelling of ``ExpectedNotification/init(stringLiteral:)``, which the literal must
    /// follow.
    public init(stringLiteral value: String) {
        self = .one(ExpectedNotification(stringLiteral: value))
    }

    /// Notifications that may come in any order.
    public init(arrayLiteral elements: ExpectedNotification...) {
        self = .inAnyOrder(elements)
    }
}

/// A notification that a step of a scenario must cause: `DID_RENEW/-`, `@bob REVOKE/-`, `DID_RENEW/- x11`,
/// `EXPIRED/VOLUNTARY|EXPIRED/-`; or a post of version 1 that must arrive, by its type alone: `DID_RENEW`.
public struct ExpectedNotification: Hashable, Sendable {
    /// The customer it must be about; anybody when absent.
    public let customer: String?
    /// The types with their subtypes, `-` for none, or the types of version 1, one of which it must be.
    public let names: [String]
    /// How many of them must come, one after the other.
    public let count: Int

    /// Why a text is no expectation.
    enum Mistake: Error, Hashable {
        /// It is not spelled as one.
        case spelling
        /// It names a notification that Apple never sends.
        case name(String)
    }

    /// Every `TYPE/SUBTYPE` that Apple sends or has sent.
    static let known: [String] = NotificationPair.all.map { WorldNotification.name($0.type, $0.subtype) }

    /// Reads `[@customer ]TYPE/SUBTYPE[|TYPE/SUBTYPE][ xN]`, in version 1 `TYPE` alone.
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

    /// Whether a notification is one of these.
    func fits(_ sent: (customer: String?, name: String)) -> Bool {
        self.names.contains(sent.name) && (self.customer == nil || self.customer == sent.customer)
    }
}

extension ExpectedNotification: CustomStringConvertible, ExpressibleByStringLiteral {
    /// The text that a literal has.
    public var description: String {
        (self.customer.map { "@\($0) " } ?? "") + self.names.joined(separator: "|")
            + (self.count > 1 ? " x\(self.count)" : "")
    }

    /// A literal: `[@customer ]TYPE/SUBTYPE[|TYPE/SUBTYPE][ xN]`, in version 1 `TYPE` alone.
    public init(stringLiteral value: String) {
        do {
            self = try ExpectedNotification(value)
        } catch {
            preconditionFailure("\(value) is no notification that Apple sends.")
        }
    }
}
