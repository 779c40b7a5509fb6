/// What came of blocking a customer, or of taking that back.
package struct KeptBlock: Hashable, Sendable {
    /// The block that stands now; `nil` where the customer is not blocked.
    package let block: CustomerBlock?
    /// Whether it was otherwise before.
    package let isNew: Bool

    /// What came of it.
    package init(_ block: CustomerBlock?, isNew: Bool) {
        self.block = block
        self.isNew = isNew
    }
}
