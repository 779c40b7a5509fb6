package import NIOCore
package import PurserService
import Synchronization

/// The memory that bodies take from the moment they arrive until their requests are answered.
///
/// There are three budgets, so that nobody's bodies take what another kind needs, and a share of each for every
/// address. Where a budget is full, what nobody works on goes first: of the addresses that hold the most, the bodies
/// that have held the most for the longest. A body that arrives at once is therefore taken, whatever others hold back.
package final class BodyMemory: Sendable {
    /// Whose memory it is.
    package enum Budget: Int, Hashable, Sendable, CaseIterable {
        /// Apple's, at its addresses: anybody can post there, so it takes nothing longer than what Apple signs.
        case apple
        /// Callers whose secret key was found to be right.
        case callers
        /// Everybody else: apps in the field, whose key is known to everybody, and bodies that nobody signs.
        case strangers
    }

    /// How much a budget is, in bytes.
    package struct Size: Hashable, Sendable {
        /// For all together.
        package let total: Int
        /// For one address.
        package let perAddress: Int

        /// A budget of these numbers of bytes.
        package init(total: Int, perAddress: Int) {
            self.total = total
            self.perAddress = perAddress
        }
    }

    /// The sizes unless something else is said.
    ///
    /// A share holds the longest body that may come, and for Apple some thousand notifications at once; a shop's
    /// backend is one address, so its share is the whole.
    package static let sizes: [Budget: Size] = [
        .apple: Size(total: 32 * 1024 * 1024, perAddress: 16 * 1024 * 1024),
        .callers: Size(total: 64 * 1024 * 1024, perAddress: 64 * 1024 * 1024),
        .strangers: Size(total: 32 * 1024 * 1024, perAddress: 16 * 1024 * 1024),
    ]

    /// The body of one request.
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
        /// What counts, by budget.
        var taken: [Int]
        /// What was refused and is not free yet, by budget.
        var leaving: [Int]
        /// What counts, by address.
        var shares: [[NetworkAddress?: Int]]
    }

    /// Which part of a budget is freed at once where it is full, so that looking for what to refuse is seldom.
    private static let part = 8

    private let sizes: [Size]
    private let state: Mutex<State>

    /// Memory of these sizes.
    package init(sizes: [Budget: Size] = BodyMemory.sizes) {
        self.sizes = Budget.allCases.map { sizes[$0] ?? Size(total: 0, perAddress: 0) }
        let none = Budget.allCases.map { _ in 0 }
        self.state = Mutex(State(taken: none, leaving: none, shares: Budget.allCases.map { _ in [:] }))
    }

    /// How many bytes count in a budget.
    package func taken(_ budget: Budget) -> Int {
        self.state.withLock { $0.taken[budget.rawValue] }
    }

    /// Begins to count a body; `refuse` is called at most once, by anybody, when its memory is needed for others.
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

    /// Counts so many more bytes of a body, and says whether they may be kept.
    package func take(_ count: Int, for id: BodyID, at now: NIODeadline) -> Bool {
        self.change(id, at: now) { $0.bytes += count }
    }

    /// Counts a body in another budget from now on, and says whether it may be kept.
    package func move(_ id: BodyID, to budget: Budget, at now: NIODeadline) -> Bool {
        self.change(id, at: now) { $0.budget = budget }
    }

    /// Keeps a body that has arrived whole: it is counted, and not refused any more.
    package func finish(_ id: BodyID) {
        self.state.withLock { $0.bodies[id]?.isKept = true }
    }

    /// Lets a body be refused again that was kept: its client does not take the answer, so it may last.
    package func expose(_ id: BodyID) {
        self.state.withLock { $0.bodies[id]?.isKept = false }
    }

    /// Counts a body no more.
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

    /// Refuses what has to go so that a budget and the share of an address are kept; returns what that is.
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

    /// Refuses so many bytes of what is not kept, as far as there are any.
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
            // The bytes that it holds, times how long it has held them; a millisecond more, so that a larger one of two
            // that begin together is the costlier.
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
