/// Who said that goods were handed over.
package enum DeliveryConfirmer: String, Hashable, Sendable, CaseIterable {
    /// The fulfiller answered 2xx.
    case fulfiller
    /// The shop called.
    case shop
    /// An operator said so.
    case `operator`
    /// They were booked into a wallet of this server.
    case booking
}
