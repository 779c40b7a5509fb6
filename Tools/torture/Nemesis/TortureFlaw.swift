import ArgumentParser

/// A deliberate flaw, to show that the judgment notices it.
package enum TortureFlaw: String, CaseIterable, ExpressibleByArgument {
    /// The disk reports a sync without syncing; `synchronous=OFF` has the same effect.
    case diskLies = "disk-lies"
    /// The log that an earlier process left is not written again, and syncs often fail.
    case trustsTheLog = "trusts-the-log"
    /// The sender counts messages before they are answered, as if the server answered before its commit.
    case answersEarly = "answers-early"
    /// A receiver forgets an arrival, as if the server counted an event as sent without sending it.
    case forgetsArrival = "forgets-arrival"
    /// Two arrivals of an event stream are exchanged, as if an event did not wait for the earlier one.
    case exchangesArrivals = "exchanges-arrivals"
    /// An event arrives that the ledger does not have, as if the server published before its commit.
    case inventsArrival = "invents-arrival"
    /// Two workers send an event stream at the same time, as if a lease did not count between nodes.
    case holdsStreamTwice = "holds-stream-twice"
    /// A number is assigned twice, as if two nodes had read the same last one.
    case doublesNumber = "doubles-number"
    /// A number is skipped, as if a commit were lost and its successor were not.
    case skipsNumber = "skips-number"
    /// Each request to the App Store is sent twice, as if each node had a budget of its own.
    case countsAlone = "counts-alone"

    /// The flaws of a single server.
    static let ofOneServer = Self.allCases.filter { !$0.isOfClusters }
    /// The flaws of a cluster.
    static let ofACluster: [Self] = [
        .answersEarly, .forgetsArrival, .exchangesArrivals, .inventsArrival, .holdsStreamTwice, .doublesNumber,
        .skipsNumber,
        .countsAlone,
    ]

    /// Whether the flaw is invisible at a single server.
    var isOfClusters: Bool {
        switch self {
        case .holdsStreamTwice, .doublesNumber, .skipsNumber, .countsAlone: true
        default: false
        }
    }

    /// Whether only the receivers' log is wrong, and not the server.
    var isOfReceivers: Bool {
        switch self {
        case .diskLies, .trustsTheLog, .answersEarly: false
        case .forgetsArrival, .exchangesArrivals, .inventsArrival: true
        case .holdsStreamTwice, .doublesNumber, .skipsNumber, .countsAlone: true
        }
    }
}
