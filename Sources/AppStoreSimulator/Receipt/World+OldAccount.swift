import AppStore
import Foundation

extension World {
    /// What the old interfaces know of whoever bought a transaction, now.
    func oldAccount(of transactionId: String, in app: WorldApp) throws -> OldAccount {
        let found = try self.change { state throws(WorldError) in
            let customer = state.transactions[try state.place(ofTransaction: transactionId)].customer
            let own = state.customers[customer].transactions.filter { place in
                let facts = state.transactions[place]
                return state.apps[facts.app].bundleId == app.bundleId
                    && !(state.product(of: facts).type == .consumable && facts.isFinished)
            }
            var seen: Set<Int> = []
            var renewals: [RenewalInfoPayload] = []
            for place in own {
                guard let subscription = state.transactions[place].subscription, seen.insert(subscription).inserted
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
                purchases: own.map { place in
                    (
                        payload: state.payload(ofTransaction: place, signedAt: state.now),
                        product: state.product(of: state.transactions[place])
                    )
                }, renewals: renewals
            )
        }
        let newestFirst = found.purchases.sorted { left, right in
            (left.payload.purchaseDate?.milliseconds ?? 0) > (right.payload.purchaseDate?.milliseconds ?? 0)
        }
        return OldAccount(
            purchases: newestFirst.map { payload, product in
                OldAccount.Purchase(transaction: payload, itemNumber: self.itemNumber(of: product, in: app))
            },
            appNumber: self.itemNumber(of: app),
            renewals: found.renewals,
            receipt: Data(try self.receipt(of: found.customer, in: app.bundleId).bytes).base64EncodedString()
        )
    }

    /// What is posted for a notification to an app whose server takes version 1; `nil` where version 1 has no such thing.
    ///
    /// It tells the account as it is now. What Apple still sends in the form of version 2, a test, comes as that.
    ///
    /// - Parameter notification: One of this world's.
    /// - Returns: JSON.
    /// - Throws: What hinders the making of a receipt.
    public func oldBody(of notification: WorldNotification) throws -> [UInt8]? {
        if notification.type == .test { return notification.body }
        guard let type = notification.oldType, let transaction = notification.transactionPayload,
            let id = transaction.transactionId
        else { return nil }
        let account = try self.oldAccount(of: id, in: notification.app)
        let isProduction = notification.app.environment == .production
        let renewal = notification.renewalInfoPayload
        var members = [
            JSONMember(key: "notification_type", value: .string(type)),
            JSONMember(key: "environment", value: .string(isProduction ? "PROD" : "Sandbox")),
            JSONMember(key: "password", value: .string(self.sharedSecret(of: notification.app))),
            JSONMember(key: "bid", value: .string(notification.app.bundleId)),
            JSONMember(key: "bvrs", value: .string(notification.app.bundleVersion)),
        ]
        if let original = transaction.originalTransactionId {
            members.append(JSONMember(key: "original_transaction_id", value: .number(original)))
        }
        if let renewal {
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
        var unified = account.members(limit: OldAccount.notificationRows, statesNumbers: true)
        unified.append(JSONMember(key: "environment", value: .string(notification.app.environment.rawValue)))
        unified.append(JSONMember(key: "status", value: .number("0")))
        members.append(JSONMember(key: "unified_receipt", value: .object(unified)))
        return JSONValue.object(members).json()
    }
}

extension WorldNotification {
    /// What version 1 calls it; `nil` for what it does not have.
    ///
    /// Apple has no table of this: it is our reading.
    var oldType: String? {
        let isRenewing = self.renewalInfoPayload != nil
        let type: String? =
            switch (self.type, self.subtype) {
            case (.subscribed, .resubscribe), (.didChangeRenewalPref, .upgrade): "INTERACTIVE_RENEWAL"
            case (.subscribed, _): "INITIAL_BUY"
            case (.didRenew, .billingRecovery): "DID_RECOVER"
            case (.didRenew, _): "DID_RENEW"
            case (.didChangeRenewalPref, _): "DID_CHANGE_RENEWAL_PREF"
            case (.didChangeRenewalStatus, _), (.expired, .billingRetry): "DID_CHANGE_RENEWAL_STATUS"
            case (.didFailToRenew, _): "DID_FAIL_TO_RENEW"
            case (.refund, _): isRenewing ? "CANCEL" : "REFUND"
            case (.revoke, _): "REVOKE"
            case (.consumptionRequest, _): "CONSUMPTION_REQUEST"
            case (.priceIncrease, .pending): "PRICE_INCREASE_CONSENT"
            default: nil
            }
        guard self.app.environment == .sandbox, let type else { return type }
        return Self.oldTypesInSandbox.contains(type) ? type : nil
    }

    private static let oldTypesInSandbox: Set<String> = [
        "INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_STATUS", "DID_RENEW", "INTERACTIVE_RENEWAL",
        "CANCEL",
        "REFUND",
    ]
}
