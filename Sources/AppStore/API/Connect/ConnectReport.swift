/// A sales report as it came.
public struct ConnectReport: Hashable, Sendable {
    /// The gzip file, untouched.
    public let gzip: [UInt8]
    /// The version in which Apple made it.
    public let version: String

    /// A report.
    public init(gzip: [UInt8], version: String) {
        self.gzip = gzip
        self.version = version
    }
}
