import AppStore
import Foundation
import Notation

extension World {
    /// Returns the secret that an app shares with the store, 32 hexadecimal digits.
    ///
    /// - Parameter bundleId: The app; required only where there are several.
    /// - Returns: The secret, the same for every world of this seed.
    /// - Throws: ``WorldError`` where there is no such app.
    public func sharedSecret(of bundleId: String? = nil) throws(WorldError) -> String {
        let app = try self.change { state throws(WorldError) in state.apps[try state.index(ofApp: bundleId)] }
        return self.sharedSecret(of: app)
    }

    func sharedSecret(of app: WorldApp) -> String {
        var generator = SeededGenerator(seed: self.seed, purpose: "shared secret of \(app.bundleId)")
        return Hexadecimal.text(generator.bytes(16))
    }

    /// Responds to a verifyReceipt request as Apple does, with the whole result in the body: the HTTP status is always
    /// 200.
    ///
    /// It accepts app receipts, and the transaction receipts from before iOS 7 that this world creates.
    ///
    /// A fault `error` on the operation `verifyReceipt` makes it respond with its `errorCode` as status, such as 21005;
    /// for 21100 to 21199 the response is marked as retryable if the fault's `status` is 503.
    ///
    /// - Parameters:
    ///   - body: The body of the request.
    ///   - isSandbox: Whether the request was sent to the sandbox's address.
    /// - Returns: JSON.
    public func verifyReceipt(_ body: [UInt8], inSandbox isSandbox: Bool) -> [UInt8] {
        let faults = self.update { $0.faults.strike("verifyReceipt", [.error], at: $0.now) }
        if let fault = faults.first {
            let status = fault.errorCode ?? 21005
            var members = [JSONMember(key: "status", value: .number(String(status)))]
            if (21100...21199).contains(status) {
                members.append(JSONMember(key: "is-retryable", value: .bool(fault.status == 503)))
            }
            return JSONValue.object(members).json()
        }
        guard let request = try? VerifyReceiptRequest(json: body) else { return Self.answer(.unreadableRequest) }
        guard let base64 = request.receipt else { return Self.answer(.malformedReceipt) }
        switch Self.transactionReceipt(base64) {
        case .success(let hint): return self.verify(hint, request, inSandbox: isSandbox)
        case .failure(let error) where error.code != .notReceipt:
            return Self.answer(Self.isMalformed(error.code) ? .malformedReceipt : .notAuthentic)
        case .failure: break
        }
        let receipt: VerifiedReceipt
        do {
            let anchors = try TrustAnchors(roots: [self.certificates.root])
            receipt = try SignatureVerifier(anchors: anchors).receipt(base64: base64)
        } catch let error as VerificationError {
            return Self.answer(Self.isMalformed(error.code) ? .malformedReceipt : .notAuthentic)
        } catch {
            return Self.answer(.internalError)
        }
        guard let app = self.apps.first(where: { $0.bundleId == receipt.payload.bundleID }) else {
            return Self.answer(.notAuthentic)
        }
        let isOfSandbox = app.environment == .sandbox
        guard isOfSandbox == isSandbox else { return Self.answer(isOfSandbox ? .isSandbox : .isProduction) }
        let isKnown = request.password == self.sharedSecret(of: app)
        if request.password != nil, !isKnown { return Self.answer(.wrongSecret) }
        var members = [
            JSONMember(key: "status", value: .number("0")),
            JSONMember(key: "environment", value: .string(app.environment.rawValue)),
            JSONMember(key: "receipt", value: receipt.payload.json(requestedAt: self.now)),
        ]
        if isKnown, let transaction = receipt.payload.transactions.first?.transactionID,
            let account = try? self.legacyAccount(of: transaction, in: app), !account.renewals.isEmpty
        {
            members += account.members(excludingOld: request.excludesOldTransactions)
        }
        return JSONValue.object(members).json()
    }

    /// Returns a response with an error status only.
    static func answer(_ status: VerifyReceiptStatus) -> [UInt8] {
        JSONValue.object([JSONMember(key: "status", value: .number(String(status.rawValue)))]).json()
    }

    private static func isMalformed(_ code: VerificationError.Code) -> Bool {
        switch code {
        case .receiptTooLarge, .receiptNotBase64, .notReceipt, .receiptTruncated, .receiptMalformed, .receiptTooDeep,
            .receiptTooManyParts, .receiptAttributeInvalid, .receiptAttributeTwice:
            true
        default: false
        }
    }
}
