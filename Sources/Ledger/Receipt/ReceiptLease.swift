/// The right of one worker to ask Apple about a kept receipt, for a while.
package struct ReceiptLease: Hashable, Sendable {
    /// The receipt.
    package let receipt: KeptReceipt
    /// The number of the lease, which no other lease of these books has.
    package let number: Int64

    /// A lease of these values.
    package init(receipt: KeptReceipt, number: Int64) {
        self.receipt = receipt
        self.number = number
    }
}
