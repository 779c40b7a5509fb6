/// What customers of a world are like when they come.
public struct NewCustomers: Hashable, Sendable {
    /// Where they are, unless they are named with a storefront.
    public var storefront: WorldStorefront
    /// Whether a parent must approve their purchases.
    public var asksToBuy: Bool
    /// Whether the store interrupts their purchases.
    public var isInterrupted: Bool
    /// Whether their cards fail to renew.
    public var failsRenewals: Bool

    /// Customers in the United States who buy freely, unless said otherwise.
    public init(
        storefront: WorldStorefront = .usa,
        asksToBuy: Bool = false,
        isInterrupted: Bool = false,
        failsRenewals: Bool = false
    ) {
        self.storefront = storefront
        self.asksToBuy = asksToBuy
        self.isInterrupted = isInterrupted
        self.failsRenewals = failsRenewals
    }
}
