extension ReceiptTransaction {
    /// How many attributes one purchase may have; genuine ones have about twenty.
    static let maximumAttributeCount = 256

    /// Reads the set of attributes of one purchase.
    init(_ octets: Octets) throws(VerificationError) {
        self.init()
        var cursor = try VerificationError.reading("a purchase") { () throws(ReceiptError) in
            try ReceiptAttributeCursor(octets, maximumCount: Self.maximumAttributeCount)
        }
        var seen: UInt64 = 0
        while true {
            let next = try VerificationError.reading("a purchase's attributes") { () throws(ReceiptError) in
                try cursor.next()
            }
            guard let (type, value) = next else { return }
            if (1701...1764).contains(type) {
                let bit: UInt64 = 1 << UInt64(type - 1701)
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
        case 1701: self.quantity = try value.integer()
        case 1702: self.productID = try value.identifier()
        case 1703: self.transactionID = try value.identifier()
        case 1704: self.purchasedAt = try value.instant()
        case 1705: self.originalTransactionID = try value.identifier()
        case 1706: self.originallyPurchasedAt = try value.instant()
        case 1707: self.productTypeNumber = try value.integer()
        case 1708: self.expiresAt = try value.instant()
        case 1710: self.productItemID = try value.integer()
        case 1711:
            let number = try value.integer()
            self.webOrderLineItemID = number == 0 ? nil : number
        case 1712: self.cancelledAt = try value.instant()
        case 1713: self.isTrial = try value.integer() != 0
        case 1719: self.isIntroductory = try value.integer() != 0
        case 1721: self.promotionalOfferID = try value.text()
        // In every receipt, and nobody knows what for: empty texts and a zero.
        case 1709, 1714...1718, 1720, 1722: break
        default: self.unknown.append(ReceiptAttribute(type: type, value: Array(value.slice)))
        }
    }
}
