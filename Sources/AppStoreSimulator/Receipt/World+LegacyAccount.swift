import AppStore
import Foundation

extension World {
    /// Returns the current data of a transaction's buyer for the legacy interfaces.
    ///
    /// - Parameters:
    ///   - transactionId: Any transaction of the buyer.
    ///   - app: The app.
    ///   - isNamed: Whether a notification names this transaction; it is then always listed.
    /// - Returns: The account, with a receipt.
    /// - Throws: ``WorldError``, or an error of the creation of the receipt.
    func legacyAccount(of transactionId: String, in app: WorldApp, isNamed: Bool = false) throws -> LegacyAccount {
        let found = try self.change { state throws(WorldError) in
            let named = try state.index(ofTransaction: transactionId)
            let customer = state.transactions[named].customer
            let own = state.customers[customer].transactions.filter { index in
                state.apps[state.transactions[index].app].bundleId == app.bundleId
                    && (state.isInReceipts(index) || isNamed && index == named)
            }
            var seen: Set<Int> = []
            var renewals: [RenewalInfoPayload] = []
            for index in own {
                guard let subscription = state.transactions[index].subscription, seen.insert(subscription).inserted
                else { continue }
                let latest = state.subscriptions[subscription].latest
                renewals.append(
                    state.payload(
                        ofRenewal: state.settledRenewal(of: subscription),
                        transaction: latest,
                        signedAt: state.now
                    )
                )
            }
            return (
                customer: state.customers[customer].customer,
                purchases: own.map { index in
                    (
                        payload: state.payload(ofTransaction: index, signedAt: state.now),
                        product: state.product(of: state.transactions[index])
                    )
                }, renewals: renewals
            )
        }
        let newestFirst = found.purchases.sorted { left, right in
            (left.payload.purchaseDate?.milliseconds ?? 0) > (right.payload.purchaseDate?.milliseconds ?? 0)
        }
        return LegacyAccount(
            purchases: newestFirst.map { payload, product in
                LegacyAccount.Purchase(transaction: payload, itemNumber: self.itemNumber(of: product, in: app))
            },
            appNumber: self.itemNumber(of: app),
            named: isNamed ? transactionId : nil,
            renewals: found.renewals,
            receipt: Data(try self.receipt(of: found.customer, in: app.bundleId).bytes).base64EncodedString()
        )
    }

    /// Returns the bodies that are posted for a notification to an app whose server receives version 1, one post after
    /// the other; empty where version 1 has no equivalent.
    ///
    /// The bodies contain the current state of the account. A test notification is sent in the form of version 2, as
    /// Apple does.
    ///
    /// - Parameter notification: A notification of this world.
    /// - Returns: JSON.
    /// - Throws: An error of the creation of the receipt.
    public func version1Bodies(of notification: WorldNotification) throws -> [[UInt8]] {
        if notification.type == .test { return [notification.body] }
        guard let transaction = notification.transactionPayload, let id = transaction.transactionId else { return [] }
        let previous = try self.change { state throws(WorldError) in
            state.previous(in: try state.index(ofTransaction: id)).map {
                state.payload(ofTransaction: $0, signedAt: state.now)
            }
        }
        let types = notification.oldTypes(after: previous)
        guard !types.isEmpty else { return [] }
        var unified = try self.legacyAccount(of: id, in: notification.app, isNamed: true)
            .members(limit: LegacyAccount.notificationRows, statesNumbers: true)
        unified.append(JSONMember(key: "environment", value: .string(notification.app.environment.rawValue)))
        unified.append(JSONMember(key: "status", value: .number("0")))
        let receipt = JSONMember(key: "unified_receipt", value: .object(unified))
        return types.map { type in
            var members = self.oldMembers(of: notification, type, original: transaction.originalTransactionId)
            if type == "CANCEL" {
                // A cancellation date means a refund or an upgrade.
                let isRefund = notification.type == .refund
                let end = isRefund ? transaction.revocationDate : transaction.purchaseDate
                members += VerifyReceiptDate.members("cancellation_date", end)
                if let period = (isRefund ? transaction : previous)?.webOrderLineItemId {
                    members.append(JSONMember(key: "web_order_line_item_id", value: .string(period)))
                }
            }
            return JSONValue.object(members + [receipt]).json()
        }
    }

    /// Returns the members of a version 1 post beside the receipt.
    private func oldMembers(
        of notification: WorldNotification,
        _ type: String,
        original: String?
    ) -> [JSONMember] {
        let isProduction = notification.app.environment == .production
        var members = [
            JSONMember(key: "notification_type", value: .string(type)),
            JSONMember(key: "environment", value: .string(isProduction ? "PROD" : "Sandbox")),
            JSONMember(key: "password", value: .string(self.sharedSecret(of: notification.app))),
            JSONMember(key: "bid", value: .string(notification.app.bundleId)),
            JSONMember(key: "bvrs", value: .string(notification.app.bundleVersion)),
        ]
        if let original {
            members.append(JSONMember(key: "original_transaction_id", value: .number(original)))
        }
        if let renewal = notification.renewalInfoPayload {
            members.append(
                JSONMember(
                    key: "auto_renew_status",
                    value: .string(renewal.autoRenewStatus == .on ? "true" : "false")
                )
            )
            if let next = renewal.autoRenewProductId {
                members.append(JSONMember(key: "auto_renew_product_id", value: .string(next)))
            }
            if let intent = renewal.expirationIntent {
                members.append(JSONMember(key: "expiration_intent", value: .number(String(intent.rawValue))))
            }
        }
        if type == "DID_CHANGE_RENEWAL_STATUS" {
            members += VerifyReceiptDate.members("auto_renew_status_change_date", notification.signedAt)
        }
        return members
    }
}

extension WorldState {
    /// Returns whether receipts list a transaction: they omit finished consumables and refunded non-renewing
    /// subscriptions.
    func isInReceipts(_ index: Int) -> Bool {
        let facts = self.transactions[index]
        return switch self.product(of: facts).type {
        case .consumable: !facts.isFinished
        case .nonRenewingSubscription: facts.condition.revocation == nil
        default: true
        }
    }

    /// Returns the index of the customer's previous transaction in the same subscription group.
    func previous(in index: Int) -> Int? {
        let facts = self.transactions[index]
        guard let group = self.product(of: facts).group else { return nil }
        return self.customers[facts.customer].transactions.last { other in
            let candidate = self.transactions[other]
            return other < index && candidate.app == facts.app && !candidate.isRestored
                && self.product(of: candidate).group == group
        }
    }
}
