/// The right of one worker to look after a case, for a while.
package struct RefundLease: Hashable, Sendable {
    /// The case.
    package let record: RefundRecord
    /// The number of the lease, which no other lease of these books has.
    package let number: Int64

    /// A lease of these values.
    package init(record: RefundRecord, number: Int64) {
        self.record = record
        self.number = number
    }
}
