import ArgumentParser

/// A way in which something is wrong on purpose, to show that the judgment notices.
package enum TortureFlaw: String, CaseIterable, ExpressibleByArgument {
    /// The disk says that it syncs, and does not; to a disk, `synchronous=OFF` looks the same.
    case diskLies = "disk-lies"
    /// The log that an earlier process left is not made durable by being written again, and syncs fail a lot.
    case trustsTheLog = "trusts-the-log"
    /// The sender counts what it sends before it was answered, as if the server answered before its commit.
    case answersEarly = "answers-early"
    /// A receiver forgets something that it took, as if the server counted it as told without telling it.
    case forgetsArrival = "forgets-arrival"
    /// Two arrivals of an event stream are exchanged, as if an event did not wait for the earlier one.
    case exchangesArrivals = "exchanges-arrivals"
    /// Something arrived that the ledger does not hold, as if the server told what was not durable yet.
    case inventsArrival = "invents-arrival"
    /// An event stream is told by two at a time, as if a lease did not count between nodes.
    case holdsStreamTwice = "holds-stream-twice"
    /// A number is given out twice, as if two nodes had read the same last one.
    case doublesNumber = "doubles-number"
    /// A number is skipped, as if a commit were lost whose successor was not.
    case skipsNumber = "skips-number"
    /// Each question to the App Store is put twice, as if each node had a budget of its own.
    case countsAlone = "counts-alone"

    /// Those of one server by itself.
    static let ofOneServer = Self.allCases.filter { !$0.isOfClusters }
    /// Those of which a cluster may have one.
    static let ofACluster: [Self] = [
        .answersEarly, .forgetsArrival, .exchangesArrivals, .inventsArrival, .holdsStreamTwice, .doublesNumber,
        .skipsNumber,
        .countsAlone,
    ]

    /// Whether there is nothing of it to be seen at a single server.
    var isOfClusters: Bool {
        switch self {
        case .holdsStreamTwice, .doublesNumber, .skipsNumber, .countsAlone: true
        default: false
        }
    }

    /// Whether the server is as it should be, and only what receivers wrote down is not.
    var isOfReceivers: Bool {
        switch self {
        case .diskLies, .trustsTheLog, .answersEarly: false
        case .forgetsArrival, .exchangesArrivals, .inventsArrival: true
        case .holdsStreamTwice, .doublesNumber, .skipsNumber, .countsAlone: true
        }
    }
}
