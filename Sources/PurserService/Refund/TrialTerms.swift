import Ledger

/// How a policy is to be tried, as somebody asks for it.
package struct TrialTerms: Hashable, Sendable {
    /// The share of cases that meets it, in thousandths of a percent.
    package var shareMilliunits: Int64
    /// What divides the cases; `nil` is the number of the policy.
    package var seed: Int64?
    /// How many decided cases each arm needs before one can be better.
    package var minimumCases: Int64?
    /// At how many decided cases it is over.
    package var maximumCases: Int64?

    /// Terms of these values.
    package init(shareMilliunits: Int64, seed: Int64? = nil, minimumCases: Int64? = nil, maximumCases: Int64? = nil) {
        self.shareMilliunits = shareMilliunits
        self.seed = seed
        self.minimumCases = minimumCases
        self.maximumCases = maximumCases
    }

    /// The experiment of a policy, or `nil` where the numbers contradict each other.
    func experiment(of version: Int64) -> RefundExperiment? {
        RefundExperiment(
            seed: self.seed ?? version,
            shareMilliunits: self.shareMilliunits,
            minimumCases: self.minimumCases ?? 100,
            maximumCases: self.maximumCases ?? 10_000
        )
    }
}
