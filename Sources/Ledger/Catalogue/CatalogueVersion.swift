/// What is known of a catalogue that was applied once.
package struct CatalogueVersion: Hashable, Sendable {
    /// How a catalogue came to be applied.
    package enum Origin: Hashable, Sendable, CaseIterable {
        /// The server found it in the file that its configuration names.
        case configuration
        /// Somebody applied it.
        case command
    }

    /// The app.
    package let app: AppName
    /// Its number; the first of an app is 1 and none is left out.
    package let number: Int64
    /// The name of its text.
    package let digest: CatalogueDigest
    /// When it was applied.
    package let appliedAt: Instant
    /// Who applied it.
    package let appliedBy: String
    /// How it came to be applied.
    package let origin: Origin
    /// Why, where a reason was given.
    package let note: String?

    /// A version of these values.
    package init(
        app: AppName,
        number: Int64,
        digest: CatalogueDigest,
        appliedAt: Instant,
        appliedBy: String,
        origin: Origin,
        note: String? = nil
    ) {
        self.app = app
        self.number = number
        self.digest = digest
        self.appliedAt = appliedAt
        self.appliedBy = appliedBy
        self.origin = origin
        self.note = note
    }
}
