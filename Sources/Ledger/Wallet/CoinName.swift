/// The name of a kind of coins, as the catalogue spells it.
package typealias CoinName = Identifier<Coin>
