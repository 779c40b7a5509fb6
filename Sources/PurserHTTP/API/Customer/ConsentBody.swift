import Ledger
import PurserService

/// A consent as our JSON shows it.
struct ConsentBody: Encodable {
    let id: String
    let textHash: String?
    let version: String
    let locale: String
    let storefront: String
    let givenAt: String
    let source: String?
    let guardian: String?
    let byGuardian: Bool
    let recordedAt: String
    let recordedBy: String
    let withdrawnAt: String?
    let withdrawalSource: String?
    let warning: String?
    let nothing: String?

    init(_ consent: Consent, nothing: NothingDone.Code? = nil) {
        self.id = consent.id.rawValue
        self.textHash = consent.textHash
        self.version = consent.version
        self.locale = consent.locale
        self.storefront = consent.storefront
        self.givenAt = consent.givenAt.rfc3339
        self.source = consent.source
        self.guardian = consent.guardian
        self.byGuardian = consent.isByGuardian
        self.recordedAt = consent.recordedAt.rfc3339
        self.recordedBy = consent.recordedBy
        self.withdrawnAt = consent.withdrawal?.withdrawnAt.rfc3339
        self.withdrawalSource = consent.withdrawal?.source
        self.warning = consent.weakness
        self.nothing = nothing?.rawValue
    }
}
