package import Ledger

/// Why nothing was done about a refund.
package enum RefundError: Error, Hashable, Sendable {
    /// There is no app of this name.
    case appUnknown(AppName)
    /// There is no case of this id in the app.
    case unknown
    /// The request was answered, or is over, or nobody asked.
    case notOpen(RefundStatus)
    /// A request waits, and nothing may be told about it.
    case withheld(RefundReply.Refusal)
    /// The policy has mistakes.
    case policyWrong(ValidationIssues)
    /// There is no policy of this number in the app.
    case policyUnknown(Int64)
    /// The numbers of a trial contradict each other.
    case trialInvalid
    /// The trial of this policy runs.
    case trialRunning(Int64)
    /// No trial of the policy runs.
    case trialNotRunning
    /// Whoever asked waits no longer.
    case canceled
    /// Somebody else published meanwhile.
    case policySuperseded
    /// The database is at fault.
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

    /// Why a person's word on a case was not taken.
    package init(notTaken record: RefundRecord) {
        self = record.openRefusal.map { .withheld($0) } ?? .notOpen(record.status)
    }

    /// What is wrong and what to do about it, as a sentence.
    package var detail: String {
        switch self {
        case .appUnknown(let name): "There is no app \(name) in the configuration."
        case .unknown:
            "There is no such refund in this app: GET /v1/refunds lists them, and so does purser refunds list."
        case .notOpen(let status):
            "The refund is \(status.rawValue): no request of it waits for an answer that is still to be decided."
        case .withheld(.noConsent):
            "Nothing was done: Apple is told nothing about this refund while the customer has not agreed to that. "
                + "Take down their consent, POST /v1/customers/{customer}/consents or "
                + "purser customers consent CUSTOMER; it is answered then."
        case .withheld(.familyShared):
            "Nothing was done: Apple takes no answer about what a family shares."
        case .withheld(.assigned):
            "Nothing was done: Apple takes no answer about a seat that somebody else pays for."
        case .policyWrong(let issues):
            "Nothing was changed: the policy has mistakes. "
                + issues.issues.prefix(20).map(\.description).joined(separator: " ")
        case .policyUnknown(let version):
            "There is no refund policy \(version) in this app: GET /v1/refund-policies lists them, and so does "
                + "purser policy show."
        case .trialInvalid:
            "A trial has a share from 1 to 99999 thousandths of a percent, a seed from 0, at least "
                + "\(RefundExperiment.fewest) cases in each arm, and at most \(RefundExperiment.mostOfAll) in both, "
                + "which are at least twice as many."
        case .trialRunning(let version):
            "Policy \(version) is being tried: end its trial first, or publish without one."
        case .trialNotRunning: "No trial of this policy runs."
        case .canceled: "The reading of past cases was broken off; nothing was changed."
        case .policySuperseded: "Somebody else has published a policy at the same time: look at it, and try again."
        case .storage: "The database cannot be used now; try again."
        }
    }
}
