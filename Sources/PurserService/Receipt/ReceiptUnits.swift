import Ledger

/// What a receipt shows, cut into units of work that each take a bounded share of a repository's time.
///
/// The purchases of a chain stay together. What is cut apart can be recorded again and in part without harm: each unit is
/// whole by itself, and the law of the ledger holds over their number and order.
struct ReceiptUnits {
    /// As many purchases as one unit has, unless a chain alone has more.
    static let size = 500

    /// The units, in order; one even where the receipt has no purchase.
    private(set) var intakes: [Intake] = []

    /// The units of these purchases, of which `submissions` are submitted, the first of them foremost.
    init(_ snapshots: [TransactionSnapshot], submissions: [Submission], like unit: Intake) {
        var order: [OriginalTransactionID] = []
        var chains: [OriginalTransactionID: [TransactionSnapshot]] = [:]
        for snapshot in snapshots {
            if chains[snapshot.originalTransactionID] == nil { order.append(snapshot.originalTransactionID) }
            chains[snapshot.originalTransactionID, default: []].append(snapshot)
        }
        var shares: [[TransactionSnapshot]] = [[]]
        for id in order {
            guard let chain = chains[id] else { continue }
            if let last = shares.last, !last.isEmpty, last.count + chain.count > Self.size { shares.append([]) }
            shares[shares.count - 1] += chain
        }
        let wanted = Dictionary(submissions.map { ($0.transactionID, $0) }) { first, _ in first }
        for share in shares {
            var intake = unit
            // The receipt itself is kept once, with the first.
            if !self.intakes.isEmpty { intake.evidence = [] }
            intake.transactions = share
            var own = share.compactMap { wanted[$0.transactionID] }
            if let first = submissions.first, let place = own.firstIndex(of: first) {
                own.insert(own.remove(at: place), at: 0)
            }
            intake.submission = own.first
            intake.otherSubmissions = Array(own.dropFirst())
            if own.isEmpty { intake.customerTokens = [] }
            self.intakes.append(intake)
        }
    }
}
