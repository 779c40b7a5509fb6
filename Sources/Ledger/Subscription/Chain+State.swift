extension Chain {
    /// Whether the chain is an auto-renewable subscription, as far as is known.
    package var isSubscription: Bool {
        !self.renewals.isEmpty || !self.statuses.isEmpty
            || self.transactions.contains { $0.current.kind == .autoRenewable }
    }

    /// What the subscription is worth at an instant: the first row that fits of the derivation table, over the whole
    /// chain, whoever owns which period.
    ///
    /// - Parameters:
    ///   - now: The instant asked about, judged by all that is known today.
    ///   - environment: The environment the chain belongs to; in Apple's test environments silence lasts less long.
    ///   - access: When access goes on although no paid period runs.
    /// - Returns: The answer, with what to ask Apple and the next instant at which it changes by itself.
    package func state(
        at now: Instant,
        environment: StoreEnvironment,
        access: AccessPolicy
    ) -> SubscriptionState {
        Derivation(chain: self, environment: environment, access: access).state(at: now)
    }
}
