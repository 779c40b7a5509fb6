/// The bounds of what an import reads, so that its memory does not depend on its file.
package enum ImportLimits {
    /// The longest row in bytes: a receipt of 8 MB, which is as much as is taken anywhere, and what stands beside it.
    package static let rowBytes = 8 * 1024 * 1024 + 64 * 1024
    /// The most columns of a CSV file; there are eight that mean something.
    package static let columns = 256
    /// How many rows are kept in one unit of work.
    package static let batchRows = 500
    /// The longest text of a bad value that is kept to be shown, in bytes.
    package static let shownBytes = 64
    /// The most purchases that one receipt may name.
    package static let receiptPurchases = 5000
}
