import AppStore
import Ledger
package import PurserService

extension Configuration.App {
    /// Where Apple's server interfaces are for it; `nil` where they are not asked.
    ///
    /// Where a simulated world is trusted, only the addresses of the configuration are asked, never Apple.
    func appStoreHosts(trust: Configuration.Trust) -> AppStoreHosts? {
        guard let credentials = self.appStore else { return nil }
        guard case .apple = trust else {
            return AppStoreHosts(production: credentials.production, sandbox: credentials.sandbox)
        }
        return AppStoreHosts(
            production: credentials.production.isEmpty ? AppStoreHosts.apple.production : credentials.production,
            sandbox: credentials.sandbox.isEmpty ? AppStoreHosts.apple.sandbox : credentials.sandbox
        )
    }

    /// The hosts that are asked for it, in the order of their importance.
    fileprivate func linkTargets(trust: Configuration.Trust) -> [LinkTarget] {
        var targets: [LinkTarget?] = []
        if let hosts = self.appStoreHosts(trust: trust) {
            let environments: [(StoreEnvironment, [String])] = [
                (.production, hosts.production), (.sandbox, hosts.sandbox),
            ]
            for (environment, addresses) in environments where self.environments.contains(environment) {
                targets += addresses.map { LinkTarget($0, .serverAPI) }
            }
        } else if !self.sharedSecrets.isEmpty, let address = self.verifyReceipt {
            switch address {
            case .apple: targets += VerifyReceiptClient.addresses.map { LinkTarget($0, .verifyReceipt) }
            case .below(let base): targets.append(LinkTarget(base + "/verifyReceipt", .verifyReceipt))
            }
        }
        if let credentials = self.appStoreConnect {
            let isApple = if case .apple = trust { true } else { false }
            let address = credentials.address ?? (isApple ? ConnectClient.address : nil)
            targets.append(address.flatMap { LinkTarget($0, .connect) })
        }
        return targets.compactMap(\.self)
    }
}

extension Configuration {
    /// The hosts of Apple's that the server asks, each once; of a simulated world only the addresses that are written.
    package var linkTargets: [LinkTarget] {
        var targets = self.apps.flatMap { $0.linkTargets(trust: self.trust) }
        if case .apple = self.trust, let responder = LinkTarget(OCSPRequest.appleResponder, .ocsp) {
            targets.append(responder)
        }
        return LinkTarget.unique(targets)
    }
}
