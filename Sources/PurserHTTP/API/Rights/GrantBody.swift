import Ledger
import PurserService

/// A grant as our JSON shows it.
struct GrantBody: Encodable {
    let id: String
    let customer: String
    let right: String
    let state: String
    let from: String
    let until: String?
    let grantedAt: String
    let grantedBy: String
    let reason: String
    let revokedAt: String?
    let revokedBy: String?
    let revokedReason: String?
    let nothing: String?

    init(_ grant: Grant, of customer: CustomerID, at now: Instant, nothing: NothingDone.Code? = nil) {
        self.id = grant.id.rawValue
        self.customer = customer.rawValue
        self.right = grant.right.rawValue
        self.state = grant.state(at: now).rawValue
        self.from = grant.beginsAt.rfc3339
        self.until = grant.endsAt?.rfc3339
        self.grantedAt = grant.grantedAt.rfc3339
        self.grantedBy = grant.grantedBy
        self.reason = grant.reason
        self.revokedAt = grant.revocation?.at.rfc3339
        self.revokedBy = grant.revocation?.by
        self.revokedReason = grant.revocation?.reason
        self.nothing = nothing?.rawValue
    }
}
