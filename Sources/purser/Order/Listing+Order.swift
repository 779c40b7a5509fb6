import PurserService

extension Listing {
    /// The list that a task about orders asks for; `nil` where it asks for none.
    static func orders(_ deed: OrderTask.Deed) -> Listing? {
        switch deed {
        case .list(OrderTask.queueWithoutOrder, _, _): self.payments
        case .list(let queue, _, _):
            self.orders("No order is in the queue \(queue). To see another: purser orders list --queue NAME")
        case .listOf:
            self.orders("This customer has no orders. To find the customer by any id: purser customers lookup ID")
        case .show, .cancel, .note, .block: nil
        }
    }

    private static func orders(_ none: String) -> Listing {
        Listing(
            none: Said(none),
            [
                Column("ORDER", of: "id"), Column("STATE", of: "state"), Column("CUSTOMER", of: "customer"),
                Column("PRODUCT", of: "product"), Column("QUANTITY", of: "quantity", isNumber: true),
                Column("CREATED", of: "createdAt"), Column("FLAGS", of: "flags"),
            ]
        )
    }

    private static let payments = Listing(
        none: "No purchase is without an order. To see orders: purser orders list",
        [
            Column("TRANSACTION", of: "transaction"), Column("CUSTOMER", of: "customer", none: "nobody"),
            Column("PRODUCT", of: "product"), Column("QUANTITY", of: "quantity", isNumber: true),
            Column("PURCHASED", of: "purchasedAt"), Column("ENVIRONMENT", of: "environment"),
            Column("REFUNDED", of: "refundedAt"),
        ]
    )
}
