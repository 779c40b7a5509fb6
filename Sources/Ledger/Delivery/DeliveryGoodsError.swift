/// Why it cannot be said what a purchase pays for.
package enum DeliveryGoodsError: Error, Hashable, Sendable {
    /// Its quantity is zero or less.
    case quantity
    /// It brings more coins than can be counted.
    case tooMany
}
