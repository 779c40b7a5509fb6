import Ledger

/// The terms of a policy's trial in a request.
package struct TrialTerms: Hashable, Sendable {
    /// The share of refunds to which the policy applies, in thousandths of a percent.
    package var shareMilliunits: Int64
    /// The seed that divides the refunds; `nil` uses the policy's number.
    package var seed: Int64?
    /// The minimum number of decided refunds in each arm before a result.
    package var minimumCases: Int64?
    /// The number of decided refunds at which the trial ends.
    package var maximumCases: Int64?

    /// Creates trial terms.
    package init(shareMilliunits: Int64, seed: Int64? = nil, minimumCases: Int64? = nil, maximumCases: Int64? = nil) {
        self.shareMilliunits = shareMilliunits
        self.seed = seed
        self.minimumCases = minimumCases
        self.maximumCases = maximumCases
    }

    /// Returns the experiment of a policy; `nil` where the numbers are inconsistent.
    func experiment(of version: Int64) -> RefundExperiment? {
        RefundExperiment(
            seed: self.seed ?? version,
            shareMilliunits: self.shareMilliunits,
            minimumCases: self.minimumCases ?? 100,
            maximumCases: self.maximumCases ?? 10_000
        )
    }
}
