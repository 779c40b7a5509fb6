import Ledger

extension RenewalSnapshot.Commitment {
    /// Whether it renews, when, and as what, divided by slashes; what is absent is empty, a product follows an equals
    /// sign.
    ///
    /// Commitments are rare, so they share one column.
    var stored: String {
        [
            self.willRenew.map { $0 ? "1" : "0" } ?? "",
            self.renewalAt.map { String($0.milliseconds) } ?? "",
            self.productID.map { "=" + $0.rawValue } ?? "",
        ].joined(separator: "/")
    }

    /// The commitment that a column holds.
    init(stored text: String) throws(RepositoryError) {
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .corrupt }
        let renewalAt = Int64(parts[1])
        guard ["", "0", "1"].contains(parts[0]), renewalAt != nil || parts[1].isEmpty else { throw .corrupt }
        self.init(
            willRenew: parts[0].isEmpty ? nil : parts[0] == "1",
            renewalAt: renewalAt.map(Instant.init(milliseconds:)),
            productID: parts[2].isEmpty ? nil : ProductID(String(decoding: parts[2].utf8.dropFirst(), as: UTF8.self))
        )
    }
}
