public import Foundation

/// The transaction ids in a receipt of StoreKit 1, read without checking any signature.
///
/// They are good for one thing: asking Apple about them. Nothing else may rest on them, because anybody can write
/// anything into a receipt that nobody verifies.
public struct ReceiptContents: Hashable, Sendable {
    /// The longest receipt that is read, in bytes of its Base64: a few thousand purchases.
    public static let maximumByteCount = 8 << 20

    /// The bundle id, where the receipt names one.
    public let bundleID: String?
    /// Where it is from, in Apple's word, where the receipt says so.
    public let environment: String?
    /// The purchases, in the receipt's order; at least one.
    public let purchases: [ReceiptPurchase]

    /// What a receipt holds.
    init(bundleID: String?, environment: String?, purchases: [ReceiptPurchase]) throws(ReceiptError) {
        guard !purchases.isEmpty else { throw .empty }
        self.bundleID = bundleID
        self.environment = environment
        self.purchases = purchases
    }

    /// Reads an app receipt (iOS 7 and later) or a transaction receipt (before), whichever it is.
    ///
    /// - Parameter base64: The receipt in Base64, as apps send it; white space in it is passed over.
    /// - Throws: ``ReceiptError/empty`` for a whole receipt without purchases, and why it cannot be read otherwise.
    public init(base64: some StringProtocol) throws(ReceiptError) {
        try self.init(bytes: try Self.decoded(Array(base64.utf8)))
    }

    /// Reads an app receipt (iOS 7 and later) or a transaction receipt (before), whichever it is.
    ///
    /// - Parameter bytes: The receipt itself, as the app finds it in its bundle, without Base64 around it.
    /// - Throws: ``ReceiptError/empty`` for a whole receipt without purchases, and why it cannot be read otherwise.
    public init(_ bytes: some DataProtocol) throws(ReceiptError) {
        guard bytes.count <= Self.maximumByteCount else { throw .tooLarge }
        try self.init(bytes: Array(bytes))
    }

    private init(bytes: [UInt8]) throws(ReceiptError) {
        switch bytes.first(where: { !Self.isSpace($0) }) {
        case BERElement.sequence where bytes.first == BERElement.sequence: try self.init(appReceipt: bytes)
        case UInt8(ascii: "{"): try self.init(transactionReceipt: bytes)
        default: throw .notReceipt
        }
    }

    /// The distinct transaction ids and original transaction ids, in order of appearance.
    public var transactionIDs: [String] {
        var seen: Set<String> = []
        return self.purchases.flatMap { [$0.originalTransactionID, $0.transactionID].compactMap(\.self) }
            .filter { seen.insert($0).inserted }
    }

    /// Decodes standard Base64, with or without its padding.
    static func decoded(_ text: [UInt8]) throws(ReceiptError) -> [UInt8] {
        guard text.count <= Self.maximumByteCount else { throw .tooLarge }
        var letters = text.contains(where: Self.isSpace) ? text.filter { !Self.isSpace($0) } : text
        while letters.count % 4 != 0, letters.count % 4 != 1 { letters.append(UInt8(ascii: "=")) }
        guard !letters.isEmpty, let data = Data(base64Encoded: Data(letters)) else { throw .notBase64 }
        return Array(data)
    }

    /// Whether a byte is white space of a text.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    /// A text of a receipt that can be an identifier: printable ASCII, not too long.
    static func identifier(_ bytes: some Collection<UInt8>) throws(ReceiptError) -> String {
        guard (1...255).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .malformed
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// One purchase that a receipt names.
public struct ReceiptPurchase: Hashable, Sendable {
    /// The transaction.
    public let transactionID: String
    /// The first transaction of its chain, where the receipt names it.
    public let originalTransactionID: String?
    /// The product, where the receipt names it.
    public let productID: String?

    /// A purchase.
    public init(transactionID: String, originalTransactionID: String? = nil, productID: String? = nil) {
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.productID = productID
    }
}

/// Why a receipt cannot be read.
///
/// No case carries anything of the receipt.
public enum ReceiptError: Error, Hashable, Sendable, CaseIterable {
    /// The receipt is longer than any that Apple makes.
    case tooLarge
    /// The text is not Base64.
    case notBase64
    /// What was encoded is neither a signed container (PKCS #7) nor an old transaction receipt.
    case notReceipt
    /// It begins as a receipt and ends before it says it does.
    case truncated
    /// It begins as a receipt and then breaks the rules of its encoding.
    case malformed
    /// Its parts nest deeper than those of any receipt.
    case tooDeep
    /// It has more parts than any receipt.
    case tooMany
    /// It is a whole receipt that holds no purchase.
    case empty
}

extension ReceiptError {
    /// The error's name in metrics, logs and documentation; it never changes.
    public var code: String {
        switch self {
        case .tooLarge: "receipt_too_large"
        case .notBase64: "receipt_not_base64"
        case .notReceipt: "receipt_not_a_receipt"
        case .truncated: "receipt_truncated"
        case .malformed: "receipt_malformed"
        case .tooDeep: "receipt_too_deep"
        case .tooMany: "receipt_too_many_parts"
        case .empty: "receipt_empty"
        }
    }
}
