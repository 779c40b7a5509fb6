import Ledger

extension MemoryUnit {
    /// Counts the renewals and the subscriptions whose paid period ended in a stretch of time.
    func periods(
        endedWithin span: Range<Instant>,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) throws -> EndedPeriods {
        self.open { memory in
            let chains = memory.facts[MemoryState.Scope(app: app, environment: environment)]?.chains ?? []
            let renewed = chains.flatMap { $0.sales(in: environment) }.count { sale in
                sale.direction == .sale && sale.period == .renewal && span.contains(sale.at)
            }
            var heard = 0
            var silent: [(endsAt: Instant, id: OriginalTransactionID)] = []
            for chain in chains where chain.renewals.count == 1 {
                guard let renewal = chain.renewals.first, let endsAt = renewal.renewalAt, span.contains(endsAt),
                    renewal.autoRenew == true
                else { continue }
                let statedAt = chain.newestStatus?.statedAt
                if renewal.signedAt >= endsAt || statedAt.map({ $0 >= endsAt }) == true {
                    heard += 1
                } else {
                    silent.append((endsAt, renewal.originalTransactionID))
                }
            }
            let examples = silent.sorted { $0.endsAt < $1.endsAt }.prefix(limit).map(\.id)
            return EndedPeriods(renewed: renewed, heard: heard, silent: silent.count, examples: examples)
        }
    }

    /// Returns a subscription whose paid period ends within a stretch of time.
    func subscription(
        near place: Double,
        of app: AppName,
        environment: StoreEnvironment,
        endingWithin span: Range<Instant>,
        at now: Instant
    ) throws -> OriginalTransactionID? {
        self.open { memory in
            let chains = memory.facts[MemoryState.Scope(app: app, environment: environment)]?.chains ?? []
            let found = chains.compactMap { chain -> OriginalTransactionID? in
                guard chain.renewals.count == 1, let renewal = chain.renewals.first, let endsAt = renewal.renewalAt,
                    span.contains(endsAt)
                else { return nil }
                let status = chain.newestStatus
                let isOver = status.map { $0.statedAt >= endsAt && [.expired, .revoked].contains($0.status) } ?? false
                guard endsAt > now || renewal.autoRenew == true && !isOver else { return nil }
                return renewal.originalTransactionID
            }
            let sorted = found.sorted { $0.rawValue < $1.rawValue }
            guard !sorted.isEmpty else { return nil }
            return sorted[min(sorted.count - 1, Int(Double(sorted.count) * min(max(place, 0), 1)))]
        }
    }

    /// Counts the customers with a fulfilled purchase in the Sandbox.
    func sandboxCustomerCount(
        of app: AppName,
        since instant: Instant
    ) throws -> Int {
        self.open { memory in
            let scope = MemoryState.Scope(app: app, environment: .sandbox)
            let sales = (memory.facts[scope]?.chains ?? []).flatMap { $0.sales(in: .sandbox) }
            let bought = Set(sales.filter { $0.direction == .sale && $0.at >= instant }.map(\.transactionID))
            let customers = memory.fulfillments.all.filter { $0.scope == scope }.map(\.fulfillment).filter {
                fulfillment in
                fulfillment.state.wasFulfilled && bought.contains(fulfillment.transactionID)
            }
            return Set(customers.compactMap(\.customer)).count
        }
    }

    /// Nothing: it lies in memory.
    func databaseBytes() throws -> Int64? {
        self.open { _ in nil }
    }
}
