/// An order at its place in lists.
package struct PlacedOrder: Hashable, Sendable {
    /// Its place: orders made later have greater ones.
    package let position: Int64
    /// The order.
    package let record: OrderRecord

    /// An order at a place.
    package init(position: Int64, record: OrderRecord) {
        self.position = position
        self.record = record
    }
}
