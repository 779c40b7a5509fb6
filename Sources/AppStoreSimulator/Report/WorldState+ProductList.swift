import AppStore

extension WorldState {
    /// Answers a request about the products of an app.
    func answerProducts(_ operation: ConnectOperation, _ request: AppleAPIRequest) throws(ReportFault) -> [UInt8] {
        switch operation {
        case .inAppPurchases(let app):
            let place = try self.place(ofApp: app)
            let products = self.catalogues[place].products.filter { $0.period == nil }
            return try ConnectPage(products, request, maximum: 200)
                .json { self.resource("inAppPurchases", $0, in: place) }
        case .subscriptionGroups(let app):
            let place = try self.place(ofApp: app)
            let groups = Set(self.catalogues[place].products.compactMap(\.group)).sorted()
            return try ConnectPage(groups, request, maximum: 200)
                .json { Self.resource("subscriptionGroups", id: $0, [("referenceName", $0)]) }
        case .subscriptions(let group):
            let place = self.catalogues.firstIndex { $0.products.contains { $0.group == group } }
            guard let place else {
                throw .notFound("There is no resource of type 'subscriptionGroups' with id '\(group)'")
            }
            let products = self.catalogues[place].products.filter { $0.group == group }
            return try ConnectPage(products, request, maximum: 200)
                .json { self.resource("subscriptions", $0, in: place) }
        default: throw .path
        }
    }

    private func place(ofApp number: String) throws(ReportFault) -> Int {
        guard let place = self.apps.firstIndex(where: { String($0.appAppleId) == number }) else {
            throw .notFound("There is no resource of type 'apps' with id '\(number)'")
        }
        return place
    }

    private func resource(_ type: String, _ product: WorldProduct, in place: Int) -> JSONValue {
        let number = World.storeNumber(of: product, in: self.apps[place], seed: self.seed)
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
