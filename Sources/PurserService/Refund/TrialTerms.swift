import Ledger

/// How a policy is to be tried, as somebody asks for it.
package struct TrialTerms: Hashable, Sendable {
    /// The share of cases that meets it, in thousandths of a percent.
    package var shareMilliunits: Int64
    /// What divides the cases; `nil` is the number of the policy.
    package var seed: Int64?
    /// How many decided cases each arm needs before one can be better.
    package var least: Int64?
    /// At how many decided cases it is over.
    package var most: Int64?

    /// Terms of these values.
    package init(shareMilliunits: Int64, seed: Int64? = nil, least: Int64? = nil, most: Int64? = nil) {
        self.shareMilliunits = shareMilliunits
        self.seed = seed
        self.least = least
        self.most = most
    }

    /// The experiment of a policy, or `nil` where the numbers contradict each other.
    func experiment(of version: Int64) -> RefundExperiment? {
        RefundExperiment(
            seed: self.seed ?? version,
            shareMilliunits: self.shareMilliunits,
            least: self.least ?? 100,
            most: self.most ?? 10_000
        )
    }
}
