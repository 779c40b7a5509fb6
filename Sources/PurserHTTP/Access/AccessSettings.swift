package import Ledger

/// How the server decides who may call, and how often.
package struct AccessSettings: Sendable {
    /// How often.
    package var limits: CallLimits
    /// Whose word on who sent a request is believed.
    package var proxies: TrustedProxies
    /// The keys with which shops sign who their customers are, by app.
    package var customerTokens: [AppName: CustomerTokenKeys]

    /// Settings of these parts.
    package init(
        limits: CallLimits = CallLimits(),
        proxies: TrustedProxies = TrustedProxies(),
        customerTokens: [AppName: CustomerTokenKeys] = [:]
    ) {
        self.limits = limits
        self.proxies = proxies
        self.customerTokens = customerTokens
    }
}
