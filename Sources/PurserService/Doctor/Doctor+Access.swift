import AppStore
import Ledger

extension Doctor {
    /// Apple's answer to a harmless request in an environment.
    enum AccessStatus: Hashable {
        /// Apple accepts the token and knows the app.
        case accepted
        /// Apple rejects the token.
        case refused
        /// Apple accepts the token but does not know the app.
        case appUnknown
        /// Apple could not be reached.
        case unreachable
        /// Apple gave another answer.
        case failed(AppStoreError)
    }

    /// Asks each environment about a transaction that does not exist: an environment that accepts the token answers
    /// that the transaction is unknown.
    func accessStatuses(of app: ServedApp) async -> [StoreEnvironment: AccessStatus] {
        guard let client = app.appStore else { return [:] }
        var accessStatuses: [StoreEnvironment: AccessStatus] = [:]
        for environment in app.askable { accessStatuses[environment] = await Self.accessStatus(client, environment) }
        // A refusal in Production alone is ambiguous: the Sandbox shows whether the key is wrong or the app has no
        // release. The key of a simulated store is never sent to Apple.
        if self.roots == .apple, accessStatuses[.production] == .refused, accessStatuses[.sandbox] == nil {
            accessStatuses[.sandbox] = await Self.accessStatus(client, .sandbox)
        }
        return accessStatuses
    }

    private static func accessStatus(_ client: AppStoreClient, _ environment: StoreEnvironment) async -> AccessStatus {
        do throws(AppStoreError) {
            _ = try await client.send(
                .transactionInfo("1"),
                to: AppStoreEnvironment(environment),
                within: Self.requestDeadline
            )
            return .accepted
        } catch {
            switch error {
            case .unauthorized: return .refused
            case .unreachable, .timedOut, .interrupted: return .unreachable
            case .refused(let answer):
                switch answer.number?.rawValue {
                case 4_000_002, 4_040_003, 4_040_004: return .appUnknown
                // Whatever else Apple answers about the id, it has accepted the token.
                case .some where answer.status == 400 || answer.status == 404: return .accepted
                default: return .failed(error)
                }
            default: return .failed(error)
            }
        }
    }

    /// Returns the findings that follow from the answers of all environments.
    func accessFindings(_ app: ServedApp, _ accessStatuses: [StoreEnvironment: AccessStatus]) -> [DoctorFinding] {
        [StoreEnvironment.production, .sandbox].compactMap { environment in
            accessStatuses[environment].map { self.accessFinding(app, environment, $0, accessStatuses) }
        }
    }

    private func accessFinding(
        _ app: ServedApp,
        _ environment: StoreEnvironment,
        _ accessStatus: AccessStatus,
        _ accessStatuses: [StoreEnvironment: AccessStatus]
    ) -> DoctorFinding {
        func finding(
            _ code: DoctorFinding.Kind,
            _ severity: DoctorFinding.Severity,
            _ text: String,
            _ remedy: String? = nil
        ) -> DoctorFinding {
            DoctorFinding(code, severity, app: app.name, environment: environment, text, remedy: remedy)
        }
        let bundleID = app.verifier.app.bundleID
        switch accessStatus {
        case .accepted: return finding(.access, .ok, "Apple accepts the key.")
        case .refused where environment == .production && accessStatuses[.sandbox] == .accepted:
            return finding(
                .noRelease,
                .note,
                "Apple accepts the key in the Sandbox but not in Production: the app has no release yet.",
                "The key is correct. Production accepts it after the app's first release."
            )
        case .refused where environment == .sandbox && accessStatuses[.production] == .accepted:
            return finding(
                .tokenRefused,
                .error,
                "Apple accepts the key in Production but not in the Sandbox.",
                "Try again later. If it persists, check that apps.\(app.name.rawValue).appStore.sandbox is Apple's address."
            )
        case .refused:
            return finding(
                .tokenRefused,
                .error,
                "Apple rejects the key.",
                "Compare with App Store Connect, Users and Access, Integrations, In-App Purchase: the key id, the "
                    + "issuer id, that the key is an In-App Purchase key and was not revoked, and that the bundle id is "
                    + "\(bundleID). A clock that is off by minutes has the same effect."
            )
        case .appUnknown:
            return finding(
                .appUnknown,
                .error,
                "Apple accepts the key but knows no app \(bundleID).",
                "Compare apps.\(app.name.rawValue).bundleId with App Store Connect, App Information."
            )
        case .unreachable:
            return finding(
                .appleUnreachable,
                .error,
                "Apple's server API cannot be reached.",
                "Check the network, the name service and the firewall: "
                    + "curl -sS -o /dev/null -w '%{http_code}\\n' https://api.storekit.apple.com/"
            )
        case .failed(let error):
            let number = error.number.map { " (\($0.rawValue) \($0.name ?? ""))" } ?? ""
            return finding(
                .appleFailed,
                .error,
                "Apple gave an unexpected answer: \(error.code)\(number).",
                error.canRetry ? "Try again later: purser doctor" : "docs/reference/error-codes.md explains the code."
            )
        }
    }
}
