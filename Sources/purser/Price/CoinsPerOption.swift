import ArgumentParser
import Ledger
import PurserService

/// The coins that one unit of a currency is worth, as an option: `CNY=66`.
struct CoinsPerOption: ExpressibleByArgument {
    /// The rate.
    let rate: CoinRate

    /// Returns the rate of a spelling, or `nil` when it is none.
    ///
    /// Up to three decimals are taken: `JPY=0.5`.
    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        // A rate in thousandths of a coin for one unit is as many coins for a thousand units.
        guard parts.count == 2, let coins = Money(spelling: "\(parts[0]) \(parts[1])"),
            let rate = CoinRate(
                coins: Int(clamping: coins.amountMilliunits),
                for: Money(amountMilliunits: 1_000_000, currency: coins.currency)
            )
        else { return nil }
        self.rate = rate
    }
}
