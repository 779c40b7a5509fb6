public import Foundation

/// The transaction identifiers in a receipt of StoreKit 1, read without verifying a signature.
///
/// Use them only to ask Apple about the transactions. Do not base any other decision on them, because anyone can write
/// anything into a receipt that is not verified.
public struct ReceiptContents: Hashable, Sendable {
    /// The maximum size of a receipt, in bytes of its Base64, enough for a few thousand purchases.
    public static let maximumByteCount = 8 << 20

    /// The bundle identifier, if the receipt contains one.
    public let bundleID: String?
    /// Apple's name of the environment, if the receipt contains it.
    public let environment: String?
    /// The purchases in the receipt's order, at least one.
    public let purchases: [ReceiptPurchase]

    /// Creates the contents from their parts.
    init(bundleID: String?, environment: String?, purchases: [ReceiptPurchase]) throws(ReceiptError) {
        guard !purchases.isEmpty else { throw .empty }
        self.bundleID = bundleID
        self.environment = environment
        self.purchases = purchases
    }

    /// Reads an app receipt (iOS 7 and later) or a transaction receipt (earlier).
    ///
    /// - Parameter base64: The receipt in Base64, as apps send it; whitespace is ignored.
    /// - Throws: ``ReceiptError/empty`` for a complete receipt without purchases; otherwise the reason why it cannot be
    ///   read.
    public init(base64: some StringProtocol) throws(ReceiptError) {
        try self.init(bytes: try Self.decoded(Array(base64.utf8)))
    }

    /// Reads an app receipt (iOS 7 and later) or a transaction receipt (earlier).
    ///
    /// - Parameter bytes: The receipt from the app's bundle, not encoded in Base64.
    /// - Throws: ``ReceiptError/empty`` for a complete receipt without purchases; otherwise the reason why it cannot be
    ///   read.
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

    /// The distinct transaction and original transaction identifiers, in order of appearance.
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

    /// Returns whether a byte is whitespace.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    /// Returns a receipt's text if it can be an identifier: printable ASCII of limited length.
    static func identifier(_ bytes: some Collection<UInt8>) throws(ReceiptError) -> String {
        guard (1...255).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .malformed
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A purchase in a receipt.
public struct ReceiptPurchase: Hashable, Sendable {
    /// The transaction identifier.
    public let transactionID: String
    /// The original transaction identifier, if the receipt contains it.
    public let originalTransactionID: String?
    /// The product identifier, if the receipt contains it.
    public let productID: String?

    /// Creates a purchase from its identifiers.
    public init(transactionID: String, originalTransactionID: String? = nil, productID: String? = nil) {
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.productID = productID
    }
}

/// The reason why a receipt cannot be read.
///
/// No case contains data of the receipt.
public enum ReceiptError: Error, Hashable, Sendable, CaseIterable {
    /// The receipt is longer than any that Apple makes.
    case tooLarge
    /// The text is not Base64.
    case notBase64
    /// The decoded data is neither a signed container (PKCS #7) nor a transaction receipt.
    case notReceipt
    /// The data begins like a receipt but ends too early.
    case truncated
    /// The data begins like a receipt but then violates the rules of its encoding.
    case malformed
    /// The parts of the receipt nest deeper than those of any genuine receipt.
    case tooDeep
    /// The receipt has more parts than any genuine receipt.
    case tooMany
    /// The receipt is complete but contains no purchase.
    case empty
}

extension ReceiptError {
    /// The error's name in metrics, logs, and documentation; it never changes.
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
