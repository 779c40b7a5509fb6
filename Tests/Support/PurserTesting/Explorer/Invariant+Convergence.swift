import AppStore
import AppStoreSimulator
import Ledger

extension Invariant {
    /// Chains that the server has fully received match the ledger exactly: the product in use and the state of the
    /// subscription.
    ///
    /// The truth about a partly received chain cannot be known. For those, ``noOverGrant`` and
    /// ``noUnderGrant`` check what the evidence allows.
    static let convergence = Invariant("convergence") { scene in
        var wrong: [String] = []
        for chain in scene.chains {
            // Who joins a family when its next period is paid for already is given that one alone; where none has
            // begun, the ledger goes by the earliest.
            let hasBegun = chain.transactions.contains { $0.purchasedAt <= scene.now }
            guard chain.isFullyReceived(scene.received), !chain.isReversedAfterReplacement, hasBegun else {
                scene.server.count(.partlyReceived)
                continue
            }
            scene.server.count(.fullyReceived)
            let truth = chain.accessibleProduct(at: scene.now)
            let found = scene.accessibleProduct(of: chain)
            guard let subscription = chain.subscription, let state = scene.state(of: chain) else {
                if truth != found {
                    wrong.append("\(chain.name) gives \(found ?? "nothing"), not \(truth ?? "nothing")")
                }
                continue
            }
            // A renewal that is late leaves a gap in which nothing is paid, and silence is judged by the leeway.
            let isLate = truth == nil && subscription.phase == .active
            if found != truth, !(isLate && state.phase == .overdue) {
                wrong.append(
                    "\(chain.name) gives \(found ?? "nothing"), not \(truth ?? "nothing"), by row \(state.row)"
                )
            }
            let expected = Self.phase(of: chain, subscription, at: scene.now)
            if !expected.contains(state.phase) {
                wrong.append("\(chain.name) is \(state.phase), not \(subscription.phase), by row \(state.row)")
            }
        }
        return wrong
    }

    /// What the ledger may call a subscription whose truth is known.
    private static func phase(
        of chain: ExplorerChain,
        _ subscription: WorldSubscription,
        at now: Timestamp
    ) -> [SubscriptionPhase] {
        if chain.running(at: now) != nil { return [.active] }
        switch subscription.phase {
        // Refunded while its renewal was charged a day ahead: nothing is paid until that begins.
        case .active: return chain.isLatestRevoked(at: now) ? [.revoked] : [.overdue, .expired(isConfirmed: false)]
        case .gracePeriod: return [.grace]
        case .billingRetry: return [.retry]
        // A renewal that was charged ahead and refunded before it began is the latest period once it would have begun.
        case .expired: return chain.isLatestRevoked(at: now) ? [.revoked] : [.expired(isConfirmed: true)]
        case .revoked: return [.revoked]
        }
    }

    /// Every customer has exactly the entitlements of their own chains, each of them from the moment at which the
    /// customer's app has submitted the purchase.
    static let customerConvergence = Invariant("customers") { scene in
        var wrong: [String] = []
        for (name, entitlements) in scene.picture.entitlements.sorted(by: { $0.key < $1.key }) {
            let own = scene.chains.filter { $0.customer == name }
            let active = Set(entitlements.filter(\.isActive).map(\.name.rawValue))
            var expected = Set(own.compactMap { scene.accessibleProduct(of: $0) })
            let passes = own.flatMap(\.periods).filter { $0.productId == ExplorerShop.pass }
            let isReceived = passes.allSatisfy { pass in
                scene.received.newest(pass.transactionId)?.revocationDate == pass.revokedAt
                    && scene.received.newest(pass.transactionId) != nil
            }
            if isReceived {
                if Self.isRunning(passes, at: scene.now) { expected.insert(ExplorerShop.pass) }
            } else if active.contains(ExplorerShop.pass) {
                expected.insert(ExplorerShop.pass)
            }
            let surplus = active.subtracting(expected)
            if !surplus.isEmpty { wrong.append("\(name) has \(surplus.sorted()) and no purchase for it") }
            guard scene.speaking.contains(name) else { continue }
            let missing = expected.subtracting(active)
            if !missing.isEmpty { wrong.append("\(name) lacks \(missing.sorted())") }
        }
        return wrong
    }

    /// Whether a queue of passes of a month each, one after the other, has one that runs.
    private static func isRunning(_ passes: [WorldPurchase], at now: Timestamp) -> Bool {
        var end = Int64.min
        for pass in passes.filter({ $0.revokedAt == nil }).sorted(by: { $0.purchasedAt < $1.purchasedAt }) {
            let start = max(pass.purchasedAt.milliseconds, end)
            end = SubscriptionPeriod.month.end(after: 1, from: start)
            if start <= now.milliseconds, now.milliseconds < end { return true }
        }
        return false
    }
}

extension ExplorerChain {
    /// Whose chain it is and how it began, for people.
    var name: String { "\(self.customer)'s \(self.transactions.last?.productId ?? "chain") \(self.original)" }
}
