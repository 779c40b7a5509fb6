import Ledger
import PurserService

extension ExplorerServer {
    /// Lets a customer spend coins, if he has so many.
    func spend(_ spending: ExplorerSpending) async throws {
        guard !self.isDown, let customer = CustomerID(spending.customer) else { return }
        let order = WalletOrder(
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
        guard case .success = try await self.repository.carryOut(order, on: wallet, terms: Coin()) else {
            return self.count(.spentTooMuch)
        }
        self.count(.spent)
        self.noteSpent(spending.quantity)
    }
}
