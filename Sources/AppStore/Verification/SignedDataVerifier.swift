/// A verifier of all data that the App Store signs for one app: the signer, the app and environment, and the
/// consistency of the parts.
///
/// The verifier follows the rules of Apple's own libraries and is stricter in several points. It verifies each part of
/// a notification on its own and requires it to agree with the notification. It verifies data signed in Xcode like any
/// other data, with the configured certificate. It never accepts unsigned data.
public struct SignedDataVerifier: Sendable {
    /// The verifier of signatures, which determines the trusted signers.
    public let signatures: SignatureVerifier
    /// The app that data must belong to.
    public let app: AppIdentity
    /// A decision on whether the certificates of an unknown signer are verified; with `nil` they always are.
    public var admission: UnknownSignerAdmission?

    /// Creates a verifier for one app.
    ///
    /// Apps can share the signature verifier, which caches known signers. By default, this verifier creates its own one
    /// that trusts Apple.
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

    /// Returns a verified transaction of this app.
    ///
    /// - Throws: The first check that fails. If a field does not have the type that Apple documents, the error (see
    ///   `VerificationError.isUnreadable`) is thrown only if all checks of the readable fields pass. The same applies
    ///   to the methods for other objects.
    public func transaction(_ compact: [UInt8]) throws(VerificationError) -> VerifiedObject<TransactionPayload> {
        let reading = try self.read(compact, as: TransactionPayload.self)
        try Self.checkKind(of: reading)
        if !reading.hides(reading.payload.bundleId) {
            try self.checkBundle(reading.payload.bundleId, part: .transaction)
        }
        try self.checkEnvironment(reading.payload.environment, of: reading)
        return try reading.verified()
    }

    /// Returns verified renewal information.
    ///
    /// Its payload does not name an app, so only the environment is checked.
    public func renewalInfo(_ compact: [UInt8]) throws(VerificationError) -> VerifiedObject<RenewalInfoPayload> {
        let reading = try self.read(compact, as: RenewalInfoPayload.self)
        try Self.checkKind(of: reading)
        try self.checkEnvironment(reading.payload.environment, of: reading)
        return try reading.verified()
    }

    /// Returns a verified app transaction of this app.
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

    /// Returns a verified realtime request of the Retention Messaging API for this app.
    public func realtimeRequest(
        _ compact: [UInt8]
    ) throws(VerificationError) -> VerifiedObject<RealtimeRequestPayload> {
        let reading = try self.read(compact, as: RealtimeRequestPayload.self)
        // The server answers the request immediately or not at all, so a request of another form is of no use.
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
        // Apple does not document a bundle identifier; if the request states one, it must be the app's.
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
        // The Sandbox may omit the app's identifier or write zero; if it states one, it is compared too.
        let environment = (payload.appAppleId ?? 0) == 0 ? payload.environment : .production
        try self.checkAppAppleID(payload.appAppleId, environment: environment, part: .realtimeRequest)
        try self.checkEnvironment(payload.environment, of: reading)
        return verified
    }

    /// Returns a verified notification of this app with all its parts.
    ///
    /// - Throws: The first check that fails, in this order: the signature of the notification and of each part, and the
    ///   agreement of the parts with the notification; then the app and the environment
    ///   (`VerificationError.isAuthentic`); last, the documented form of the notification and its parts
    ///   (`VerificationError.isUnreadable`).
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
    /// Fields that only one kind of object has: an object in which such a field is present and unknown is of that other
    /// kind.
    private static let distinguishing: Set<String> = [
        "transactionId", "autoRenewStatus", "autoRenewProductId", "receiptType", "notificationType",
    ]

    /// Checks that an object is of the requested kind, as far as its fields show.
    ///
    /// An object that has a distinguishing field of its own kind is of that kind, even if Apple adds other fields
    /// later.
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

    /// Returns whether a payload has a distinguishing field of its own kind.
    private static func hasMark(_ payload: some SignedPayload) -> Bool {
        switch payload {
        case let payload as TransactionPayload: payload.transactionId != nil
        case let payload as RenewalInfoPayload: payload.autoRenewStatus != nil || payload.autoRenewProductId != nil
        case let payload as AppTransactionPayload: payload.receiptType != nil
        case let payload as NotificationPayload: payload.notificationType != nil
        default: false
        }
    }

    /// Checks the bundle identifier, byte for byte.
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

    /// Checks the app's identifier in the App Store, which only Production always states.
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

    /// Checks the environment, and that Xcode's certificate signs only for Xcode and Apple's certificates never do.
    private func checkEnvironment<Payload>(
        _ environment: AppStoreEnvironment?,
        of reading: SignedReading<Payload>
    ) throws(VerificationError) {
        guard !reading.hides(environment) else { return }
        try self.checkEnvironment(environment, isSignedByXcode: reading.object.chain == nil, part: Payload.part)
    }

    /// Checks the environment of data that Xcode's certificate or a chain signed.
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

    /// Checks that a part's environment equals the notification's, and that the part's signer signs for it.
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

    /// Checks that the transaction and the renewal information are about the same subscription.
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

    /// Checks that the app's identifiers are equal if both state one; the Sandbox omits it.
    private func agree(_ subject: NotificationSubject, appAppleID: Int64?) throws(VerificationError) {
        guard let expected = subject.appAppleID, let appAppleID, expected != appAppleID else { return }
        throw VerificationError(
            .nestedAppMismatch,
            in: .appTransaction,
            expected: "\(expected)",
            found: "\(appAppleID)"
        )
    }

    /// Returns whether two identifiers are equal byte for byte; Swift's `==` would also accept canonically equivalent
    /// strings.
    private static func areEqual(_ left: String?, _ right: String?) -> Bool {
        switch (left, right) {
        case (let left?, let right?): left.utf8.elementsEqual(right.utf8)
        default: false
        }
    }
}
