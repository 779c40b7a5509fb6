import Ledger
import PurserService

extension ExplorerServer {
    /// The order service with the server's clock.
    var orderService: OrderService {
        let now = self.now
        return OrderService(
            repository: self.repository,
            ambient: Ambient(now: { now }, randomBytes: { count in Array(repeating: 7, count: count) })
        )
    }

    /// Makes an order for coins.
    func makeOrder(_ ordering: ExplorerOrdering) async throws {
        guard !self.isDown, let customer = CustomerID(ordering.customer) else { return }
        let number = self.orders.count + 1
        var generator = SeededGenerator(seed: UInt64(number) &* 0x9e37_79b9)
        let order = ExplorerOrder(
            id: OrderID("order-\(number)"),
            customer: customer,
            token: AccountToken(high: generator.next(), low: generator.next()),
            product: "coins.100",
            quantity: ordering.quantity
        )
        let draft = OrderDraft(
            customer: customer,
            productID: ProductID(order.product),
            quantity: Int64(order.quantity),
            id: order.id.rawValue,
            token: order.token,
            environment: self.environment
        )
        _ = try await self.orderService.create(draft, in: self.app, by: "explorer")
        self.note(order)
        self.count(.ordered)
        self.log("\(ordering.customer) orders \(order.quantity) \(order.product)")
    }

    /// Calls an order off, if it can be.
    func cancel(_ order: ExplorerOrder) async throws {
        guard !self.isDown else { return }
        do throws(OrderError) {
            _ = try await self.orderService.cancel(order.id, in: self.app, by: "explorer", reason: nil)
            self.count(.orderCanceled)
            self.log("\(order.id) is called off")
        } catch {
            // One that has closed is as good as removed, whether it is or not.
            let isClosed = try await self.orderService.order(order.id, in: self.app).isClosed(at: self.now)
            guard error == .alreadyPaid || error == .unknownOrder && isClosed else { throw error }
            self.log("\(order.id): \(error.code)")
        }
    }

    /// Returns a customer's order by its index counted back from the newest, modulo the number of orders.
    func order(of customer: String, back: Int) -> ExplorerOrder? {
        let own = self.orders.filter { $0.customer.rawValue == customer }
        return own.isEmpty ? nil : own[own.count - 1 - back % own.count]
    }

    /// Spends coins of a customer if the balance is sufficient.
    func spend(_ spending: ExplorerSpending) async throws {
        guard !self.isDown, let customer = CustomerID(spending.customer) else { return }
        let order = WalletRequest(
            .spend(spending.quantity),
            cause: .call,
            key: "spend/\(self.nextSpending())",
            reason: "spent",
            at: self.now
        )
        let wallet = WalletName(
            app: self.app.name,
            environment: self.environment,
            customer: customer,
            coin: CoinName("coins")
        )
        guard
            case .success = try await self.repository.write({ unit in
                try unit.carryOut(order, on: wallet, terms: Coin())
            })
        else {
            return self.count(.spentTooMuch)
        }
        if self.repository.flaw == .spendsTwice {
            let again = WalletRequest(
                order.kind,
                cause: .call,
                key: order.key.rawValue + "/2",
                reason: "again",
                at: order.at
            )
            _ = try await self.repository.write { unit in try unit.carryOut(again, on: wallet, terms: Coin()) }
        }
        self.count(.spent)
        self.noteSpent(spending.quantity)
    }
}

/// An order that the server was asked to make, as its customer's app remembers it.
struct ExplorerOrder: Hashable, Sendable {
    /// Its name.
    let id: OrderID
    /// The customer who ordered.
    let customer: CustomerID
    /// The token for StoreKit.
    let token: AccountToken
    /// The product.
    let product: String
    /// The quantity.
    let quantity: Int
}
