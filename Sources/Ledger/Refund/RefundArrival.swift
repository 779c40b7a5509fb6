/// When a customer has his money once Apple has granted a refund, as support may tell him.
package enum RefundArrival: Hashable, Sendable {
    /// Within so many hours, to the balance of his Apple Account.
    case hours(Int64)
    /// Within so many working days, to his card or bank.
    case workingDays(from: Int64, to: Int64)

    /// To the balance of an Apple Account.
    package static let balance = Self.hours(36)
    /// To a card, a bank or a wallet of others.
    package static let elsewhere = Self.workingDays(from: 7, to: 15)
}
