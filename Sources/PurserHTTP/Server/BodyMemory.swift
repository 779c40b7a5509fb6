package import NIOCore
package import PurserService
import Synchronization

/// The memory of bodies from their arrival until the responses to their requests.
///
/// There are three budgets, so that one kind of body cannot take the memory of another, and a share of each for every
/// address. If a budget is full, bodies without work in progress are refused first: of the addresses that hold the
/// most, those that have held the most for the longest. So a body that arrives quickly is accepted, whatever other
/// clients hold back.
package final class BodyMemory: Sendable {
    /// The kind of client that a budget is for.
    package enum Budget: Int, Hashable, Sendable, CaseIterable {
        /// Apple, at its addresses: they are public, so they accept no body longer than what Apple signs.
        case apple
        /// Callers with a valid secret key.
        case callers
        /// All others: installed apps, whose key is not secret, and bodies without a signature.
        case strangers
    }

    /// The size of a budget in bytes.
    package struct Size: Hashable, Sendable {
        /// The size for all clients together.
        package let total: Int
        /// The share of one address.
        package let perAddress: Int

        /// Creates a size in bytes.
        package init(total: Int, perAddress: Int) {
            self.total = total
            self.perAddress = perAddress
        }
    }

    /// The default sizes.
    ///
    /// A share is enough for the longest allowed body, and for Apple for about a thousand notifications at once; a
    /// shop's backend is one address, so its share is the whole budget.
    package static let sizes: [Budget: Size] = [
        .apple: Size(total: 32 * 1024 * 1024, perAddress: 16 * 1024 * 1024),
        .callers: Size(total: 64 * 1024 * 1024, perAddress: 64 * 1024 * 1024),
        .strangers: Size(total: 32 * 1024 * 1024, perAddress: 16 * 1024 * 1024),
    ]

    /// The id of one request's body.
    package struct BodyID: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private struct Body {
        var budget: Budget
        let address: NetworkAddress?
        let begunAt: NIODeadline
        let refuse: @Sendable () -> Void
        var bytes = 0
        var isKept = false
        var isRefused = false
    }

    private struct State {
        var bodies: [BodyID: Body] = [:]
        var next: UInt64 = 0
        /// The counted bytes, by budget.
        var taken: [Int]
        /// The refused bytes that are not free yet, by budget.
        var leaving: [Int]
        /// The counted bytes, by address.
        var shares: [[NetworkAddress?: Int]]
    }

    /// The fraction of a full budget that is freed at once, so that the search for bodies to refuse is rare.
    private static let part = 8

    private let sizes: [Size]
    private let state: Mutex<State>

    /// Creates a memory of these sizes.
    package init(sizes: [Budget: Size] = BodyMemory.sizes) {
        self.sizes = Budget.allCases.map { sizes[$0] ?? Size(total: 0, perAddress: 0) }
        let none = Budget.allCases.map { _ in 0 }
        self.state = Mutex(State(taken: none, leaving: none, shares: Budget.allCases.map { _ in [:] }))
    }

    /// Returns the number of counted bytes in a budget.
    package func taken(_ budget: Budget) -> Int {
        self.state.withLock { $0.taken[budget.rawValue] }
    }

    /// Begins to count a body; `refuse` is called at most once, from any thread, when its memory is needed for others.
    package func open(
        _ budget: Budget,
        from address: NetworkAddress?,
        at now: NIODeadline,
        refuse: @escaping @Sendable () -> Void
    ) -> BodyID {
        self.state.withLock { state in
            state.next += 1
            let id = BodyID(number: state.next)
            state.bodies[id] = Body(budget: budget, address: address?.network, begunAt: now, refuse: refuse)
            return id
        }
    }

    /// Counts more bytes of a body, and returns whether they may be stored.
    package func take(_ count: Int, for id: BodyID, at now: NIODeadline) -> Bool {
        self.change(id, at: now) { $0.bytes += count }
    }

    /// Moves a body to another budget, and returns whether it may be stored.
    package func move(_ id: BodyID, to budget: Budget, at now: NIODeadline) -> Bool {
        self.change(id, at: now) { $0.budget = budget }
    }

    /// Protects a body that has arrived completely: it stays counted, and is no longer refused.
    package func finish(_ id: BodyID) {
        self.state.withLock { $0.bodies[id]?.isKept = true }
    }

    /// Removes the protection of a body whose client does not read the response, so that it may take long.
    package func expose(_ id: BodyID) {
        self.state.withLock { $0.bodies[id]?.isKept = false }
    }

    /// Stops counting a body.
    package func close(_ id: BodyID) {
        self.state.withLock { state in
            guard let body = state.bodies.removeValue(forKey: id) else { return }
            if body.isRefused {
                state.leaving[body.budget.rawValue] -= body.bytes
            } else {
                Self.count(-body.bytes, of: body, in: &state)
            }
        }
    }

    private func change(_ id: BodyID, at now: NIODeadline, _ change: (inout Body) -> Void) -> Bool {
        let (isKept, refused) = self.state.withLock { state -> (Bool, [@Sendable () -> Void]) in
            guard var body = state.bodies[id], !body.isRefused else { return (false, []) }
            Self.count(-body.bytes, of: body, in: &state)
            change(&body)
            Self.count(body.bytes, of: body, in: &state)
            state.bodies[id] = body
            let refused = self.makeRoom(in: body.budget, for: body.address, at: now, &state)
            let budget = body.budget.rawValue
            if state.bodies[id]?.isRefused != true,
                state.taken[budget] > self.sizes[budget].total
                    || state.shares[budget][body.address, default: 0] > self.sizes[budget].perAddress
                    || state.leaving[budget] > self.sizes[budget].total
            {
                Self.refuse(id, in: &state)
            }
            return (
                state.bodies[id]?.isRefused != true,
                refused.filter { $0 != id }.compactMap { state.bodies[$0]?.refuse }
            )
        }
        for refuse in refused { refuse() }
        return isKept
    }

    /// Selects the bodies to refuse so that the budget and the share of an address are respected, and returns them.
    private func makeRoom(
        in budget: Budget,
        for address: NetworkAddress?,
        at now: NIODeadline,
        _ state: inout State
    ) -> [BodyID] {
        let size = self.sizes[budget.rawValue]
        var refused: [BodyID] = []
        let share = state.shares[budget.rawValue][address, default: 0]
        if share > size.perAddress {
            let excess = share - size.perAddress + size.perAddress / Self.part
            refused += Self.refuse(excess, in: budget, at: now, &state) { $0.address == address }
        }
        let taken = state.taken[budget.rawValue]
        if taken > size.total {
            refused += Self.refuse(taken - size.total + size.total / Self.part, in: budget, at: now, &state) { _ in true
            }
        }
        return refused
    }

    /// Refuses so many bytes of unprotected bodies, as far as there are any.
    private static func refuse(
        _ excess: Int,
        in budget: Budget,
        at now: NIODeadline,
        _ state: inout State,
        among isMeant: (Body) -> Bool
    ) -> [BodyID] {
        let found = state.bodies.filter { _, body in
            body.budget == budget && !body.isKept && !body.isRefused && body.bytes > 0 && isMeant(body)
        }
        let ids = Array(found.keys)
        let pieces = ids.compactMap { found[$0] }.map { body in
            // The cost is the number of bytes times the duration; one more millisecond makes the larger of two
            // simultaneous bodies the costlier.
            let held = Double((now - body.begunAt).nanoseconds) / 1e9 + 0.001
            return FairShare.Piece(address: body.address, size: body.bytes, cost: Double(body.bytes) * held)
        }
        let victims = FairShare.victims(among: pieces, freeing: excess).map { ids[$0] }
        for id in victims { Self.refuse(id, in: &state) }
        return victims
    }

    private static func refuse(_ id: BodyID, in state: inout State) {
        guard let body = state.bodies[id] else { return }
        Self.count(-body.bytes, of: body, in: &state)
        state.leaving[body.budget.rawValue] += body.bytes
        state.bodies[id]?.isRefused = true
    }

    private static func count(_ bytes: Int, of body: Body, in state: inout State) {
        let budget = body.budget.rawValue
        state.taken[budget] += bytes
        let share = state.shares[budget][body.address, default: 0] + bytes
        state.shares[budget][body.address] = share == 0 ? nil : share
    }
}
