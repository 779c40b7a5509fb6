/// What an app's configuration says of its account at App Store Connect, by which reports of other accounts are refused.
package struct ReportAccount: Hashable, Sendable {
    /// Apple's number of the vendor; `nil` where none is configured.
    package let vendor: String?
    /// The app's SKU, which reports name it by; `nil` where none is configured.
    package let sku: String?

    /// An account of these values.
    package init(vendor: String? = nil, sku: String? = nil) {
        self.vendor = vendor
        self.sku = sku
    }
}
