import Foundation
import Ledger

extension Session {
    /// Returns the renewal snapshot in a row.
    func renewal(in row: inout Row, of original: OriginalRecord) throws -> RenewalSnapshot {
        let terms = try self.terms(try row.integer())
        let renewalAt = try row.optionalInstant()
        let token = try row.optionalToken(sharing: original.shared.token)
        let appTransactionID = try row.optionalAccount(sharing: original.shared.account)
        var renewal = RenewalSnapshot(
            originalTransactionID: original.id,
            productID: terms.productID,
            autoRenewProductID: terms.nextProductID,
            autoRenew: terms.autoRenew,
            renewalAt: renewalAt,
            offer: terms.offer,
            price: terms.price,
            accountToken: token,
            appTransactionID: appTransactionID,
            signedAt: try row.instant(),
            digest: try row.payloadDigest()
        )
        if let rare = try row.optionalText() {
            try RareJSON.value(rare, as: RareRenewalValues.self).fill(&renewal)
        }
        return renewal
    }

    /// Returns the values of a renewal's row.
    func values(of renewal: RenewalSnapshot, original: OriginalRecord, app: Int64) throws -> [SQLValue] {
        [
            .integer(original.number),
            .integer(try self.numberOfTerms(of: renewal, app: app)),
            .instant(renewal.renewalAt),
            original.shared.value(of: renewal.accountToken),
            original.shared.value(of: renewal.appTransactionID),
            .instant(renewal.signedAt),
            .payloadDigest(renewal.digest),
            RareRenewalValues.areIn(renewal) ? try RareJSON.text(RareRenewalValues(renewal)) : .null,
        ]
    }
}

/// The values that few renewals have, stored together as JSON in one column, so that all others need one byte for it.
struct RareRenewalValues: Codable, Equatable {
    /// The renewal of a commitment.
    struct Commitment: Codable, Equatable {
        var willRenew: Bool?
        var renewalAt: Int64?
        var productID: String?
    }

    /// The end of the grace period.
    var graceExpiresAt: Int64?
    /// Whether the App Store is trying to charge again.
    var isInRetry: Bool?
    /// Why it expired.
    var expirationIntent: Int?
    /// The customer's response to a price increase.
    var priceIncreaseStatus: Int?
    /// The renewal of the commitment.
    var commitment: Commitment?
    /// The expected number of seats.
    var seatCount: Int?
    /// Whether the evidence came in an old format that lacks values.
    var isPartial: Bool?
    /// When the complete snapshot was signed from which the missing values come.
    var wholeSignedAt: Int64?
    /// The beginning of the digest of that snapshot.
    var wholeDigest: UInt64?

    /// When auto-renew was last turned on or off, as an old format dated it.
    var statusChangedAt: Int64?
    /// Whether auto-renew was turned on then.
    var statusChangedTo: Bool?

    /// The rare values of a renewal.
    init(_ renewal: RenewalSnapshot) {
        self.graceExpiresAt = renewal.gracePeriodExpiresAt?.milliseconds
        self.isInRetry = renewal.isInBillingRetry ? true : nil
        self.expirationIntent = renewal.expirationIntent
        self.priceIncreaseStatus = renewal.priceIncreaseStatus
        self.seatCount = renewal.seatCount
        self.isPartial = renewal.isPartial ? true : nil
        self.wholeSignedAt = renewal.wholeSource?.signedAt.milliseconds
        self.wholeDigest = renewal.wholeSource?.digest.rawValue
        self.statusChangedAt = renewal.renewStatusChange?.changedAt.milliseconds
        self.statusChangedTo = renewal.renewStatusChange?.autoRenew
        self.commitment = renewal.commitment.map { commitment in
            Commitment(
                willRenew: commitment.willRenew,
                renewalAt: commitment.renewalAt?.milliseconds,
                productID: commitment.productID?.rawValue
            )
        }
    }

    /// Sets the values in a renewal that has none of them yet.
    func fill(_ renewal: inout RenewalSnapshot) {
        renewal.gracePeriodExpiresAt = self.graceExpiresAt.map(Instant.init(milliseconds:))
        renewal.isInBillingRetry = self.isInRetry ?? false
        renewal.expirationIntent = self.expirationIntent
        renewal.priceIncreaseStatus = self.priceIncreaseStatus
        renewal.seatCount = self.seatCount
        renewal.isPartial = self.isPartial ?? false
        if let wholeSignedAt, let wholeDigest {
            renewal.wholeSource = RenewalSnapshot.Source(
                signedAt: Instant(milliseconds: wholeSignedAt),
                digest: PayloadDigest(rawValue: wholeDigest)
            )
        }
        if let statusChangedAt, let statusChangedTo {
            renewal.renewStatusChange = RenewalSnapshot.StatusChange(
                changedAt: Instant(milliseconds: statusChangedAt),
                autoRenew: statusChangedTo
            )
        }
        renewal.commitment = self.commitment.map { commitment in
            RenewalSnapshot.Commitment(
                willRenew: commitment.willRenew,
                renewalAt: commitment.renewalAt.map(Instant.init(milliseconds:)),
                productID: commitment.productID.map { ProductID($0) }
            )
        }
    }

    /// Returns whether a renewal has any of these values.
    static func areIn(_ renewal: RenewalSnapshot) -> Bool {
        renewal.gracePeriodExpiresAt != nil || renewal.isInBillingRetry || renewal.expirationIntent != nil
            || renewal.priceIncreaseStatus != nil || renewal.commitment != nil || renewal.isPartial
            || renewal.renewStatusChange != nil || renewal.seatCount != nil
    }
}
