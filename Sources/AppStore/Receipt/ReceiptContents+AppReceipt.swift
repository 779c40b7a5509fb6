extension ReceiptContents {
    /// The types of the attributes that this reader uses (Apple: Receipt Fields).
    private enum Attribute {
        static let environment = 0
        static let bundleID = 2
        static let purchase = 17
        static let productID = 1702
        static let transactionID = 1703
        static let originalTransactionID = 1705
    }

    /// Reads an app receipt: the payload of a signed container, which is a set of attributes.
    init(appReceipt bytes: [UInt8]) throws(ReceiptError) {
        let payload = try Self.payload(of: bytes)
        var bundleID: String?
        var environment: String?
        var purchases: [ReceiptPurchase] = []
        for (type, value) in try Self.attributes(of: payload) {
            switch type {
            case Attribute.environment: environment = try? Self.text(value)
            case Attribute.bundleID: bundleID = try Self.text(value)
            case Attribute.purchase:
                if let purchase = try Self.purchase(value) { purchases.append(purchase) }
            default: break
            }
        }
        try self.init(bundleID: bundleID, environment: environment, purchases: purchases)
    }

    /// Returns the payload of a container.
    private static func payload(of bytes: [UInt8]) throws(ReceiptError) -> [UInt8] {
        let container = try BERElement(outermost: bytes)
        let parts = try container.children(bytes)
        guard container.tag == BERElement.sequence, parts.count >= 2,
            parts[0].isObject(ReceiptContainer.signedData, in: bytes), parts[1].tag == BERElement.context0
        else { throw .notReceipt }
        guard let signed = try parts[1].children(bytes).first, signed.tag == BERElement.sequence else {
            throw .malformed
        }
        let fields = try signed.children(bytes)
        guard fields.count >= 3, fields[2].tag == BERElement.sequence else { throw .malformed }
        let content = try fields[2].children(bytes)
        guard content.count >= 2, content[0].isObject(ReceiptContainer.data, in: bytes),
            content[1].tag == BERElement.context0, let octets = try content[1].children(bytes).first
        else { throw .malformed }
        return try octets.octets(bytes)
    }

    /// Returns the attributes of a set with their values.
    private static func attributes(of bytes: [UInt8]) throws(ReceiptError) -> [(type: Int, value: [UInt8])] {
        let set = try BERElement(bytes, at: 0, before: bytes.count)
        guard set.tag == BERElement.set else { throw .malformed }
        var attributes: [(type: Int, value: [UInt8])] = []
        for element in try set.children(bytes) {
            let parts = try element.children(bytes)
            guard element.tag == BERElement.sequence, parts.count >= 3 else { throw .malformed }
            // A type outside the known range is unknown.
            guard let type = parts[0].integer(bytes) else { continue }
            attributes.append((type, try parts[2].octets(bytes)))
        }
        return attributes
    }

    private static func purchase(_ bytes: [UInt8]) throws(ReceiptError) -> ReceiptPurchase? {
        var transactionID: String?
        var originalTransactionID: String?
        var productID: String?
        for (type, value) in try Self.attributes(of: bytes) {
            switch type {
            case Attribute.productID: productID = try Self.text(value)
            case Attribute.transactionID: transactionID = try Self.text(value)
            case Attribute.originalTransactionID: originalTransactionID = try Self.text(value)
            default: break
            }
        }
        // Either identifier is enough to request the customer's history.
        guard let id = transactionID ?? originalTransactionID else { return nil }
        return ReceiptPurchase(transactionID: id, originalTransactionID: originalTransactionID, productID: productID)
    }

    /// Returns the text in an attribute's value.
    private static func text(_ bytes: [UInt8]) throws(ReceiptError) -> String {
        let element = try BERElement(bytes, at: 0, before: bytes.count)
        guard element.tag == BERElement.utf8String else { throw .malformed }
        return try Self.identifier(bytes[element.content])
    }
}
