import Crypto

/// What a receipt says of the app and of its purchases, decoded; numbers in brackets are Apple's types of attributes.
///
/// Nothing in it is to be believed before the signature over it is verified, which is why only the verifier makes one.
public struct ReceiptPayload: Hashable, Sendable {
    /// Where it is from in Apple's word, such as `ProductionSandbox` (0).
    public internal(set) var receiptType: String?
    /// The App Store's number of the app; 0 outside Production (1).
    public internal(set) var appAppleID: Int64?
    /// The bundle id (2).
    public internal(set) var bundleID: String?
    /// The bundle id as it is encoded, which the device hash is made of (2).
    public internal(set) var bundleIDOctets: [UInt8] = []
    /// The version of the app that the receipt was made for (3).
    public internal(set) var applicationVersion: String?
    /// What else the device hash is made of (4).
    public internal(set) var opaqueValue: [UInt8]?
    /// SHA-1 that ties the receipt to one device (5).
    public internal(set) var deviceHash: [UInt8]?
    /// An instant of the app that is often empty (8).
    public internal(set) var appTransactionAt: Timestamp?
    /// The version of the tool that made the receipt (9).
    public internal(set) var fulfillmentToolVersion: Int64?
    /// The age rating, such as `4+` (10).
    public internal(set) var ageRating: String?
    /// The developer's number (11).
    public internal(set) var developerID: Int64?
    /// When the receipt was made: the instant at which its signer's certificates count (12).
    public internal(set) var createdAt: Timestamp?
    /// The number of the app's download; 0 outside Production (15).
    public internal(set) var downloadID: Int64?
    /// The number of the app's revision in the App Store; 0 outside Production (16).
    public internal(set) var versionExternalID: Int64?
    /// The purchases, in the receipt's order, which means nothing (17).
    public internal(set) var transactions: [ReceiptTransaction] = []
    /// When the customer first got the app; a constant in the sandbox (18).
    public internal(set) var originallyPurchasedAt: Timestamp?
    /// The version that the customer first got (19).
    public internal(set) var originalApplicationVersion: String?
    /// When the receipt ends, for apps bought by the volume (21).
    public internal(set) var expiresAt: Timestamp?
    /// Attributes whose meaning nobody knows: 6, 7, 13, 14, 20, 25 in every receipt, and types that are new.
    public internal(set) var unknown: [ReceiptAttribute] = []

    /// The environment that the receipt's type belongs to; nil for a type that is not known.
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
    /// How many purchases a receipt may have; the largest seen have ten thousand.
    static let maximumTransactionCount = 50_000
    /// How many other attributes it may have; genuine ones have about twenty-five.
    static let maximumAttributeCount = 256

    /// Reads a set of attributes that nobody has signed, for those who look for what the reader cannot bear.
    package init(unsigned bytes: [UInt8]) throws(VerificationError) {
        try self.init(Octets(bytes))
    }

    /// Reads the set of attributes that was signed, in one pass.
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

    /// Whether the receipt was made for this device.
    ///
    /// - Parameter identifier: The 16 bytes of `identifierForVendor`, or on a Mac the six of its first network
    ///   interface.
    /// - Returns: Whether SHA-1 over the identifier, the opaque value and the bundle id is the receipt's hash; it stays
    ///   SHA-1 whatever the receipt is signed with. `false` where the receipt has no hash.
    public func isMade(forDevice identifier: [UInt8]) -> Bool {
        guard let opaqueValue, let deviceHash, !self.bundleIDOctets.isEmpty else { return false }
        var hash = Insecure.SHA1()
        hash.update(data: identifier)
        hash.update(data: opaqueValue)
        hash.update(data: self.bundleIDOctets)
        return hash.finalize() == deviceHash
    }
}

/// An attribute of a receipt as it stands there, for types whose meaning is not known.
public struct ReceiptAttribute: Hashable, Sendable {
    /// What it is: Apple numbers the kinds.
    public let type: Int64
    /// Its value, which may be DER and need not be.
    public let value: [UInt8]
}

/// Steps through a set of attributes: `SET OF SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }`.
struct ReceiptAttributeCursor {
    private var elements: BERCursor

    /// A cursor before the first attribute.
    ///
    /// - Parameters:
    ///   - octets: The set, and nothing else.
    ///   - maximumCount: How many attributes it may have.
    /// - Throws: When the octets are no such set.
    init(_ octets: Octets, maximumCount: Int) throws(ReceiptError) {
        let set = try octets.element()
        guard set.tag == BERElement.set else { throw .malformed }
        self.elements = try BERCursor(octets.bytes, in: set, maximumCount: maximumCount)
    }

    /// The next attribute's type and value; nil after the last.
    ///
    /// The version is passed over: no reader has ever needed it, and one type alone has another than 1.
    mutating func next() throws(ReceiptError) -> (type: Int64, value: Octets)? {
        guard let element = try self.elements.next() else { return nil }
        guard element.tag == BERElement.sequence else { throw .malformed }
        let bytes = self.elements.bytes
        var parts = try BERCursor(bytes, in: element)
        let type = try parts.next(BERElement.integer)
        _ = try parts.next(BERElement.integer)
        guard let value = try parts.next() else { throw .malformed }
        try parts.finish()
        // A number of more than eight octets is none of those that are known.
        guard (1...8).contains(type.content.count) else { return (-1, try Octets(of: value, in: bytes)) }
        var number: Int64 = bytes[type.content.lowerBound] < 0x80 ? 0 : -1
        for index in type.content { number = number << 8 | Int64(bytes[index]) }
        return (number, try Octets(of: value, in: bytes))
    }
}
