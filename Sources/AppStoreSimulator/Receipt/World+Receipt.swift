import AppStore
import Crypto

extension World {
    /// Returns the app receipt of a customer's device (iOS 7 and later), created at the world's current instant.
    ///
    /// It contains every purchase of the customer in the app, in an arbitrary order, except finished consumables and
    /// refunded non-renewing subscriptions. It includes restored and family-shared purchases.
    ///
    /// - Parameters:
    ///   - customer: The owner of the device.
    ///   - bundleId: The app; required only where there are several.
    ///   - isSHA1: Whether the receipt is signed with SHA-1, as Apple did until 2023.
    /// - Returns: The receipt, and the identifier of its device.
    /// - Throws: ``WorldError``, or an error of the creation of a key.
    public func receipt(
        of customer: WorldCustomer,
        in bundleId: String? = nil,
        isSHA1: Bool = false
    ) throws -> DeviceReceipt {
        let (app, transactions, now, arrivedAt) = try self.change { state throws(WorldError) in
            let index = try state.index(of: customer)
            let app = try state.index(ofApp: bundleId)
            let rows = state.customers[index].transactions.filter { transaction in
                state.transactions[transaction].app == app && state.isInReceipts(transaction)
            }
            return (
                state.apps[app],
                rows.map { row in
                    (
                        payload: state.payload(ofTransaction: row, signedAt: state.now),
                        product: state.product(of: state.transactions[row])
                    )
                }, state.now, state.customers[index].arrivedAt
            )
        }
        let isProduction = app.environment == .production
        var generator = SeededGenerator(seed: self.seed, purpose: "receipt of \(customer.name) in \(app.bundleId)")
        let device = generator.bytes(16)
        let opaque = generator.bytes(16)
        let bundleID = DEREncoder.utf8(app.bundleId)
        var draft = ReceiptDraft()
        draft.add(0, text: isProduction ? "Production" : "ProductionSandbox")
        draft.add(1, number: self.itemNumber(of: app))
        draft.add(2, octets: bundleID)
        draft.add(3, text: app.bundleVersion)
        draft.add(4, octets: opaque, version: 2)
        draft.add(5, octets: Array(Insecure.SHA1.hash(data: device + opaque + bundleID)))
        draft.add(6, octets: generator.bytes(54))
        draft.add(7, octets: generator.bytes(62))
        draft.add(8, instant: ReceiptDate.text(now))
        draft.add(9, number: 0)
        draft.add(10, text: "4+")
        for type in [Int64(11), 13, 14, 15, 16] { draft.add(type, number: 0) }
        draft.add(12, instant: ReceiptDate.text(now))
        // The sandbox uses one date for all customers.
        draft.add(18, instant: isProduction ? ReceiptDate.text(arrivedAt) : "2013-08-01T07:00:00Z")
        draft.add(19, text: isProduction ? app.bundleVersion : "1.0")
        draft.add(20, text: "")
        draft.add(25, number: 3)
        var order = transactions
        order.shuffle(using: &generator)
        for (payload, product) in order {
            draft.add(purchase: ReceiptDraft(payload, itemNumber: self.itemNumber(of: product, in: app)))
        }
        let signer = try self.certificates.receiptSigner()
        return DeviceReceipt(bytes: try signer.receipt(draft, digest: isSHA1 ? .sha1 : .sha256), device: device)
    }

    /// Returns the transaction receipt of a purchase, in the format before iOS 7.
    ///
    /// - Parameter transactionId: The purchase.
    /// - Returns: A property list, as the app encodes it in Base64.
    /// - Throws: ``WorldError``, or an error of the creation of a key.
    public func transactionReceipt(for transactionId: String) throws -> [UInt8] {
        let transaction = try self.transactionPayload(for: transactionId)
        let (product, app) = try self.change { state throws(WorldError) in
            let facts = state.transactions[try state.index(ofTransaction: transactionId)]
            return (state.product(of: facts), state.apps[facts.app])
        }
        var fields: [(name: String, value: String)] = []
        for (name, instant) in [
            ("original-purchase-date", transaction.originalPurchaseDate), ("purchase-date", transaction.purchaseDate),
        ] {
            guard let instant else { continue }
            fields.append((name, ReceiptDate.oldText(instant.milliseconds)))
            fields.append(("\(name)-ms", String(instant.milliseconds)))
        }
        fields += [
            ("transaction-id", transaction.transactionId ?? ""),
            ("original-transaction-id", transaction.originalTransactionId ?? ""),
            ("product-id", transaction.productId ?? ""), ("quantity", String(transaction.quantity ?? 1)),
            ("bid", app.bundleId), ("bvrs", app.bundleVersion),
            ("item-id", String(self.itemNumber(of: product, in: app))),
            ("app-item-id", String(self.itemNumber(of: app))),
        ]
        if let expires = transaction.expiresDate {
            fields.append(("expires-date", String(expires.milliseconds)))
            fields.append(("web-order-line-item-id", transaction.webOrderLineItemId ?? "0"))
        }
        let signer = try TransactionReceiptSigner(key: ReceiptKeys.transactionKey())
        return try signer.receipt(fields, environment: transaction.environment == .production ? nil : "Sandbox")
    }
}

/// The app receipt of a device, with the device identifier that it is bound to.
public struct DeviceReceipt: Hashable, Sendable {
    /// The receipt as stored on the device.
    public let bytes: [UInt8]
    /// The 16 bytes of the device's `identifierForVendor`.
    public let device: [UInt8]
}

/// The numbers of apps and products in the legacy interfaces; in the sandbox 0, as Apple sends them there.
extension World {
    /// Returns the number of an app.
    func itemNumber(of app: WorldApp) -> Int64 { app.environment == .production ? app.appAppleId : 0 }

    /// Returns the number of a product: the catalog's, or else ten digits that follow from the world's seed, the app
    /// and the product's id.
    func itemNumber(of product: WorldProduct, in app: WorldApp) -> Int64 {
        Self.itemNumber(of: product, in: app, seed: self.seed)
    }

    /// Returns the number of a product in a world of a seed.
    static func itemNumber(of product: WorldProduct, in app: WorldApp, seed: UInt64) -> Int64 {
        app.environment == .production ? Self.storeNumber(of: product, in: app, seed: seed) : 0
    }

    /// Returns the number of a product in App Store Connect, which is the same in every environment.
    static func storeNumber(of product: WorldProduct, in app: WorldApp, seed: UInt64) -> Int64 {
        if let number = product.appStoreId { return number }
        var generator = SeededGenerator(seed: seed, purpose: "number of \(product.id) in \(app.bundleId)")
        return 1_000_000_000 + Int64(generator.number(below: 9_000_000_000))
    }
}
