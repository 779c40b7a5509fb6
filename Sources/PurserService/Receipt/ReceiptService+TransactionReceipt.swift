import AppStore
import Ledger

/// Answers about transaction receipts, the format of purchases before iOS 7.
///
/// A transaction receipt can be forged, so the service answers only where the ledger or Apple knows the same purchase,
/// by transaction id, product, quantity and second. All others get the status for a receipt that is not authentic.
extension ReceiptService {
    /// Returns the answer about a transaction receipt; `nil` for other receipts.
    func answerAboutTransactionReceipt(
        _ request: VerifyReceiptRequest,
        at address: StoreEnvironment,
        admits: (AppName, OriginalTransactionID) -> Bool
    ) async -> Answer? {
        // A transaction receipt is a property list, whose first character is a brace; an app receipt never begins with
        // one.
        guard let text = request.receipt, text.first(where: { !$0.isWhitespace }) == "e",
            let hint = try? UnverifiedTransactionReceipt(base64: text)
        else { return nil }
        guard let app = self.apps.first(where: { $0.verifier.app.bundleID == hint.bundleID }) else {
            return Self.answer(.notAuthentic)
        }
        let environment: StoreEnvironment = hint.environment == .sandbox ? .sandbox : .production
        guard environment == address else {
            return Self.answer(environment == .sandbox ? .isSandbox : .isProduction, app: app.name)
        }
        if let password = request.password, !app.sharedSecrets.contains(password) {
            return Self.answer(.wrongSecret, app: app.name)
        }
        guard (try? app.check([hint.statedIdentity], in: hint.environment, part: .transactionReceipt)) != nil else {
            return Self.answer(.notAuthentic, app: app.name)
        }
        let original = OriginalTransactionID(hint.originalTransactionID ?? hint.transactionID)
        guard admits(app.name, original) else { return Self.answer(.unavailable, app: app.name) }
        let now = self.ingest.ambient.now()
        do throws(IngestError) {
            guard let chain = try await self.chain(confirming: hint, environment, now, app) else {
                return Self.answer(.notAuthentic, app: app.name)
            }
            self.ingest.legacyUsage?.note(.transactionReceipt, version: hint.fields["bvrs"], of: app.name, at: now)
            return Self.answer(hint, chain, request, now, app)
        } catch {
            return Self.answer(.unavailable, app: app.name)
        }
    }

    /// Returns the chain that has the purchase of a transaction receipt, if there is one.
    private func chain(
        confirming hint: UnverifiedTransactionReceipt,
        _ environment: StoreEnvironment,
        _ now: Instant,
        _ app: ServedApp
    ) async throws(IngestError) -> Chain? {
        let id = TransactionID(hint.transactionID)
        if let known = try await self.known(id, environment, app) { return Self.agrees(known, hint) ? known : nil }
        guard let client = app.appStore, app.askable.contains(environment) else { return nil }
        let evidence: AnsweredEvidence
        do throws(AppStoreError) {
            let info = try await client.send(
                .transactionInfo(hint.transactionID),
                to: AppStoreEnvironment(environment),
                within: Self.deadline
            )
            let transactions = [info.signedTransactionInfo?.bytes].compactMap(\.self)
            evidence = AnsweredEvidence(transactions: transactions, askedAt: now)
        } catch {
            guard error.isUnknownID else { throw .mustWait(code: "appstore_unavailable") }
            return nil
        }
        _ = try await self.ingest.answer(evidence, for: app)
        return try await self.known(id, environment, app).flatMap { Self.agrees($0, hint) ? $0 : nil }
    }

    private func known(
        _ id: TransactionID,
        _ environment: StoreEnvironment,
        _ app: ServedApp
    ) async throws(IngestError) -> Chain? {
        do {
            return try await self.ingest.repository.read { view in
                try view.chain(of: id, app: app.name, environment: environment)
            }?.chain
        } catch {
            throw .storage(error)
        }
    }

    /// Returns whether a chain has the purchase that a transaction receipt describes.
    private static func agrees(_ chain: Chain, _ hint: UnverifiedTransactionReceipt) -> Bool {
        let record = chain.transactions.first { $0.transactionID == TransactionID(hint.transactionID) }
        guard let snapshot = record?.current, let purchasedAt = hint.purchasedAt else { return false }
        return hint.productID.hasSameBytes(as: snapshot.productID.rawValue)
            && snapshot.purchaseAt.milliseconds / 1000 == purchasedAt.milliseconds / 1000
            && Int64(snapshot.quantity) == hint.quantity ?? 1
    }

    // MARK: Answers

    private static func answer(
        _ hint: UnverifiedTransactionReceipt,
        _ chain: Chain,
        _ request: VerifyReceiptRequest,
        _ now: Instant,
        _ app: ServedApp
    ) -> Answer {
        let isWhole = request.password != nil
        let periods = chain.transactions.map(\.current).filter { $0.kind == .autoRenewable }
        let newest = periods.max { ($0.purchaseAt, $0.transactionID) < ($1.purchaseAt, $1.transactionID) }
        let known = isWhole ? newest?.expiresAt : nil
        let end = known ?? hint.expiresAt.map { Instant($0) }
        let isOver = end.map { $0 <= now } ?? false
        let status: VerifyReceiptStatus = isOver ? .expired : .valid
        var members = [
            JSONMember(key: "status", value: .number(String(status.rawValue))),
            JSONMember(key: "receipt", value: .object(Self.members(of: hint))),
        ]
        if isWhole, let newest {
            var row = Self.members(of: ReceiptTransaction(newest))
            row += Self.appMembers(of: hint)
            let name = isOver ? "latest_expired_receipt_info" : "latest_receipt_info"
            members.append(JSONMember(key: name, value: .object(row)))
            if !isOver, let receipt = request.receipt {
                members.append(JSONMember(key: "latest_receipt", value: .string(receipt)))
            }
            if let renewal = chain.newestRenewal {
                let isOn = renewal.autoRenew != false
                members.append(JSONMember(key: "auto_renew_status", value: .number(isOn ? "1" : "0")))
                members += Self.texts([
                    ("auto_renew_product_id", (renewal.autoRenewProductID ?? renewal.productID).rawValue),
                    ("expiration_intent", renewal.expirationIntent.map { "\($0)" }),
                ])
                if isOver {
                    members += Self.texts([("is_in_billing_retry_period", renewal.isInBillingRetry ? "1" : "0")])
                }
            }
        }
        return Answer(status: status, json: JSONValue.object(members).json(), app: app.name)
    }

    /// Returns the members of the transaction receipt itself.
    private static func members(of hint: UnverifiedTransactionReceipt) -> [JSONMember] {
        var row = ReceiptTransaction()
        row.quantity = hint.quantity
        row.productID = hint.productID
        row.transactionID = hint.transactionID
        row.originalTransactionID = hint.originalTransactionID
        row.purchasedAt = hint.purchasedAt
        row.originallyPurchasedAt = hint.originallyPurchasedAt
        row.expiresAt = hint.expiresAt
        row.webOrderLineItemID = hint.webOrderLineItemID
        row.isTrial = hint.fields["is-trial-period"].map { $0 == "true" }
        return Self.members(of: row) + Self.appMembers(of: hint)
            + Self.texts([
                ("unique_identifier", hint.fields["unique-identifier"]),
                ("unique_vendor_identifier", hint.fields["unique-vendor-identifier"]),
            ])
    }

    /// Returns the members about the app.
    private static func appMembers(of hint: UnverifiedTransactionReceipt) -> [JSONMember] {
        Self.texts([("bid", hint.bundleID), ("bvrs", hint.fields["bvrs"]), ("item_id", hint.fields["item-id"])])
    }

    /// Returns a row in the format before iOS 7, in which `expires_date` has milliseconds and a formatted date beside
    /// it.
    private static func members(of row: ReceiptTransaction) -> [JSONMember] {
        guard case .object(let members) = row.json(isLatest: false) else { return [] }
        var flat = members.filter { !$0.key.hasPrefix("expires_date") }
        guard let expiresAt = row.expiresAt else { return flat }
        flat.append(JSONMember(key: "expires_date", value: .string("\(expiresAt.milliseconds)")))
        let words = VerifyReceiptDate.members("expires_date_formatted", expiresAt)
        return flat + words.filter { !$0.key.hasSuffix("_ms") }
    }

    private static func texts(_ fields: [(String, String?)]) -> [JSONMember] {
        fields.compactMap { name, value in value.map { JSONMember(key: name, value: .string($0)) } }
    }
}
