/// What is wanted of a delivery: a function of the evidence, and of nothing that has happened.
package struct DeliveryDemand: Hashable, Sendable {
    /// Whether the goods are to be with the customer, as long as they are not yet.
    package enum Handing: Hashable, Sendable {
        /// They are.
        case deliver
        /// Not before something else is known.
        case wait(DeliveryReason)
        /// They are, and cannot be counted: a person decides.
        case park(DeliveryReason)
        /// They are not.
        case nothing(DeliveryReason)
    }

    /// All of something, in thousandths of a percent.
    package static let all = 100_000

    /// Whether the goods are to be handed over, if they were not.
    package let handing: Handing
    /// How much of goods that were handed over is to be taken back in all, in thousandths of a percent.
    package let taken: Int
    /// What taking back means for this product.
    package let consequence: RefundConsequence

    /// A demand of these values.
    package init(handing: Handing, taken: Int, consequence: RefundConsequence) {
        self.handing = handing
        self.taken = taken
        self.consequence = consequence
    }
}
