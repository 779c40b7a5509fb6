/// All prices of an in-app purchase: those that the developer set, and those that Apple derives from the base
/// storefront's.
public struct ConnectPriceSchedule: Hashable, Sendable {
    /// The storefront whose price the automatic ones follow.
    public let baseTerritory: ConnectTerritory
    /// What the developer set.
    public let manualPrices: [ConnectPrice]
    /// What Apple derived.
    public let automaticPrices: [ConnectPrice]
}
