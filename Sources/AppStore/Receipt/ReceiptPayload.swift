import Crypto

/// A decoded receipt: the app and its purchases.
///
/// Numbers in brackets are Apple's attribute types.
///
/// The contents are trustworthy only if the signature is verified, so only ``SignatureVerifier`` and
/// ``SignedDataVerifier`` return a payload.
public struct ReceiptPayload: Hashable, Sendable {
    /// Apple's name of the environment, such as `ProductionSandbox` (0).
    public internal(set) var receiptType: String?
    /// The app's identifier in the App Store; 0 outside Production (1).
    public internal(set) var appAppleID: Int64?
    /// The bundle identifier (2).
    public internal(set) var bundleID: String?
    /// The encoded bundle identifier, which is part of the device hash's input (2).
    public internal(set) var bundleIDOctets: [UInt8] = []
    /// The version of the app that the receipt was created for (3).
    public internal(set) var applicationVersion: String?
    /// The opaque value, which is part of the device hash's input (4).
    public internal(set) var opaqueValue: [UInt8]?
    /// The SHA-1 hash that ties the receipt to one device (5).
    public internal(set) var deviceHash: [UInt8]?
    /// A time of the app that is often empty (8).
    public internal(set) var appTransactionAt: Timestamp?
    /// The version of the tool that created the receipt (9).
    public internal(set) var fulfillmentToolVersion: Int64?
    /// The age rating, such as `4+` (10).
    public internal(set) var ageRating: String?
    /// The developer's identifier (11).
    public internal(set) var developerID: Int64?
    /// The time at which the receipt was created, at which the signer's certificates must be valid (12).
    public internal(set) var createdAt: Timestamp?
    /// The identifier of the app's download; 0 outside Production (15).
    public internal(set) var downloadID: Int64?
    /// The identifier of the app's version in the App Store; 0 outside Production (16).
    public internal(set) var versionExternalID: Int64?
    /// The purchases in the receipt's order, which has no meaning (17).
    public internal(set) var transactions: [ReceiptTransaction] = []
    /// The time at which the customer first downloaded the app; a constant in the Sandbox (18).
    public internal(set) var originallyPurchasedAt: Timestamp?
    /// The version that the customer first downloaded (19).
    public internal(set) var originalApplicationVersion: String?
    /// The expiration of the receipt, for apps bought in the Volume Purchase Program (21).
    public internal(set) var expiresAt: Timestamp?
    /// The attributes with an unknown meaning: 6, 7, 13, 14, 20, and 25 in every receipt, and new types.
    public internal(set) var unknown: [ReceiptAttribute] = []

    /// The environment that the receipt's type belongs to; `nil` for an unknown type.
    public var environment: AppStoreEnvironment? {
        switch self.receiptType {
        case "Production", "ProductionVPP": .production
        case "ProductionSandbox", "ProductionVPPSandbox", "Sandbox": .sandbox
        case "Xcode": .xcode
        default: nil
        }
    }
}

extension ReceiptPayload {
    /// The maximum number of purchases of a receipt; the largest observed receipts have ten thousand.
    static let maximumTransactionCount = 50_000
    /// The maximum number of other attributes; genuine receipts have about twenty-five.
    static let maximumAttributeCount = 256

    /// Reads an unsigned set of attributes, for tests that search for input that the reader cannot handle.
    package init(unsigned bytes: [UInt8]) throws(VerificationError) {
        try self.init(Octets(bytes))
    }

    /// Reads the signed set of attributes in one pass.
    init(_ octets: Octets) throws(VerificationError) {
        var cursor = try VerificationError.reading("a set of attributes") { () throws(ReceiptError) in
            try ReceiptAttributeCursor(octets, maximumCount: Self.maximumTransactionCount + Self.maximumAttributeCount)
        }
        var seen: UInt64 = 0
        var count = 0
        while true {
            let next = try VerificationError.reading("the attributes") { () throws(ReceiptError) in
                try cursor.next()
            }
            guard let (type, value) = next else { return }
            if type == 17 {
                guard self.transactions.count < Self.maximumTransactionCount else {
                    throw VerificationError(.tooMany, in: .receipt)
                }
                self.transactions.append(try ReceiptTransaction(value))
                continue
            }
            count += 1
            guard count <= Self.maximumAttributeCount else { throw VerificationError(.tooMany, in: .receipt) }
            if (0...63).contains(type) {
                let bit: UInt64 = 1 << UInt64(type)
                guard seen & bit == 0 else { throw VerificationError.attributeTwice(type) }
                seen |= bit
            }
            do throws(ReceiptError) {
                try self.take(type, value)
            } catch {
                throw VerificationError(attribute: type, error)
            }
        }
    }

    private mutating func take(_ type: Int64, _ value: Octets) throws(ReceiptError) {
        switch type {
        case 0: self.receiptType = try value.text()
        case 1: self.appAppleID = try value.integer()
        case 2:
            self.bundleID = try value.identifier()
            self.bundleIDOctets = Array(value.slice)
        case 3: self.applicationVersion = try value.text()
        case 4: self.opaqueValue = Array(value.slice)
        case 5: self.deviceHash = Array(value.slice)
        case 8: self.appTransactionAt = try value.instant()
        case 9: self.fulfillmentToolVersion = try value.integer()
        case 10: self.ageRating = try value.text()
        case 11: self.developerID = try value.integer()
        case 12: self.createdAt = try value.instant()
        case 15: self.downloadID = try value.integer()
        case 16: self.versionExternalID = try value.integer()
        case 18: self.originallyPurchasedAt = try value.instant()
        case 19: self.originalApplicationVersion = try value.text()
        case 21: self.expiresAt = try value.instant()
        default: self.unknown.append(ReceiptAttribute(type: type, value: Array(value.slice)))
        }
    }

    /// Returns whether the receipt was created for this device.
    ///
    /// - Parameter identifier: The 16 bytes of `identifierForVendor`, or on a Mac the six bytes of its first network
    ///   interface.
    /// - Returns: Whether the SHA-1 hash of the device identifier, the opaque value, and the encoded bundle identifier,
    ///   in this order, equals `deviceHash`; `false` if the receipt has no such hash. It is always SHA-1, whichever
    ///   algorithm signed the receipt.
    public func isMade(forDevice identifier: [UInt8]) -> Bool {
        guard let opaqueValue, let deviceHash, !self.bundleIDOctets.isEmpty else { return false }
        var hash = Insecure.SHA1()
        hash.update(data: identifier)
        hash.update(data: opaqueValue)
        hash.update(data: self.bundleIDOctets)
        return hash.finalize() == deviceHash
    }
}

/// An attribute of a receipt with an unknown meaning, unchanged.
public struct ReceiptAttribute: Hashable, Sendable {
    /// Apple's number of the attribute type.
    public let type: Int64
    /// The value, which may or may not be DER.
    public let value: [UInt8]
}

/// An iterator over a set of attributes: `SET OF SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }`.
struct ReceiptAttributeCursor {
    private var elements: BERCursor

    /// Creates a cursor before the first attribute.
    ///
    /// - Parameters:
    ///   - octets: The octets of the set.
    ///   - maximumCount: The maximum number of attributes.
    /// - Throws: ``ReceiptError`` if the octets are not such a set.
    init(_ octets: Octets, maximumCount: Int) throws(ReceiptError) {
        let set = try octets.element()
        guard set.tag == BERElement.set else { throw .malformed }
        self.elements = try BERCursor(octets.bytes, in: set, maximumCount: maximumCount)
    }

    /// Returns the next attribute's type and value; `nil` after the last.
    ///
    /// The version is ignored: it has no known use, and only one type has a version other than 1.
    mutating func next() throws(ReceiptError) -> (type: Int64, value: Octets)? {
        guard let element = try self.elements.next() else { return nil }
        guard element.tag == BERElement.sequence else { throw .malformed }
        let bytes = self.elements.bytes
        var parts = try BERCursor(bytes, in: element)
        let type = try parts.next(BERElement.integer)
        _ = try parts.next(BERElement.integer)
        guard let value = try parts.next() else { throw .malformed }
        try parts.finish()
        // A number of more than eight octets is not a known type.
        guard (1...8).contains(type.content.count) else { return (-1, try Octets(of: value, in: bytes)) }
        var number: Int64 = bytes[type.content.lowerBound] < 0x80 ? 0 : -1
        for index in type.content { number = number << 8 | Int64(bytes[index]) }
        return (number, try Octets(of: value, in: bytes))
    }
}
