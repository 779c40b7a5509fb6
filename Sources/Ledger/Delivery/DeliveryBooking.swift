/// That goods were handed over or taken back by a booking of this server.
package struct DeliveryBooking: Hashable, Sendable {
    /// The coins that were taken back in all, by name.
    package let recovered: [String: Int]?

    /// A booking that took so much back.
    package init(recovered: [String: Int]? = nil) {
        self.recovered = recovered
    }
}
