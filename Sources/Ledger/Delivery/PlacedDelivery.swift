/// A delivery and its place among those of its app.
package struct PlacedDelivery: Hashable, Sendable {
    /// Its place; a later one was made later.
    package let position: Int64
    /// The delivery.
    package let delivery: Delivery

    /// A delivery at a place.
    package init(position: Int64, delivery: Delivery) {
        self.position = position
        self.delivery = delivery
    }
}
