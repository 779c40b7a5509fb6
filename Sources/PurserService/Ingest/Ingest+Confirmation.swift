import AppStore
import Ledger
import Logging

extension Ingest {
    /// The result of asking Apple about evidence that is held because its signer is revoked.
    enum Confirmation {
        /// The transaction is recorded as Apple signs it now, and the evidence is no longer needed.
        case released
        /// The transaction is recorded as Apple signs it now; the rest of the evidence stays held.
        case superseded
        /// Apple does not know the transaction.
        case refuted
        /// Apple cannot be asked now, or its answer must wait too.
        case later(Instant)
        /// The evidence contains no transaction to ask about, or Apple cannot be asked.
        case none
    }

    /// The delay before Apple is asked again after an unusable answer.
    static let unusableAnswerRetry = Span.hours(1)

    /// Asks Apple about the transaction in evidence that is held because its signer is revoked, and records the answer.
    ///
    /// The answer is trusted because Apple's server gave it and a certificate that is not revoked signed it. Of the
    /// held bytes only the transaction id is used, to ask about it.
    func confirm(_ held: HeldEvidence, for app: ServedApp) async throws(IngestError) -> Confirmation {
        guard let client = app.appStore, let (id, environment) = Self.subject(of: held, for: app),
            app.askable.contains(environment)
        else { return .none }
        let now = self.ambient.now()
        let compact: [UInt8]
        do {
            let answer = try await client.send(.transactionInfo(id), to: AppStoreEnvironment(environment))
            guard let signed = answer.signedTransactionInfo else { return .later(now + ChainChecker.retryInterval) }
            compact = signed.bytes
        } catch {
            if error.isUnknownID { return .refuted }
            let soonest = now + ChainChecker.retryInterval
            guard case .rateLimited(let instant) = error else { return .later(soonest) }
            return .later(max(soonest, Instant(milliseconds: instant)))
        }
        let verified: VerifiedObject<TransactionPayload>
        do {
            verified = try app.verifier.transaction(compact)
        } catch {
            // An unusable answer says nothing about the evidence, and the next answer may differ.
            self.logger.warning(
                "Apple's answer about held evidence cannot be used; Apple is asked again.",
                metadata: ["app": "\(app.name)", "code": "\(error.code.rawValue)", "detail": "\(error.detail)"]
            )
            return .later(now + Self.unusableAnswerRetry)
        }
        let hold = self.reasonToHold(
            [verified.object],
            signedAt: Instant(verified.signedAt),
            now: now,
            releasing: nil
        )
        // An answer that Apple did not sign with a valid certificate proves no more than the held evidence.
        guard hold == nil, verified.payload.transactionId.hasSameBytes(as: id) else {
            return .later(now + ChainChecker.retryInterval)
        }
        let isTransaction = held.kind == .transaction
        guard
            let intake = try? Self.intake(
                verified,
                isTransaction ? Self.submission(of: held, naming: id) : nil,
                isTransaction ? held.customerTokens : [],
                at: now,
                for: app,
                releasing: isTransaction ? held : nil
            )
        else { return .later(now + ChainChecker.retryInterval) }
        _ = try await self.record(intake, for: app)
        return isTransaction ? .released : .superseded
    }

    /// Returns the transaction of held evidence.
    private static func subject(of held: HeldEvidence, for app: ServedApp) -> (id: String, StoreEnvironment)? {
        let payload: TransactionPayload?
        if held.kind == .notification {
            payload = (try? app.verifier.notification(held.body))?.transaction?.payload
        } else {
            payload = (try? app.verifier.transaction(held.body))?.payload
        }
        guard let id = payload?.transactionId, let name = payload?.environment,
            let environment = StoreEnvironment(rawValue: name.rawValue)
        else { return nil }
        return (id, environment)
    }
}
