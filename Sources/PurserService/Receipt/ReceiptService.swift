package import AppStore
import Foundation
package import Ledger
import Logging

/// Answers requests in place of Apple's verifyReceipt endpoint, from the receipt itself, the ledger, and the App Store
/// Server API where the app has a key.
///
/// The service never calls Apple's verifyReceipt. A client without the app's shared secret gets only the contents of
/// the receipt, which it already has.
package struct ReceiptService: Sendable {
    /// The time limit of Apple's answer; the client is waiting.
    static let deadline = Duration.seconds(5)

    /// An answer before it is encoded.
    package struct Answer: Sendable {
        /// The status.
        package let status: VerifyReceiptStatus
        /// The JSON of the answer.
        package let json: [UInt8]
        /// The app to which the receipt belongs; `nil` where there is none.
        package let app: AppName?
    }

    let ingest: Ingest
    let apps: [ServedApp]

    /// Creates a service for these apps.
    package init(ingest: Ingest, apps: [ServedApp]) {
        self.ingest = ingest
        self.apps = apps
    }

    /// Returns the service with a limit on unknown signers; `nil` admits all.
    package func admitting(_ admission: UnknownSignerAdmission?) -> Self {
        Self(ingest: self.ingest, apps: self.apps.map { $0.admitting(admission) })
    }

    /// Answers a request at the endpoint of an environment.
    ///
    /// `admits` returns whether the client may ask about a chain again now, by its original transaction id.
    package func answer(
        _ request: VerifyReceiptRequest,
        at address: StoreEnvironment,
        admits: (AppName, OriginalTransactionID) -> Bool
    ) async -> Answer {
        guard request.receipt != nil else { return Self.answer(.malformedReceipt) }
        if let old = await self.answerAboutTransactionReceipt(request, at: address, admits: admits) { return old }
        var apps = self.apps
        while let app = apps.first {
            switch await self.answer(request, at: address, in: app, admits: admits) {
            case .answer(let answer): return answer
            // The signed content names the app, so only that one is asked.
            case .other(let bundleID):
                apps = apps.dropFirst().filter { $0.verifier.app.bundleID.hasSameBytes(as: bundleID) }
            }
        }
        return Self.answer(.notAuthentic)
    }

    /// The result of asking one app.
    private enum Asked {
        /// The app's answer.
        case answer(Answer)
        /// The receipt belongs to the app with this bundle id.
        case other(bundleID: String)
    }

    /// Returns the answer if the receipt may belong to this app.
    private func answer(
        _ request: VerifyReceiptRequest,
        at address: StoreEnvironment,
        in app: ServedApp,
        admits: (AppName, OriginalTransactionID) -> Bool
    ) async -> Asked {
        let now = self.ingest.ambient.now()
        do throws(IngestError) {
            let (receipt, environment) = try await self.ingest.verified(request.receipt ?? "", at: now, for: app)
            guard environment != .xcode else { return .answer(Self.answer(.malformedReceipt, app: app.name)) }
            guard environment == address else {
                return .answer(Self.answer(environment == .sandbox ? .isSandbox : .isProduction, app: app.name))
            }
            if let password = request.password, !app.sharedSecrets.contains(password) {
                return .answer(Self.answer(.wrongSecret, app: app.name))
            }
            let facts = ReceiptFacts(receipt) { app.catalog.products[$0]?.kind }
            if let first = facts.snapshots.first, !admits(app.name, first.originalTransactionID) {
                return .answer(Self.answer(.unavailable, app: app.name))
            }
            let isWhole = request.password != nil
            self.ingest.legacyUsage?.note(
                isWhole ? .verifyReceipt : .verifyReceiptWithoutPassword,
                version: receipt.payload.applicationVersion,
                of: app.name,
                at: now
            )
            return .answer(
                try await self.answer(request, receipt, facts, environment, isWhole: isWhole, now, app)
            )
        } catch {
            if let bundleID = error.otherBundleID { return .other(bundleID: bundleID) }
            guard let found = error.otherEnvironment else {
                return .answer(Self.answer(Self.status(of: error), app: app.name))
            }
            // The app does not accept the receipt at its own address, so another redirect would lead back here.
            guard found != address else { return .answer(Self.answer(.notAuthentic, app: app.name)) }
            return .answer(Self.answer(found == .sandbox ? .isSandbox : .isProduction, app: app.name))
        }
    }

    /// Returns Apple's status for a refusal.
    static func status(of error: IngestError) -> VerifyReceiptStatus {
        switch error {
        case .refused(let refusal), .notOurs(let refusal):
            switch refusal.code {
            case .receiptTooLarge, .receiptNotBase64, .notReceipt, .receiptTruncated, .receiptMalformed,
                .receiptTooDeep, .receiptTooManyParts, .receiptAttributeInvalid, .receiptAttributeTwice:
                .malformedReceipt
            case .unknownSignerMustWait: .unavailable
            default: .notAuthentic
            }
        case .storage, .quarantineFull, .unconfirmed: .unavailable
        case .mustWait(let code): code == "signed_date_in_future" ? .unavailable : .notAuthentic
        case .notInReceipt, .secretWrong: .notAuthentic
        }
    }

    // MARK: Answers

    /// Returns an answer with a status only.
    static func answer(_ status: VerifyReceiptStatus, app: AppName? = nil) -> Answer {
        let members = [JSONMember(key: "status", value: .number(String(status.rawValue)))]
        return Answer(status: status, json: JSONValue.object(members).json(), app: app)
    }

    private func answer(
        _ request: VerifyReceiptRequest,
        _ receipt: VerifiedReceipt,
        _ facts: ReceiptFacts,
        _ environment: StoreEnvironment,
        isWhole: Bool,
        _ now: Instant,
        _ app: ServedApp
    ) async throws(IngestError) -> Answer {
        var members = [
            JSONMember(key: "status", value: .number("0")),
            JSONMember(key: "environment", value: .string(environment.rawValue)),
            JSONMember(
                key: "receipt",
                value: receipt.payload.json(requestedAt: Timestamp(milliseconds: now.milliseconds))
            ),
        ]
        if isWhole {
            var unit = Intake(app: app.name, environment: environment, receivedAt: now)
            unit.evidence = [SignedEvidence(receipt)]
            unit.catalog = app.catalog
            unit.asksApple = app.askable.contains(environment)
            unit.isShownByApp = true
            let units = ReceiptUnits(facts.snapshots, submissions: [], like: unit)
            var chains: [OwnedChain] = []
            do throws(RepositoryError) {
                for intake in units.intakes { _ = try await self.ingest.repository.ingest(intake) }
                try await self.ingest.keep(receipt, facts, in: environment, for: app)
                chains = try await self.chains(of: facts, environment, app)
                if await self.refresh(chains, environment, now, app) {
                    chains = try await self.chains(of: facts, environment, app)
                }
            } catch {
                throw .storage(error)
            }
            let hasRenewing = facts.snapshots.contains { $0.kind == .autoRenewable }
            if hasRenewing {
                members += Self.latest(chains, request, app)
                members.append(
                    JSONMember(
                        key: "latest_receipt",
                        value: .string(Data(receipt.bytes).base64EncodedString())
                    )
                )
            }
        }
        return Answer(status: .valid, json: JSONValue.object(members).json(), app: app.name)
    }

    /// Returns `latest_receipt_info`, newest first, and `pending_renewal_info`.
    private static func latest(
        _ chains: [OwnedChain],
        _ request: VerifyReceiptRequest,
        _ app: ServedApp
    ) -> [JSONMember] {
        var rows: [TransactionSnapshot] = []
        var renewals: [RenewalSnapshot] = []
        for owned in chains {
            let all = owned.chain.counted.sorted { left, right in
                (left.purchaseAt, left.transactionID) > (right.purchaseAt, right.transactionID)
            }
            let isSubscription = all.first?.kind == .autoRenewable
            rows += request.excludesOldTransactions && isSubscription ? Array(all.prefix(1)) : all
            renewals += owned.chain.renewals
        }
        rows.sort { ($0.purchaseAt, $0.transactionID) > ($1.purchaseAt, $1.transactionID) }
        var members = [
            JSONMember(
                key: "latest_receipt_info",
                value: .array(
                    rows.map { row in
                        ReceiptTransaction(row).json(
                            isLatest: true,
                            group: app.catalog.products[row.productID]?.group?.rawValue
                        )
                    }
                )
            )
        ]
        if !renewals.isEmpty {
            let elements = renewals.map { PendingRenewal($0).json }
            members.append(JSONMember(key: "pending_renewal_info", value: .array(elements)))
        }
        return members
    }

    // MARK: Facts

    private func chains(
        of facts: ReceiptFacts,
        _ environment: StoreEnvironment,
        _ app: ServedApp
    ) async throws(RepositoryError) -> [OwnedChain] {
        let ids = facts.snapshots.map(\.transactionID)
        return try await self.ingest.repository.read { view in
            var seen: Set<TransactionID> = []
            var chains: [OwnedChain] = []
            for id in ids where !seen.contains(id) {
                guard let chain = try view.chain(of: id, app: app.name, environment: environment) else { continue }
                seen.formUnion(chain.chain.transactions.map(\.transactionID))
                chains.append(chain)
            }
            return chains
        }
    }

    /// Asks Apple about a subscription that has ended or whose renewal is unknown, and returns whether the ledger
    /// changed.
    ///
    /// Without an answer of Apple's, the service answers from the ledger.
    private func refresh(
        _ chains: [OwnedChain],
        _ environment: StoreEnvironment,
        _ now: Instant,
        _ app: ServedApp
    ) async -> Bool {
        guard let client = app.appStore, app.askable.contains(environment) else { return false }
        let stale = chains.first { owned in
            let ends = owned.chain.transactions.map(\.current).filter { $0.kind == .autoRenewable }
                .compactMap(\.expiresAt)
            guard let last = ends.max() else { return false }
            return last <= now || owned.chain.renewals.isEmpty
        }
        guard let id = stale?.chain.transactions.first?.transactionID.rawValue else { return false }
        do {
            let response = try await client.send(
                .subscriptionStatuses(of: id),
                to: AppStoreEnvironment(environment),
                within: Self.deadline
            )
            return try await self.ingest.answer(AnsweredEvidence(response, askedAt: now), for: app).isNew
        } catch {
            self.ingest.logger.info(
                "Apple could not be asked about a receipt; it is answered from the ledger.",
                metadata: ["app": "\(app.name)"]
            )
            return false
        }
    }
}

extension IngestError {
    /// The environment of authentic evidence that the app does not accept, where Apple has servers for that
    /// environment.
    fileprivate var otherEnvironment: StoreEnvironment? {
        guard case .notOurs(let refusal) = self, refusal.code == .environmentMismatch else { return nil }
        return StoreEnvironment(rawValue: refusal.found).flatMap { $0 == .xcode ? nil : $0 }
    }

    /// The bundle id of authentic evidence of another app.
    fileprivate var otherBundleID: String? {
        guard case .notOurs(let refusal) = self, refusal.code == .bundleMismatch else { return nil }
        return refusal.found
    }
}
