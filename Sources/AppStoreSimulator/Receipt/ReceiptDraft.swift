import AppStore

/// The attributes of a receipt, or of one purchase in it, before signing.
package struct ReceiptDraft: Sendable {
    /// The encoded attributes, in the order of insertion.
    private var attributes: [[UInt8]] = []

    /// Creates a draft without attributes.
    package init() {}

    /// Adds an attribute with these octets.
    package mutating func add(_ type: Int64, octets: [UInt8], version: Int64 = 1) {
        self.attributes.append(
            DEREncoder.sequence([DEREncoder.integer(type), DEREncoder.integer(version), DEREncoder.octetString(octets)])
        )
    }

    /// Adds a text attribute.
    package mutating func add(_ type: Int64, text: String) { self.add(type, octets: DEREncoder.utf8(text)) }

    /// Adds an attribute with an instant in RFC 3339, or with another ASCII text.
    package mutating func add(_ type: Int64, instant: String) { self.add(type, octets: DEREncoder.ia5(instant)) }

    /// Adds an integer attribute.
    package mutating func add(_ type: Int64, number: Int64) { self.add(type, octets: DEREncoder.integer(number)) }

    /// Adds a purchase.
    package mutating func add(purchase: ReceiptDraft) { self.add(17, octets: purchase.encoded) }

    /// The set of the attributes.
    package var encoded: [UInt8] { DEREncoder.set(self.attributes) }
}

extension ReceiptDraft {
    /// Creates the row of a purchase of the product with this number, with the attributes that Apple writes.
    init(_ transaction: TransactionPayload, itemNumber: Int64) {
        self.init()
        // Apple's rows also have these attributes, which were empty in all observed receipts.
        for type in [Int64(1709)] + Array(1714...1718) { self.add(type, text: "") }
        self.add(1722, number: 0)
        self.add(1710, number: itemNumber)
        self.add(1701, number: Int64(transaction.quantity ?? 1))
        self.add(1702, text: transaction.productId ?? "")
        self.add(1703, text: transaction.transactionId ?? "")
        self.add(1704, instant: ReceiptDate.text(transaction.purchaseDate?.milliseconds))
        self.add(1705, text: transaction.originalTransactionId ?? "")
        self.add(1706, instant: ReceiptDate.text(transaction.originalPurchaseDate?.milliseconds))
        switch transaction.type {
        case .nonConsumable: self.add(1707, number: 0)
        case .consumable: self.add(1707, number: 1)
        case .nonRenewingSubscription: self.add(1707, number: 2)
        default: self.add(1707, number: 3)
        }
        self.add(1708, instant: ReceiptDate.text(transaction.expiresDate?.milliseconds))
        self.add(1711, number: transaction.webOrderLineItemId.flatMap { Int64($0) } ?? 0)
        // A receipt contains no refund date of a consumable.
        let revokedAt = transaction.type == .consumable ? nil : transaction.revocationDate?.milliseconds
        self.add(1712, instant: ReceiptDate.text(revokedAt))
        let isIntroductory = transaction.offerType == .introductory
        let isTrial = isIntroductory && transaction.offerDiscountType == .freeTrial
        self.add(1713, number: isTrial ? 1 : 0)
        if transaction.type == .autoRenewableSubscription {
            self.add(1719, number: isIntroductory && !isTrial ? 1 : 0)
        }
        if transaction.offerType == .promotional, let offer = transaction.offerIdentifier {
            self.add(1721, text: offer)
        }
    }
}

/// A writer of instants in the formats of receipts.
enum ReceiptDate {
    /// Returns an instant in the format of app receipts, such as `2026-03-01T12:00:00Z`.
    ///
    /// Milliseconds are truncated. `nil` gives an empty text.
    static func text(_ milliseconds: Int64?) -> String {
        guard let milliseconds else { return "" }
        return Self.day(milliseconds) + "T" + Self.time(milliseconds) + "Z"
    }

    /// Returns an instant in the format of older receipts: `2012-04-30 15:05:55 Etc/GMT`.
    static func oldText(_ milliseconds: Int64) -> String {
        Self.day(milliseconds) + " " + Self.time(milliseconds) + " Etc/GMT"
    }

    private static func day(_ milliseconds: Int64) -> String {
        let date = CivilDate(milliseconds: milliseconds)
        return Self.digits(date.year, 4) + "-" + Self.digits(date.month, 2) + "-" + Self.digits(date.day, 2)
    }

    private static func time(_ milliseconds: Int64) -> String {
        let second = CivilDate(milliseconds: milliseconds).millisecondOfDay / 1000
        let parts = [second / 3600, second / 60 % 60, second % 60]
        return parts.map { Self.digits($0, 2) }.joined(separator: ":")
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
