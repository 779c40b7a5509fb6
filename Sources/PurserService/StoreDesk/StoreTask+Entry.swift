import AppStore
import Ledger

extension StoreTask {
    /// How the audit log names it: what is done, and to what.
    var entry: (AuditAction, subject: String) {
        switch self.deed {
        case .extend(let original, _, _, _): (.subscriptionExtend, original.rawValue)
        case .extendAll(let product, _, _, _, _, _): (.subscriptionExtendAll, product.rawValue)
        case .extensions: (.subscriptionExtensions, self.app.rawValue)
        case .setToken(_, let original): (.transactionSetToken, original.rawValue)
        case .order(let number): (.orderLookUp, number)
        case .recover(let number, _, _): (.orderRecover, number)
        case .finish(let id): (.transactionFinish, id.rawValue)
        case .download(let id): (.transactionDownload, id.rawValue)
        }
    }

    /// What else the audit log keeps of it; nothing about a person.
    var entryDetails: [String: String] {
        switch self.deed {
        case .extend(_, let days, _, _): ["days": String(days.days)]
        case .extendAll(_, let days, _, let storefronts, let environment, _):
            [
                "days": String(days.days), "environment": environment.rawValue,
                "storefronts": storefronts.joined(separator: ","),
            ]
        default: [:]
        }
    }
}
