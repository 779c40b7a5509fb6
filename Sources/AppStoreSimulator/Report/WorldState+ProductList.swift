import AppStore

extension WorldState {
    /// Responds to a request about the products of an app.
    func answerProducts(_ operation: ConnectOperation, _ request: AppleAPIRequest) throws(ConnectAPIError) -> [UInt8] {
        switch operation {
        case .inAppPurchases(let app):
            let index = try self.index(ofApp: app)
            let products = self.catalogs[index].products.filter { $0.period == nil }
            return try ConnectPage(products, request, maximum: 200)
                .json { self.resource("inAppPurchases", $0, in: index) }
        case .subscriptionGroups(let app):
            let index = try self.index(ofApp: app)
            let groups = Set(self.catalogs[index].products.compactMap(\.group)).sorted()
            return try ConnectPage(groups, request, maximum: 200)
                .json { Self.resource("subscriptionGroups", id: $0, [("referenceName", $0)]) }
        case .subscriptions(let group):
            let index = self.catalogs.firstIndex { $0.products.contains { $0.group == group } }
            guard let index else {
                throw .notFound("There is no resource of type 'subscriptionGroups' with id '\(group)'")
            }
            let products = self.catalogs[index].products.filter { $0.group == group }
            return try ConnectPage(products, request, maximum: 200)
                .json { self.resource("subscriptions", $0, in: index) }
        default: throw .path
        }
    }

    private func index(ofApp number: String) throws(ConnectAPIError) -> Int {
        guard let index = self.apps.firstIndex(where: { String($0.appAppleId) == number }) else {
            throw .notFound("There is no resource of type 'apps' with id '\(number)'")
        }
        return index
    }

    private func resource(_ type: String, _ product: WorldProduct, in index: Int) -> JSONValue {
        let number = World.storeNumber(of: product, in: self.apps[index], seed: self.seed)
        return Self.resource(type, id: String(number), [("name", product.id), ("productId", product.id)])
    }

    private static func resource(_ type: String, id: String, _ attributes: [(String, String)]) -> JSONValue {
        .object([
            JSONMember(key: "type", value: .string(type)), JSONMember(key: "id", value: .string(id)),
            JSONMember(
                key: "attributes",
                value: .object(attributes.map { JSONMember(key: $0.0, value: .string($0.1)) })
            ),
        ])
    }
}
