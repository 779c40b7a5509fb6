import Notation

extension WorldAction {
    /// The storefront the action names.
    func storefrontValue() throws(WorldError) -> WorldStorefront? {
        guard let code = self.storefront else { return nil }
        guard let storefront = WorldStorefront(code: code) else { throw .invalidValue(field: "storefront", code) }
        return storefront
    }

    /// The token the action names, in lower case as Apple writes it.
    func tokenValue() throws(WorldError) -> String? {
        guard let token = self.token else { return nil }
        let groups = token.split(separator: "-", omittingEmptySubsequences: false)
        let isUUID =
            groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.utf8.allSatisfy(Hexadecimal.isDigit) }
        guard isUUID else { throw .invalidValue(field: "token", token) }
        return token.lowercased()
    }

    /// The days the action names: 1 to 90, as Apple allows.
    func daysValue() throws(WorldError) -> Int {
        guard let days = self.days, (1...90).contains(days) else {
            throw .invalidValue(field: "days", "\(self.days ?? 0)")
        }
        return days
    }

    /// The billing plan the action names, which the product must have.
    func planValue(of product: WorldProduct) throws(WorldError) -> WorldBillingPlan.Kind? {
        guard let text = self.plan else { return nil }
        guard let kind = WorldBillingPlan.Kind(rawValue: text),
            product.billingPlans.contains(where: { $0.kind == kind && $0.isEnabled })
        else { throw .invalidValue(field: "plan", text) }
        return kind
    }
}
