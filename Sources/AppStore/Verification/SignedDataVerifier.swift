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
    /// Apps share the signature verifier, which remembers the signers it has seen; without one, this verifier has one
    /// of its own that trusts Apple.
    public init(signatures: SignatureVerifier = SignatureVerifier(), app: AppIdentity) {
        self.signatures = signatures
        self.app = app
    }

    private func read<Payload: SignedPayload>(
        _ compact: [UInt8],
        as kind: Payload.Type
    ) throws(VerificationError) -> SignedReading<Payload> {
        try self.signatures.read(compact, as: kind, admission: self.admission)
    }

    /// A transaction of this app.
    ///
    /// - Throws: That it has another form than documented (`VerificationError.isUnreadable`) only where nothing else is
    ///   wrong with what can be read of it. The same holds for the other objects.
    public func transaction(_ compact: [UInt8]) throws(VerificationError) -> VerifiedObject<TransactionPayload> {
        let reading = try self.read(compact, as: TransactionPayload.self)
        try Self.checkKind(of: reading)
        if !reading.hides(reading.payload.bundleId) {
            try self.checkBundle(reading.payload.bundleId, part: .transaction)
        }
        try self.checkEnvironment(reading.payload.environment, of: reading)
        return try reading.verified()
    }

    /// A renewal info; it does not name its app, so only the environment can be checked.
    public func renewalInfo(_ compact: [UInt8]) throws(VerificationError) -> VerifiedObject<RenewalInfoPayload> {
        let reading = try self.read(compact, as: RenewalInfoPayload.self)
        try Self.checkKind(of: reading)
        try self.checkEnvironment(reading.payload.environment, of: reading)
        return try reading.verified()
    }

    /// An app transaction of this app.
    public func appTransaction(_ compact: [UInt8]) throws(VerificationError) -> VerifiedObject<AppTransactionPayload> {
        let reading = try self.read(compact, as: AppTransactionPayload.self)
        try Self.checkKind(of: reading)
        if !reading.hides(reading.payload.bundleId) {
            try self.checkBundle(reading.payload.bundleId, part: .appTransaction)
        }
        let environment = reading.payload.receiptType
        if !reading.hides(reading.payload.appAppleId) {
            try self.checkAppAppleID(reading.payload.appAppleId, environment: environment, part: .appTransaction)
        }
        try self.checkEnvironment(environment, of: reading)
        return try reading.verified()
    }

    /// A realtime request of the Retention Messaging API for this app.
    public func realtimeRequest(
        _ compact: [UInt8]
    ) throws(VerificationError) -> VerifiedObject<RealtimeRequestPayload> {
        let reading = try self.read(compact, as: RealtimeRequestPayload.self)
        // It is answered at once or not at all, so nothing of another form is of use.
        let verified = try reading.verified()
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
        try self.checkEnvironment(payload.environment, of: reading)
        return verified
    }

    /// A notification of this app with all its parts.
    ///
    /// - Throws: First what makes it unauthentic: its own signature, a part's signature, parts that disagree with it.
    ///   Only then that it belongs to another app or environment (`VerificationError.isAuthentic`), and last that it or
    ///   a part has another form than documented (`VerificationError.isUnreadable`).
    public func notification(_ compact: [UInt8]) throws(VerificationError) -> VerifiedNotification {
        let outer = try self.read(compact, as: NotificationPayload.self)
        try Self.checkKind(of: outer)
        let subject = NotificationSubject(outer)

        var transaction: SignedReading<TransactionPayload>?
        if let signed = outer.payload.data?.signedTransactionInfo {
            let part = try self.read(signed.bytes, as: TransactionPayload.self)
            try Self.checkKind(of: part)
            try self.agree(subject, bundleID: part.payload.bundleId, of: part)
            try self.agree(subject, environment: part.payload.environment, of: part)
            transaction = part
        }
        var renewalInfo: SignedReading<RenewalInfoPayload>?
        if let signed = outer.payload.data?.signedRenewalInfo {
            let part = try self.read(signed.bytes, as: RenewalInfoPayload.self)
            try Self.checkKind(of: part)
            try self.agree(subject, environment: part.payload.environment, of: part)
            renewalInfo = part
        }
        if let transaction, let renewalInfo { try Self.agree(transaction, renewalInfo) }
        var appTransaction: SignedReading<AppTransactionPayload>?
        if let signed = outer.payload.appData?.signedAppTransactionInfo {
            let part = try self.read(signed.bytes, as: AppTransactionPayload.self)
            try Self.checkKind(of: part)
            try self.agree(subject, bundleID: part.payload.bundleId, of: part)
            try self.agree(subject, environment: part.payload.receiptType, of: part)
            try self.agree(subject, appAppleID: part.payload.appAppleId)
            appTransaction = part
        }
        if !outer.hides(subject.bundleID) { try self.checkBundle(subject.bundleID, part: .notification) }
        if !outer.hides(subject.appAppleID) {
            try self.checkAppAppleID(subject.appAppleID, environment: subject.environment, part: .notification)
        }
        try self.checkEnvironment(subject.environment, of: outer)
        return VerifiedNotification(
            notification: try outer.verified(),
            transaction: try transaction?.verified(),
            renewalInfo: try renewalInfo?.verified(),
            appTransaction: try appTransaction?.verified(),
            environment: try self.checkEnvironment(
                subject.environment,
                isSignedByXcode: outer.object.chain == nil,
                part: .notification
            )
        )
    }
}

extension SignedDataVerifier {
    /// Fields that each only one kind of object has: where one is there and not known, the object is of that other
    /// kind.
    private static let distinguishing: Set<String> = [
        "transactionId", "autoRenewStatus", "autoRenewProductId", "receiptType", "notificationType",
    ]

    /// Checks that an object is of the kind that was asked for, as far as its fields tell.
    ///
    /// What has a telling field of its own kind is of that kind, whatever else Apple may one day add to it.
    private static func checkKind<Payload>(of reading: SignedReading<Payload>) throws(VerificationError) {
        guard !Self.hasMark(reading.payload),
            let field = reading.payload.unknownFields.first(where: { Self.distinguishing.contains($0.key) })
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
    private func checkEnvironment<Payload>(
        _ environment: AppStoreEnvironment?,
        of reading: SignedReading<Payload>
    ) throws(VerificationError) {
        guard !reading.hides(environment) else { return }
        try self.checkEnvironment(environment, isSignedByXcode: reading.object.chain == nil, part: Payload.part)
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

    private func agree<Payload>(
        _ subject: NotificationSubject,
        bundleID: String?,
        of part: SignedReading<Payload>
    ) throws(VerificationError) {
        guard !part.hides(bundleID), !(subject.isPartial && subject.bundleID == nil) else { return }
        guard Self.areEqual(subject.bundleID, bundleID) else {
            throw VerificationError(
                .nestedBundleMismatch,
                in: Payload.part,
                expected: subject.bundleID ?? "none",
                found: bundleID ?? "none"
            )
        }
    }

    /// The environment must agree, and the part's signer must be one that signs for it.
    private func agree<Payload>(
        _ subject: NotificationSubject,
        environment: AppStoreEnvironment?,
        of part: SignedReading<Payload>
    ) throws(VerificationError) {
        guard !part.hides(environment), !(subject.isPartial && subject.environment == nil) else { return }
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

    /// The transaction and the renewal info must be about one subscription.
    private static func agree(
        _ transaction: SignedReading<TransactionPayload>,
        _ renewalInfo: SignedReading<RenewalInfoPayload>
    ) throws(VerificationError) {
        let expected = transaction.payload.originalTransactionId
        let found = renewalInfo.payload.originalTransactionId
        guard !transaction.hides(expected), !renewalInfo.hides(found) else { return }
        guard Self.areEqual(expected, found) else {
            throw VerificationError(
                .nestedSubscriptionMismatch,
                in: .renewalInfo,
                expected: expected ?? "none",
                found: found ?? "none"
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
