/// A case and its place among those of its app.
package struct PlacedRefund: Hashable, Sendable {
    /// Its place; a later one became known later.
    package let position: Int64
    /// The case.
    package let record: RefundRecord

    /// A case at a place.
    package init(position: Int64, record: RefundRecord) {
        self.position = position
        self.record = record
    }
}
