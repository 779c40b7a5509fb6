import ArgumentParser

/// A way in which something is wrong on purpose, to show that the judgement notices.
package enum TortureFlaw: String, CaseIterable, ExpressibleByArgument {
    /// The disk says that it syncs, and does not; to a disk, `synchronous=OFF` looks the same.
    case diskLies = "disk-lies"
    /// The log that an earlier process left is not made durable by being written again, and syncs fail a lot.
    case trustsTheLog = "trusts-the-log"
    /// The sender counts what it sends before it was answered, as if the server answered before its commit.
    case answersEarly = "answers-early"
    /// A receiver forgets something that it took, as if the server counted it as told without telling it.
    case forgetsArrival = "forgets-arrival"
    /// Two arrivals of a lane are exchanged, as if an event did not wait for the earlier one.
    case exchangesArrivals = "exchanges-arrivals"
    /// Something arrived that the books do not hold, as if the server told what was not durable yet.
    case inventsArrival = "invents-arrival"

    /// Whether the server is as it should be, and only what receivers wrote down is not.
    var isOfReceivers: Bool {
        switch self {
        case .diskLies, .trustsTheLog, .answersEarly: false
        case .forgetsArrival, .exchangesArrivals, .inventsArrival: true
        }
    }
}
