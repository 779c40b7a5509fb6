/// Where a piece of evidence comes from.
package enum EvidenceOrigin: String, Hashable, Sendable, CaseIterable {
    /// The coins of the purchase that were spent.
    case wallet
    /// The time of its period that had passed.
    case time
    /// The delivery: of what was not handed over nothing was consumed.
    case delivery
    /// The shop said so beforehand.
    case shop
    /// The shop said so when it was asked.
    case asked
    /// The catalogue.
    case catalogue
    /// What the shop says of the customer, whatever he bought.
    case facts
}
