package import Ledger

/// A page of versions as our JSON, newest first.
package struct CatalogueVersionsBody: Codable, Hashable, Sendable {
    /// The versions.
    package let versions: [CatalogueVersionBody]
    /// The cursor of the next page; `nil` at the end.
    package let next: String?

    /// A page of versions, of which one more than `limit` was read when there are more.
    package init(_ versions: [CatalogueVersion], limit: Int) {
        let page = versions.prefix(limit)
        self.versions = page.map(CatalogueVersionBody.init)
        self.next = versions.count > limit ? page.last.map { "\($0.number)" } : nil
    }
}
