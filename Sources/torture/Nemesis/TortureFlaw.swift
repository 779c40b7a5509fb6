import ArgumentParser

/// A way in which something is wrong on purpose, to show that the judgement notices.
enum TortureFlaw: String, CaseIterable, ExpressibleByArgument {
    /// The disk says that it syncs, and does not; to a disk, `synchronous=OFF` looks the same.
    case diskLies = "disk-lies"
    /// The log that an earlier process left is not made durable by being written again, and syncs fail a lot.
    case trustsTheLog = "trusts-the-log"
    /// The sender counts what it sends before it was answered, as if the server answered before its commit.
    case answersEarly = "answers-early"
}
