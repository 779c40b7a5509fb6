/// Keeps the catalogues that were applied.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol CatalogueRepository: Sendable {
    /// Keeps a version with its text if its number follows the newest of its app, and says whether it did.
    func keep(_ version: CatalogueVersion, text: CatalogueText) async throws(RepositoryError) -> Bool

    /// The versions of an app, newest first, those before a number where one is given.
    func catalogueVersions(
        of app: AppName,
        before number: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [CatalogueVersion]

    /// The text of a version, or `nil` when there is none of this number.
    func catalogueText(_ number: Int64, of app: AppName) async throws(RepositoryError) -> CatalogueText?
}
