/// A page of a list, with the link to the next one.
public struct ConnectPage<Item: Sendable>: Sendable {
    /// The elements of this page.
    public let items: [Item]
    /// The number of elements of the whole list, if Apple states it.
    public let total: Int?
    /// The link to the next page; `nil` on the last.
    public let nextLink: String?
    /// Decodes an element from a resource.
    let item: @Sendable (_ resource: ConnectResource) throws(ConnectError) -> Item

    /// Decodes a page.
    ///
    /// - Throws: ``ConnectError/unreadable``.
    init(
        _ body: [UInt8],
        item: @escaping @Sendable (_ resource: ConnectResource) throws(ConnectError) -> Item
    ) throws(ConnectError) {
        let root = try ConnectResource.document(body)
        guard case .array(let data)? = root["data"] else { throw .unreadable }
        let included = ConnectResource.included(in: root)
        var items: [Item] = []
        items.reserveCapacity(data.count)
        for value in data { items.append(try item(try ConnectResource(value, included: included))) }
        self.items = items
        self.item = item
        switch root["links"]?["next"] {
        case .string(let link)?: self.nextLink = link
        case nil, .null?: self.nextLink = nil
        // In JSON:API a link can be an object with metadata.
        case .some(let link):
            guard case .string(let link)? = link["href"] else { throw .unreadable }
            self.nextLink = link
        }
        if case .number(let total)? = root["meta"]?["paging"]?["total"] {
            self.total = Int(total)
        } else {
            self.total = nil
        }
    }
}
