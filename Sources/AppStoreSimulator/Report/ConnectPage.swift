import AppStore
import Foundation

/// A page of a list of the App Store Connect API.
struct ConnectPage<Item> {
    /// The items of the page.
    private let items: ArraySlice<Item>
    private let total: Int
    private let limit: Int
    /// The URL of the next page, relative to this one's.
    private let next: String?
    private let included: Set<String>

    /// Creates the page that a request asks for with `limit` and `cursor`.
    init(_ all: [Item], _ request: AppleAPIRequest, maximum: Int) throws(ConnectAPIError) {
        let limitText = request.parameter("limit") ?? "\(min(50, maximum))"
        guard let limit = Int(limitText), (1...maximum).contains(limit) else { throw .invalid("limit", limitText) }
        let cursor = request.parameter("cursor") ?? "0"
        guard let start = Int(cursor), (0...all.count).contains(start) else { throw .invalid("cursor", cursor) }
        let end = min(start + limit, all.count)
        self.items = all[start..<end]
        self.total = all.count
        self.limit = limit
        self.included = Set(request.parameters("include").flatMap { $0.split(separator: ",").map(String.init) })
        guard end < all.count else {
            self.next = nil
            return
        }
        var address = URLComponents()
        address.path = request.path.last ?? ""
        let kept = request.query.filter { $0.name != "cursor" && $0.name != "limit" }
        address.queryItems =
            kept.map { URLQueryItem(name: $0.name, value: $0.value) } + [
                URLQueryItem(name: "limit", value: "\(limit)"), URLQueryItem(name: "cursor", value: "\(end)"),
            ]
        self.next = address.string
    }

    /// Returns the document: the resources, the included related resources, and the link to the next page.
    func json(
        _ resource: (Item) -> JSONValue,
        including related: (Item) -> [JSONValue] = { _ in [] }
    ) -> [UInt8] {
        var members = [JSONMember(key: "data", value: .array(self.items.map(resource)))]
        if !self.included.isEmpty {
            var seen: Set<JSONValue> = []
            let all = self.items.flatMap(related).filter { self.includes($0) && seen.insert($0).inserted }
            members.append(JSONMember(key: "included", value: .array(all)))
        }
        let links = self.next.map { [JSONMember(key: "next", value: .string($0))] } ?? []
        let paging = [
            JSONMember(key: "total", value: .number("\(self.total)")),
            JSONMember(key: "limit", value: .number("\(self.limit)")),
        ]
        members.append(JSONMember(key: "links", value: .object(links)))
        members.append(
            JSONMember(key: "meta", value: .object([JSONMember(key: "paging", value: .object(paging))]))
        )
        return JSONValue.object(members).json()
    }

    /// Returns whether a request includes resources of this type, by the name of the relationship.
    private func includes(_ resource: JSONValue) -> Bool {
        guard case .string(let type)? = resource["type"] else { return false }
        return type == "territories"
            ? self.included.contains("territory") : self.included.contains(String(type.dropLast()))
    }
}
