extension World {
    /// The team key and the vendor number with which App Store Connect answers about sales and prices.
    public var reportAccount: ReportAccount { self.look { $0.account } }
}
