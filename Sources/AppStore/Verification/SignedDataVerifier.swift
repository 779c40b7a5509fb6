/// Verifies everything the App Store signs for one app: who signed it, whose it is, and that its parts agree.
///
/// Follows the rules of Apple's own libraries and is stricter where they are lax: parts of a notification are verified
/// each on its own and must agree with it; data signed in Xcode is verified like any other, against its configured
/// certificate; nothing is ever accepted unsigned.
public struct SignedDataVerifier: Sendable {
    /// Who may sign.
    public let signatures: SignatureVerifier
    /// Whose it must be.
    public let app: AppIdentity
    /// Asked before the certificates of a signer that is not known yet are verified; `nil` admits all.
    public var admission: UnknownSignerAdmission?

    /// A verifier for one app.
    ///
    /// Apps share the signature verifier, which remembers the signers it has seen.
    public init(signatures: SignatureVerifier, app: AppIdentity) {
        self.signatures = signatures
        self.app = app
    }

    private func verify<Payload: SignedPayload>(
        _ compact: [UInt8],
        as kind: Payload.Type
    ) throws(VerificationError) -> VerifiedObject<Payload> {
        try self.signatures.verify(compact, as: kind, admission: self.admission)
    }

    /// A transaction of this app.
    public func transaction(_ compact: [UInt8]) throws(VerificationError) -> VerifiedObject<TransactionPayload> {
        let verified = try self.verify(compact, as: TransactionPayload.self)
        try Self.checkKind(of: verified)
        try self.checkBundle(verified.payload.bundleId, part: .transaction)
        try self.checkEnvironment(verified.payload.environment, of: verified)
        return verified
    }

    /// A renewal info; it does not name its app, so only the environment can be checked.
    public func renewalInfo(_ compact: [UInt8]) throws(VerificationError) -> VerifiedObject<RenewalInfoPayload> {
        let verified = try self.verify(compact, as: RenewalInfoPayload.self)
        try Self.checkKind(of: verified)
        try self.checkEnvironment(verified.payload.environment, of: verified)
        return verified
    }

    /// An app transaction of this app.
    public func appTransaction(_ compact: [UInt8]) throws(VerificationError) -> VerifiedObject<AppTransactionPayload> {
        let verified = try self.verify(compact, as: AppTransactionPayload.self)
        try Self.checkKind(of: verified)
        try self.checkBundle(verified.payload.bundleId, part: .appTransaction)
        let environment = verified.payload.receiptType
        try self.checkAppAppleID(verified.payload.appAppleId, environment: environment, part: .appTransaction)
        try self.checkEnvironment(environment, of: verified)
        return verified
    }

    /// A realtime request of the Retention Messaging API for this app.
    public func realtimeRequest(
        _ compact: [UInt8]
    ) throws(VerificationError) -> VerifiedObject<RealtimeRequestPayload> {
        let verified = try self.verify(compact, as: RealtimeRequestPayload.self)
        let payload = verified.payload
        guard payload.requestIdentifier != nil else {
            throw VerificationError(
                .wrongKind,
                in: .realtimeRequest,
                expected: "a \(VerificationError.Part.realtimeRequest.rawValue)",
                found: "an object without requestIdentifier"
            )
        }
        // Apple documents no bundle id; where one is stated nevertheless, it is the app's.
        if let bundleID = payload.unknownFields.first(where: { $0.key == "bundleId" })?.value {
            guard case .string(let bundleID) = bundleID else {
                throw VerificationError(
                    .wrongType,
                    in: .realtimeRequest,
                    expected: "a bundle id",
                    found: "another value"
                )
            }
            try self.checkBundle(bundleID, part: .realtimeRequest)
        }
        // The Sandbox may leave the app's number out, or write zero; where it states one, that is compared too.
        let environment = (payload.appAppleId ?? 0) == 0 ? payload.environment : .production
        try self.checkAppAppleID(payload.appAppleId, environment: environment, part: .realtimeRequest)
        try self.checkEnvironment(payload.environment, of: verified)
        return verified
    }

    /// A notification of this app with all its parts.
    ///
    /// - Throws: First what makes it unauthentic: its own signature, a part's signature, parts that disagree with it.
    ///   Only then that it belongs to another app or environment (`VerificationError.isAuthentic`).
    public func notification(_ compact: [UInt8]) throws(VerificationError) -> VerifiedNotification {
        let verified = try self.verify(compact, as: NotificationPayload.self)
        try Self.checkKind(of: verified)
        let subject = NotificationSubject(verified.payload)

        var transaction: VerifiedObject<TransactionPayload>?
        if let signed = verified.payload.data?.signedTransactionInfo {
            let part = try self.verify(signed.bytes, as: TransactionPayload.self)
            try Self.checkKind(of: part)
            try self.agree(subject, bundleID: part.payload.bundleId, part: .transaction)
            try self.agree(subject, environment: part.payload.environment, of: part)
            transaction = part
        }
        var renewalInfo: VerifiedObject<RenewalInfoPayload>?
        if let signed = verified.payload.data?.signedRenewalInfo {
            let part = try self.verify(signed.bytes, as: RenewalInfoPayload.self)
            try Self.checkKind(of: part)
            try self.agree(subject, environment: part.payload.environment, of: part)
            renewalInfo = part
        }
        if let transaction, let renewalInfo {
            let expected = transaction.payload.originalTransactionId
            guard Self.areEqual(expected, renewalInfo.payload.originalTransactionId) else {
                throw VerificationError(
                    .nestedSubscriptionMismatch,
                    in: .renewalInfo,
                    expected: expected ?? "none",
                    found: renewalInfo.payload.originalTransactionId ?? "none"
                )
            }
        }
        var appTransaction: VerifiedObject<AppTransactionPayload>?
        if let signed = verified.payload.appData?.signedAppTransactionInfo {
            let part = try self.verify(signed.bytes, as: AppTransactionPayload.self)
            try Self.checkKind(of: part)
            try self.agree(subject, bundleID: part.payload.bundleId, part: .appTransaction)
            try self.agree(subject, environment: part.payload.receiptType, of: part)
            try self.agree(subject, appAppleID: part.payload.appAppleId)
            appTransaction = part
        }
        try self.checkBundle(subject.bundleID, part: .notification)
        try self.checkAppAppleID(subject.appAppleID, environment: subject.environment, part: .notification)
        let environment = try self.checkEnvironment(subject.environment, of: verified)
        return VerifiedNotification(
            notification: verified,
            transaction: transaction,
            renewalInfo: renewalInfo,
            appTransaction: appTransaction,
            environment: environment
        )
    }
}

extension SignedDataVerifier {
    /// Fields that each only one kind of object has: where one is there and not known, the object is of that other kind.
    private static let telling: Set<String> = [
        "transactionId", "autoRenewStatus", "autoRenewProductId", "receiptType", "notificationType",
    ]

    /// Checks that an object is of the kind that was asked for, as far as its fields tell.
    ///
    /// What has a telling field of its own kind is of that kind, whatever else Apple may one day add to it.
    private static func checkKind<Payload>(of verified: VerifiedObject<Payload>) throws(VerificationError) {
        guard !Self.hasMark(verified.payload),
            let field = verified.payload.unknownFields.first(where: { Self.telling.contains($0.key) })
        else { return }
        throw VerificationError(
            .wrongKind,
            in: Payload.part,
            expected: "a \(Payload.part.rawValue)",
            found: "an object with \(field.key)"
        )
    }

    /// Whether a payload has a telling field of its own kind.
    private static func hasMark(_ payload: some SignedPayload) -> Bool {
        switch payload {
        case let payload as TransactionPayload: payload.transactionId != nil
        case let payload as RenewalInfoPayload: payload.autoRenewStatus != nil || payload.autoRenewProductId != nil
        case let payload as AppTransactionPayload: payload.receiptType != nil
        case let payload as NotificationPayload: payload.notificationType != nil
        default: false
        }
    }

    /// Checks the bundle id, byte for byte.
    func checkBundle(_ bundleID: String?, part: VerificationError.Part) throws(VerificationError) {
        guard Self.areEqual(bundleID, self.app.bundleID) else {
            throw VerificationError(
                .bundleMismatch,
                in: part,
                expected: self.app.bundleID,
                found: bundleID ?? "none"
            )
        }
    }

    /// Checks the App Store's number of the app, which only Production always states.
    func checkAppAppleID(
        _ appAppleID: Int64?,
        environment: AppStoreEnvironment?,
        part: VerificationError.Part
    ) throws(VerificationError) {
        guard environment == .production, let expected = self.app.appAppleID else { return }
        guard let appAppleID else {
            throw VerificationError(.appAppleIDMissing, in: part, expected: "\(expected)", found: "none")
        }
        guard appAppleID == expected else {
            throw VerificationError(.appAppleIDMismatch, in: part, expected: "\(expected)", found: "\(appAppleID)")
        }
    }

    /// Checks the environment, and that Xcode's certificate signs for Xcode only and Apple's never do.
    @discardableResult
    private func checkEnvironment<Payload>(
        _ environment: AppStoreEnvironment?,
        of verified: VerifiedObject<Payload>
    ) throws(VerificationError) -> AppStoreEnvironment {
        try self.checkEnvironment(environment, isSignedByXcode: verified.object.chain == nil, part: Payload.part)
    }

    /// Checks the environment of what Xcode's certificate, or a chain, signed.
    @discardableResult
    func checkEnvironment(
        _ environment: AppStoreEnvironment?,
        isSignedByXcode: Bool,
        part: VerificationError.Part
    ) throws(VerificationError) -> AppStoreEnvironment {
        guard let environment, self.app.environments.contains(environment),
            (environment == .xcode) == isSignedByXcode
        else {
            let accepted = self.app.environments.map(\.rawValue).sorted().joined(separator: " or ")
            throw VerificationError(
                .environmentMismatch,
                in: part,
                expected: isSignedByXcode ? "Xcode, which this certificate signs for" : accepted,
                found: environment?.rawValue ?? "none"
            )
        }
        return environment
    }

    private func agree(
        _ subject: NotificationSubject,
        bundleID: String?,
        part: VerificationError.Part
    ) throws(VerificationError) {
        guard Self.areEqual(subject.bundleID, bundleID) else {
            throw VerificationError(
                .nestedBundleMismatch,
                in: part,
                expected: subject.bundleID ?? "none",
                found: bundleID ?? "none"
            )
        }
    }

    /// The environment must agree, and the part's signer must be one that signs for it.
    private func agree<Payload>(
        _ subject: NotificationSubject,
        environment: AppStoreEnvironment?,
        of part: VerifiedObject<Payload>
    ) throws(VerificationError) {
        let isSignedByXcode = part.object.chain == nil
        guard subject.environment == environment, (environment == .xcode) == isSignedByXcode else {
            throw VerificationError(
                .nestedEnvironmentMismatch,
                in: Payload.part,
                expected: subject.environment?.rawValue ?? "none",
                found: isSignedByXcode ? "Xcode" : environment?.rawValue ?? "none"
            )
        }
    }

    /// The app's number must agree wherever both state it; the sandbox leaves it out.
    private func agree(_ subject: NotificationSubject, appAppleID: Int64?) throws(VerificationError) {
        guard let expected = subject.appAppleID, let appAppleID, expected != appAppleID else { return }
        throw VerificationError(
            .nestedAppMismatch,
            in: .appTransaction,
            expected: "\(expected)",
            found: "\(appAppleID)"
        )
    }

    /// Swift's `==` takes canonically equivalent strings for equal; identifiers are compared byte for byte.
    private static func areEqual(_ left: String?, _ right: String?) -> Bool {
        switch (left, right) {
        case (let left?, let right?): left.utf8.elementsEqual(right.utf8)
        default: false
        }
    }
}
