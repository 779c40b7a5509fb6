import Foundation
import Ledger

extension Session {
    /// Returns the snapshot of one transaction, from the columns that follow its claim.
    func snapshot(
        in row: inout Row,
        transactionID: TransactionID,
        of original: OriginalRecord
    ) throws -> TransactionSnapshot {
        let lineItemID = try row.optionalIdentifier().map { WebOrderLineItemID($0) }
        let appTransactionID = try row.optionalAccount(sharing: original.shared.account)
        let terms = try self.terms(try row.integer())
        guard let kind = terms.kind else { throw RepositoryError.corrupt }
        let purchaseAt = try row.instant()
        let expiresAt = try row.optionalInstant()
        let token = try row.optionalToken(sharing: original.shared.token)
        var snapshot = TransactionSnapshot(
            transactionID: transactionID,
            originalTransactionID: original.id,
            webOrderLineItemID: lineItemID,
            appTransactionID: appTransactionID,
            productID: terms.productID,
            kind: kind,
            purchaseAt: purchaseAt,
            expiresAt: expiresAt,
            accountToken: token,
            reason: terms.reason,
            offer: terms.offer,
            price: terms.price,
            storefront: terms.storefront,
            signedAt: try row.instant(),
            digest: try row.payloadDigest()
        )
        if let rare = try row.optionalText() {
            try RareJSON.value(rare, as: RareTransactionValues.self).fill(&snapshot)
        }
        return snapshot
    }

    /// Returns the values of a snapshot's row.
    func values(
        of snapshot: TransactionSnapshot,
        original: OriginalRecord,
        ordinal: Int,
        app: Int64
    ) throws -> [SQLValue] {
        [
            .integer(original.number),
            .identifier(snapshot.transactionID.rawValue),
            .integer(Int64(ordinal)),
            .optionalIdentifier(snapshot.webOrderLineItemID?.rawValue),
            original.shared.value(of: snapshot.appTransactionID),
            .integer(try self.numberOfTerms(of: snapshot, app: app)),
            .instant(snapshot.purchaseAt),
            .instant(snapshot.expiresAt),
            original.shared.value(of: snapshot.accountToken),
            .instant(snapshot.signedAt),
            .payloadDigest(snapshot.digest),
            RareTransactionValues.areIn(snapshot, under: original.id)
                ? try RareJSON.text(RareTransactionValues(snapshot, under: original.id)) : .null,
        ]
    }
}

/// The values that few transactions have, stored together as JSON in one column, so that all others need one byte for
/// it.
struct RareTransactionValues: Codable, Equatable {
    /// A payment of a commitment.
    struct Commitment: Codable, Equatable {
        var number: Int?
        var count: Int?
        var expiresAt: Int64?
    }

    /// The seats of a multiseat subscription.
    struct Seats: Codable, Equatable {
        var invitations: String?
        /// The price and number of each tier, one after the other.
        var tiers: [Int64]?
        var revoked: Int?
        var isAddition: Bool?
    }

    /// A refund or a withdrawal of a family member.
    struct Revocation: Codable, Equatable {
        var revokedAt: Int64
        var reason: Int?
        var type: String?
        var percentageMilliunits: Int?
    }

    /// The original transaction id, where it differs from that of the original to which the snapshot belongs.
    var originalID: String?
    /// The original transaction id before a migration.
    var previousOriginalID: String?
    /// A token that is not a UUID.
    var malformedToken: String?
    /// The quantity, unless it is one.
    var quantity: Int?
    /// Apple's ownership type, unless the Apple Account paid.
    var ownership: String?
    /// Whether an upgrade has replaced it.
    var isUpgraded: Bool?
    /// Whether the snapshot came with the reversal of a refund.
    var isReversal: Bool?
    /// Whether the snapshot comes from a receipt, which lacks values.
    var isPartial: Bool?
    /// The refund in the snapshot.
    var revocation: Revocation?
    /// The commitment that the transaction is a payment of.
    var commitment: Commitment?
    /// The seats.
    var seats: Seats?

    /// The rare values of a snapshot that belongs to an original of this id.
    init(_ snapshot: TransactionSnapshot, under original: OriginalTransactionID) {
        let lies = snapshot.originalTransactionID == original
        self.originalID = lies ? nil : snapshot.originalTransactionID.rawValue
        self.previousOriginalID = snapshot.previousOriginalTransactionID?.rawValue
        self.malformedToken = snapshot.malformedAccountToken
        self.quantity = snapshot.quantity == 1 ? nil : snapshot.quantity
        self.ownership = snapshot.ownership == .purchased ? nil : snapshot.ownership.rawValue
        self.isUpgraded = snapshot.isUpgraded ? true : nil
        self.isReversal = snapshot.isReversal ? true : nil
        self.isPartial = snapshot.isPartial ? true : nil
        self.revocation = snapshot.revocation.map { revocation in
            Revocation(
                revokedAt: revocation.revokedAt.milliseconds,
                reason: revocation.reason,
                type: revocation.type,
                percentageMilliunits: revocation.percentageMilliunits
            )
        }
        self.commitment = snapshot.commitment.map { commitment in
            Commitment(
                number: commitment.periodNumber,
                count: commitment.periodCount,
                expiresAt: commitment.expiresAt?.milliseconds
            )
        }
        self.seats = snapshot.seats.map { seats in
            Seats(
                invitations: seats.invitations?.rawValue,
                tiers: seats.tiers.isEmpty ? nil : seats.tiers.flatMap { [$0.priceMilliunits, Int64($0.quantity)] },
                revoked: seats.revokedCount == 0 ? nil : seats.revokedCount,
                isAddition: seats.isAddition ? true : nil
            )
        }
    }

    /// Sets the values in a snapshot that has none of them yet.
    func fill(_ snapshot: inout TransactionSnapshot) throws(RepositoryError) {
        if let originalID { snapshot.originalTransactionID = OriginalTransactionID(originalID) }
        snapshot.previousOriginalTransactionID = self.previousOriginalID.map { OriginalTransactionID($0) }
        snapshot.malformedAccountToken = self.malformedToken
        if let quantity { snapshot.quantity = quantity }
        if let ownership {
            guard let known = TransactionSnapshot.Ownership(rawValue: ownership) else { throw .corrupt }
            snapshot.ownership = known
        }
        snapshot.isUpgraded = self.isUpgraded ?? false
        snapshot.isReversal = self.isReversal ?? false
        snapshot.isPartial = self.isPartial ?? false
        snapshot.revocation = self.revocation.map { revocation in
            Ledger.Revocation(
                revokedAt: Instant(milliseconds: revocation.revokedAt),
                reason: revocation.reason,
                type: revocation.type,
                percentageMilliunits: revocation.percentageMilliunits
            )
        }
        snapshot.commitment = self.commitment.map { commitment in
            TransactionSnapshot.Commitment(
                periodNumber: commitment.number,
                periodCount: commitment.count,
                expiresAt: commitment.expiresAt.map(Instant.init(milliseconds:))
            )
        }
        snapshot.seats = self.seats.map { seats in
            let numbers = seats.tiers ?? []
            return Ledger.Seats(
                invitations: seats.invitations.flatMap(Ledger.Seats.Invitations.init),
                tiers: stride(from: 0, to: numbers.count - 1, by: 2).map { place in
                    Ledger.Seats.Tier(priceMilliunits: numbers[place], quantity: Int(numbers[place + 1]))
                },
                revokedCount: seats.revoked ?? 0,
                isAddition: seats.isAddition ?? false
            )
        }
    }

    /// Returns whether a snapshot has any of these values.
    static func areIn(_ snapshot: TransactionSnapshot, under original: OriginalTransactionID) -> Bool {
        snapshot.originalTransactionID != original || snapshot.previousOriginalTransactionID != nil
            || snapshot.malformedAccountToken != nil || snapshot.quantity != 1 || snapshot.ownership != .purchased
            || snapshot.isUpgraded || snapshot.isReversal || snapshot.isPartial || snapshot.revocation != nil
            || snapshot.commitment != nil || snapshot.seats != nil
    }
}

/// A row of evidence has an empty blob in the place of a value that its original shares.
extension SharedValues {
    /// Returns the value of a token for a row of evidence.
    func value(of token: AccountToken?) -> SQLValue {
        guard let token else { return .null }
        return token == self.token ? .bytes([]) : .token(token)
    }

    /// Returns the value of an Apple Account for a row of evidence.
    func value(of account: AppTransactionID?) -> SQLValue {
        guard let account else { return .null }
        return account == self.account ? .bytes([]) : .identifier(account.rawValue)
    }
}
