import Crypto

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

    private init() {}

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
        case 9: self.fulfilmentToolVersion = try value.integer()
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
    /// - Parameter identifier: The 16 bytes of `identifierForVendor`, or on a Mac the six of its first network interface.
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
