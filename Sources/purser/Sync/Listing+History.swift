extension Listing {
    /// How far the history of notifications of each app has been read.
    static let histories = Listing(
        none: "No app has a key for Apple's server API, so no history can be read. See what is missing: purser doctor",
        [
            Column("APP", of: "app"), Column("ENVIRONMENT", of: "environment"),
            Column("COMPLETE UP TO", of: "completeUpTo", none: "not read yet"),
        ]
    )
}
