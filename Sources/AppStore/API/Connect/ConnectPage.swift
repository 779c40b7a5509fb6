/// One page of a list, and where the next one is.
public struct ConnectPage<Item: Sendable>: Sendable {
    /// The elements of this page.
    public let items: [Item]
    /// How many elements the whole list has, where Apple says so.
    public let total: Int?
    /// Where the next page is; `nil` behind the last.
    public let nextLink: String?
    /// Makes an element of a resource.
    let item: @Sendable (_ resource: ConnectResource) throws(ConnectError) -> Item

    /// Reads a page.
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
        // JSON:API lets a link be an object with more about it.
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
