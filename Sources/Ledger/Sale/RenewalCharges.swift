/// The instants at which the App Store charged for the renewals of a chain, as far as Apple has signed them.
///
/// For a renewal Apple signs the beginning of its period, which need not be the day of the charge: the App Store
/// charges up to 24 hours ahead, and a customer who pays late in billing grace keeps the old period. But Apple
/// announces a renewal when it has charged for it, and then signs that the subscription runs until a later end. So the
/// first evidence of a later end was signed at the charge or, where earlier evidence was lost, after it.
///
/// No renewal evidence is ever deleted, so neither its order nor its repetition changes the result.
struct RenewalCharges {
    /// The maximum time before its period at which the App Store charges for a renewal.
    private static let lead = Span.days(1)

    private let renewals: [RenewalEvidence]

    /// Creates the charges of a chain.
    init(_ chain: Chain) { self.init(RenewalEvidence.all(of: chain)) }

    /// Creates the charges of a chain from everything that Apple signed about its renewals, in order.
    init(_ renewals: [RenewalEvidence]) { self.renewals = renewals }

    /// Returns the instant of the charge of the renewal whose period begins at an instant; that instant unless evidence
    /// states another.
    ///
    /// A charge is early when evidence of a later end was signed within the 24 hours before. It is late only when Apple
    /// had signed that this very renewal was in billing grace, and the first evidence of a later end was signed before
    /// grace ended: otherwise the evidence may simply have arrived late.
    func instant(of beginning: Instant) -> Instant {
        var graceEndsAt: Instant?
        for renewal in self.renewals[self.firstPlace(from: beginning - Self.lead)...] {
            guard let end = renewal.renewalAt else { continue }
            if end > beginning {
                guard renewal.signedAt > beginning else { return renewal.signedAt }
                guard let graceEndsAt, renewal.signedAt <= graceEndsAt else { return beginning }
                return renewal.signedAt
            }
            if end == beginning, let grace = renewal.gracePeriodExpiresAt {
                graceEndsAt = max(graceEndsAt ?? grace, grace)
            }
        }
        return beginning
    }

    /// Returns the index of the first evidence that was signed at an instant or later.
    private func firstPlace(from instant: Instant) -> Int {
        var (low, high) = (0, self.renewals.count)
        while low < high {
            let middle = (low + high) / 2
            if self.renewals[middle].signedAt < instant { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
