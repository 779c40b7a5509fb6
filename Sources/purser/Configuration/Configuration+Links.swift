import AppStore
import Ledger
package import PurserService

extension Configuration.App {
    /// Returns the hosts of Apple's server APIs for the app; `nil` if the server does not call them.
    ///
    /// With a simulated store, the server calls only configured addresses, never Apple.
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

    /// Returns the hosts that the server calls for the app, the most important first.
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
    /// Apple's hosts that the server calls, each once; with a simulated store, only configured addresses.
    package var linkTargets: [LinkTarget] {
        var targets = self.apps.flatMap { $0.linkTargets(trust: self.trust) }
        if case .apple = self.trust, let responder = LinkTarget(OCSPRequest.appleResponder, .ocsp) {
            targets.append(responder)
        }
        return LinkTarget.unique(targets)
    }
}
