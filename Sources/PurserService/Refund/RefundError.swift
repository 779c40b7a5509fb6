package import Ledger

/// The reason why an action on a refund failed.
package enum RefundError: Error, Hashable, Sendable {
    /// The server has no app of this name.
    case appUnknown(AppName)
    /// The app has no refund with this id.
    case unknown
    /// The refund has no open request: it was answered, or is over.
    case notOpen(RefundStatus)
    /// The request waits, and no answer may be sent about it.
    case withheld(RefundReply.Refusal)
    /// The policy has errors.
    case policyWrong(ValidationIssues)
    /// The app has no policy of this number.
    case policyUnknown(Int64)
    /// The numbers of the trial are inconsistent.
    case trialInvalid
    /// The trial of this policy is running.
    case trialRunning(Int64)
    /// No trial of the policy is running.
    case trialNotRunning
    /// The client canceled the request.
    case canceled
    /// Another person published a policy at the same time.
    case policySuperseded
    /// The repository failed.
    case storage(RepositoryError)

    /// The stable code.
    package var code: String {
        switch self {
        case .appUnknown: "app_unknown"
        case .unknown: "refund_not_found"
        case .notOpen: "refund_not_open"
        case .withheld: "refund_withheld"
        case .policyWrong: "refund_policy_invalid"
        case .policyUnknown: "refund_policy_not_found"
        case .trialInvalid: "refund_trial_invalid"
        case .trialRunning: "refund_trial_running"
        case .trialNotRunning: "refund_trial_not_running"
        case .canceled: "refund_reading_canceled"
        case .policySuperseded: "refund_policy_superseded"
        case .storage(let error): error.code
        }
    }

    /// Creates the error for a decision on a refund that was not accepted.
    package init(notTaken record: RefundRecord) {
        self = record.openRefusal.map { .withheld($0) } ?? .notOpen(record.status)
    }

    /// What is wrong and the remedy, as a sentence.
    package var detail: String {
        switch self {
        case .appUnknown(let name): "The configuration has no app \(name)."
        case .unknown:
            "This app has no such refund. List them: GET /v1/refunds or purser refunds list"
        case .notOpen(let status):
            "The refund is \(status.rawValue): it has no request that waits for a decision."
        case .withheld(.noConsent):
            "Nothing was changed: the server sends Apple nothing about this refund without the customer's consent. "
                + "Record the consent with POST /v1/customers/{customer}/consents or "
                + "purser customers consent CUSTOMER; the server then answers."
        case .withheld(.familyShared):
            "Nothing was changed: Apple accepts no answer about a purchase that a family shares."
        case .withheld(.assigned):
            "Nothing was changed: Apple accepts no answer about a seat that another account pays for."
        case .policyWrong(let issues):
            "Nothing was changed: the policy has errors. "
                + issues.issues.prefix(20).map(\.description).joined(separator: " ")
        case .policyUnknown(let version):
            "This app has no refund policy \(version). List them: GET /v1/refund-policies or "
                + "purser policy show"
        case .trialInvalid:
            "A trial has a share from 1 to 99999 thousandths of a percent, a seed from 0, at least "
                + "\(RefundExperiment.fewest) cases in each arm, and at most \(RefundExperiment.mostOfAll) in both, "
                + "which are at least twice as many."
        case .trialRunning(let version):
            "A trial of policy \(version) is running: end it first, or publish without a trial."
        case .trialNotRunning: "No trial of this policy is running."
        case .canceled: "The reading of past refunds was canceled; nothing was changed."
        case .policySuperseded: "Another person has published a policy at the same time: read it, and try again."
        case .storage: "The database is not available now; try again."
        }
    }
}
