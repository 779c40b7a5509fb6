/// The names of files on their way from a backup to the database's place.
enum RestoredFile {
    /// While the backup is copied and checked; whatever bears it may be removed.
    static let partialSuffix = ".restore-partial"
    /// From when it is complete until it is in its place.
    ///
    /// While a file bears it, nobody opens the database.
    static let readySuffix = ".restore-ready"
    /// What the replaced database is called from then on, with the instant behind it.
    static let asideSuffix = ".before-restore-"
}
