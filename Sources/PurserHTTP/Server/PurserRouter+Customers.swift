import Hummingbird
import Ledger
import PurserService

extension PurserRouter {
    /// The customer as a resource, whose purchases are, and lookups, as the OpenAPI document describes them.
    static let customerOperations: [APIOperation] =
        CustomerResourceRoutes.operations + ConsentRoutes.operations + CustomerHistoryRoutes.operations
        + OwnershipRoutes.operations + LookupRoutes.operations + RiskRoutes.operations

    /// Adds the customer as a resource, whose purchases are, and lookups.
    static func addCustomers(_ parts: Parts, store: StoreDesk?, to shop: RouterGroup<ShopContext>) {
        let desk = CustomerDesk(
            repository: parts.repository,
            ambient: parts.ambient,
            audit: AuditLog(repository: parts.repository, ambient: parts.ambient),
            store: store
        )
        CustomerResourceRoutes(desk: desk, limits: parts.limits, now: parts.ambient.now).add(to: shop)
        ConsentRoutes(desk: desk, limits: parts.limits, now: parts.ambient.now).add(to: shop)
        CustomerHistoryRoutes(desk: desk).add(to: shop)
        OwnershipRoutes(desk: desk, limits: parts.limits).add(to: shop)
        LookupRoutes(desk: desk).add(to: shop)
        RiskRoutes(
            exchange: RiskExchange(
                desk: RiskDesk(repository: parts.repository, ambient: parts.ambient, apps: parts.apps)
            )
        ).add(to: shop)
    }
}
