import AppStore

/// The filter of a transaction history request, by Apple's parameters.
struct HistoryFilter {
    private let start: Int64?
    private let end: Int64?
    private let products: Set<String>
    private let types: Set<String>
    private let groups: Set<String>
    private let ownership: String?
    private let isRevoked: Bool?
    /// Whether the newest change is first.
    let isDescending: Bool

    /// Reads the parameters; throws Apple's code for the first that is invalid.
    init(_ request: AppleAPIRequest) throws(AppleAPIError) {
        self.start = try request.parameter("startDate").map { text throws(AppleAPIError) in
            guard let instant = Int64(text), instant >= 0 else { throw .startDate }
            return instant
        }
        self.end = try request.parameter("endDate").map { text throws(AppleAPIError) in
            guard let instant = Int64(text), instant >= 0 else { throw .endDate }
            return instant
        }
        if let start, let end, start >= end { throw .startDateAfterEndDate }
        self.products = Set(request.parameters("productId"))
        guard !self.products.contains("") else { throw .productId }
        self.types = Set(request.parameters("productType"))
        guard self.types.isSubset(of: HistoryProductType.allKnown.map(\.rawValue)) else { throw .productType }
        self.groups = Set(request.parameters("subscriptionGroupIdentifier"))
        guard !self.groups.contains("") else { throw .groupIdentifier }
        self.ownership = request.parameter("inAppOwnershipType")
        if let ownership, !InAppOwnershipType.allKnown.map(\.rawValue).contains(ownership) { throw .ownershipType }
        switch request.parameter("sort") {
        case nil, "ASCENDING"?: self.isDescending = false
        case "DESCENDING"?: self.isDescending = true
        default: throw .sort
        }
        // Apple's Python library writes True and False.
        let revoked = request.parameter("revoked")?.lowercased()
        switch (revoked, request.parameter("excludeRevoked")?.lowercased()) {
        case ("true"?, _): self.isRevoked = true
        case ("false"?, _): self.isRevoked = false
        case (nil, "true"?): self.isRevoked = false
        case (nil, nil), (nil, "false"?): self.isRevoked = nil
        case (nil, _): throw .excludeRevoked
        default: throw .revoked
        }
    }

    /// A text that identifies the filter: equal filters have equal texts.
    var question: String {
        let texts = [
            self.start.map { String($0) } ?? "-", self.end.map { String($0) } ?? "-",
            self.products.sorted().joined(separator: ","), self.types.sorted().joined(separator: ","),
            self.groups.sorted().joined(separator: ","), self.ownership ?? "-",
            self.isRevoked.map { String($0) } ?? "-", String(self.isDescending),
        ]
        return texts.joined(separator: "|")
    }

    /// Returns whether a transaction matches.
    func admits(_ facts: TransactionFacts, _ product: WorldProduct) -> Bool {
        (self.start.map { facts.purchasedAt >= $0 } ?? true)
            && (self.end.map { facts.purchasedAt < $0 } ?? true)
            && (self.products.isEmpty || self.products.contains(product.id))
            && (self.types.isEmpty || self.types.contains(product.historyType.rawValue))
            && (self.groups.isEmpty || product.group.map { self.groups.contains($0) } ?? false)
            && (self.ownership.map { $0 == facts.ownership.type.rawValue } ?? true)
            && (self.isRevoked.map { $0 == (facts.condition.revocation != nil) } ?? true)
    }
}

extension WorldProduct {
    /// Apple's name of the kind in the history's parameters.
    fileprivate var historyType: HistoryProductType {
        switch self.kind {
        case .autoRenewable: .autoRenewable
        case .nonRenewing: .nonRenewable
        case .consumable: .consumable
        case .nonConsumable: .nonConsumable
        }
    }
}
