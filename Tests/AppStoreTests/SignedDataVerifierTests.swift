import AppStore
import Foundation
import PurserTesting
import Testing

@Suite struct SignedDataVerifierTests {
    let authority: SigningAuthority
    let verifier: SignedDataVerifier

    init() throws {
        self.authority = try SigningAuthority()
        self.verifier = try Self.verifier(root: self.authority.root)
    }

    @Test("A complete notification is returned with its verified parts")
    func notification() throws {
        let verified = try self.verifier.notification(self.fullNotification())
        #expect(verified.notification.payload.notificationType == .subscribed)
        #expect(verified.transaction?.payload == SamplePayloads.transaction())
        #expect(verified.renewalInfo?.payload == SamplePayloads.renewalInfo())
        #expect(verified.environment == .production)
    }

    @Test(
        "Another bundle id is refused: another name, another case, another Unicode form",
        arguments: ["com.example.other", "com.example.Shop", "com.example.shop\u{301}", "com.example.shop.", ""]
    )
    func bundle(name: String) throws {
        var payload = SamplePayloads.transaction()
        payload.bundleId = name
        #expect(self.code { try self.verifier.transaction(self.authority.sign(payload).bytes) } == .bundleMismatch)
        payload.bundleId = nil
        #expect(self.code { try self.verifier.transaction(self.authority.sign(payload).bytes) } == .bundleMismatch)
        var outer = SamplePayloads.notification(transaction: nil)
        outer.data?.bundleId = name
        #expect(self.code { try self.verifier.notification(self.authority.sign(outer).bytes) } == .bundleMismatch)
    }

    @Test("Two bundle ids that Swift treats as equal strings are different")
    func canonicalEquivalence() throws {
        let composed = "com.example.caf\u{E9}"
        let decomposed = "com.example.cafe\u{301}"
        #expect(composed == decomposed)
        let verifier = try Self.verifier(root: self.authority.root, bundleID: composed)
        var payload = SamplePayloads.transaction()
        payload.bundleId = decomposed
        #expect(self.code { try verifier.transaction(self.authority.sign(payload).bytes) } == .bundleMismatch)
        payload.bundleId = composed
        #expect(self.code { try verifier.transaction(self.authority.sign(payload).bytes) } == nil)
    }

    @Test("Another environment is refused, and LocalTesting always is")
    func environment() throws {
        for environment in [AppStoreEnvironment.xcode, .localTesting, AppStoreEnvironment(rawValue: "production")] {
            let payload = SamplePayloads.transaction(environment: environment)
            #expect(
                self.code { try self.verifier.transaction(self.authority.sign(payload).bytes) } == .environmentMismatch
            )
        }
        let sandboxOnly = try Self.verifier(root: self.authority.root, environments: [.sandbox])
        let production = try self.authority.sign(SamplePayloads.transaction()).bytes
        #expect(self.code { try sandboxOnly.transaction(production) } == .environmentMismatch)
        let sandbox = try self.authority.sign(SamplePayloads.transaction(environment: .sandbox)).bytes
        #expect(self.code { try sandboxOnly.transaction(sandbox) } == nil)
    }

    @Test("A notification of Production must contain the app's number, and the right one")
    func appAppleID() throws {
        var payload = SamplePayloads.notification(transaction: nil)
        payload.data?.appAppleId = nil
        #expect(self.code { try self.verifier.notification(self.authority.sign(payload).bytes) } == .appAppleIDMissing)
        payload.data?.appAppleId = 7
        #expect(self.code { try self.verifier.notification(self.authority.sign(payload).bytes) } == .appAppleIDMismatch)
        payload.data?.environment = .sandbox
        #expect(self.code { try self.verifier.notification(self.authority.sign(payload).bytes) } == nil)
    }

    @Test("An identity with Production but without the app's number cannot be created")
    func identity() {
        #expect(AppIdentity(bundleID: "a", appAppleID: nil, environments: [.production]) == nil)
        #expect(AppIdentity(bundleID: "a", appAppleID: 1, environments: []) == nil)
        #expect(AppIdentity(bundleID: "", appAppleID: 1, environments: [.sandbox]) == nil)
        #expect(AppIdentity(bundleID: "a", appAppleID: 1, environments: [.localTesting]) == nil)
        #expect(AppIdentity(bundleID: "a", appAppleID: nil, environments: [.sandbox]) != nil)
    }

    @Test("Data of another app or environment is authentic; forged data is not")
    func authenticity() throws {
        for code in VerificationError.Code.allCases {
            let error = VerificationError(code, in: .notification, expected: "", found: "")
            let belongsElsewhere: Set<VerificationError.Code> = [
                .bundleMismatch, .appAppleIDMissing, .appAppleIDMismatch, .productItemIDMismatch, .environmentMismatch,
            ]
            #expect(error.isAuthentic == belongsElsewhere.contains(code))
        }
    }

    @Test("A part of another app, environment, or subscription is refused, although each part is authentic")
    func nestedMismatch() throws {
        var other = SamplePayloads.transaction()
        other.bundleId = "com.example.other"
        try self.expectNested(.nestedBundleMismatch, transaction: other)
        try self.expectNested(
            .nestedEnvironmentMismatch,
            transaction: SamplePayloads.transaction(environment: .sandbox)
        )
        try self.expectNested(
            .nestedEnvironmentMismatch,
            renewalInfo: SamplePayloads.renewalInfo(environment: .sandbox)
        )
        try self.expectNested(
            .nestedSubscriptionMismatch,
            renewalInfo: SamplePayloads.renewalInfo(originalID: "2000000000000777")
        )
        var nameless = SamplePayloads.renewalInfo()
        nameless.originalTransactionId = nil
        try self.expectNested(.nestedSubscriptionMismatch, renewalInfo: nameless)
    }

    @Test("The app transaction in a notification must have the same bundle id, environment, and number, byte for byte")
    func nestedAppTransaction() throws {
        var part = AppTransactionPayload.with {
            $0.receiptType = .production
            $0.appAppleId = SamplePayloads.appAppleID
            $0.bundleId = SamplePayloads.bundleID
            $0.receiptCreationDate = SamplePayloads.signedAt
        }
        func code(_ change: (inout AppTransactionPayload) -> Void) throws -> VerificationError.Code? {
            var changed = part
            change(&changed)
            let signed = try self.authority.sign(changed)
            let outer = NotificationPayload.with {
                $0.notificationType = .rescindConsent
                $0.notificationUUID = "1"
                $0.version = "2.0"
                $0.signedDate = SamplePayloads.signedAt
                $0.appData = .with {
                    $0.appAppleId = SamplePayloads.appAppleID
                    $0.bundleId = SamplePayloads.bundleID
                    $0.environment = .production
                    $0.signedAppTransactionInfo = signed
                }
            }
            let compact = try self.authority.sign(outer).bytes
            return self.code { try self.verifier.notification(compact) }
        }
        #expect(try code { _ in } == nil)
        #expect(try code { $0.appAppleId = nil } == nil)
        #expect(try code { $0.appAppleId = 7 } == .nestedAppMismatch)
        #expect(try code { $0.receiptType = .sandbox } == .nestedEnvironmentMismatch)
        for bundle in ["com.example.Shop", "com.example.shop\u{301}", "com.example.other"] {
            #expect(try code { $0.bundleId = bundle } == .nestedBundleMismatch)
        }
        part.bundleId = nil
        #expect(try code { _ in } == .nestedBundleMismatch)
    }

    @Test("A part under another root is refused although the notification is authentic")
    func nestedForeignRoot() throws {
        let foreign = try SigningAuthority(name: "Foreign")
        let part = try foreign.sign(SamplePayloads.transaction())
        let outer = try self.authority.sign(SamplePayloads.notification(transaction: part)).bytes
        #expect(self.code { try self.verifier.notification(outer) } == .untrustedRoot)
        let garbage = SignedData(Array("not.a.jws".utf8))
        let second = try self.authority.sign(SamplePayloads.notification(transaction: garbage)).bytes
        #expect(self.code { try self.verifier.notification(second) } == .malformedBase64URL)
    }

    @Test("A forged part takes precedence over a wrong app: the notification is refused as forged")
    func forgedBeforeNotOurs() throws {
        let foreign = try SigningAuthority(name: "Foreign")
        var payload = SamplePayloads.notification(transaction: try foreign.sign(SamplePayloads.transaction()))
        payload.data?.bundleId = "com.example.other"
        let compact = try self.authority.sign(payload).bytes
        #expect(self.code { try self.verifier.notification(compact) } == .untrustedRoot)
    }

    @Test("Data signed in Xcode is accepted only with its configured certificate, and only as Xcode's")
    func xcode() throws {
        let certificate = self.authority.x5c[0]
        let header = self.authority.header(x5c: [certificate], further: #","kid":"Apple_Xcode_Key""#)
        let xcodePayload = SamplePayloads.transaction(environment: .xcode)
        let compact = try self.authority.sign(xcodePayload.json(), header: header)
        let identity = try #require(
            AppIdentity(
                bundleID: SamplePayloads.bundleID,
                appAppleID: SamplePayloads.appAppleID,
                environments: [.production, .sandbox, .xcode]
            )
        )
        func verifier(_ anchors: TrustAnchors) -> SignedDataVerifier {
            SignedDataVerifier(signatures: SignatureVerifier(anchors: anchors), app: identity)
        }
        let trusting = verifier(try TrustAnchors(roots: [self.authority.root], xcodeCertificate: certificate))
        #expect(self.code { try trusting.transaction(compact) } == nil)

        let without = verifier(try TrustAnchors(roots: [self.authority.root]))
        #expect(self.code { try without.transaction(compact) } == .xcodeCertificateNotTrusted)
        let other = try SigningAuthority(name: "Other")
        let otherwise = verifier(try TrustAnchors(roots: [], xcodeCertificate: other.x5c[0]))
        #expect(self.code { try otherwise.transaction(compact) } == .xcodeCertificateNotTrusted)

        // Xcode's key must not sign for the App Store, nor the App Store's chain for Xcode.
        let pretending = try self.authority.sign(SamplePayloads.transaction().json(), header: header)
        #expect(self.code { try trusting.transaction(pretending) } == .environmentMismatch)
        let chained = try self.authority.sign(xcodePayload).bytes
        #expect(self.code { try trusting.transaction(chained) } == .environmentMismatch)
        let unsigned = Array(compact.dropLast(20))
        #expect(self.code { try trusting.transaction(unsigned) } != nil)

        // A part signed in Xcode is not accepted as the App Store's because of its notification.
        let outer = try self.authority.sign(
            SamplePayloads.notification(transaction: SignedData(pretending))
        ).bytes
        #expect(self.code { try trusting.notification(outer) } == .nestedEnvironmentMismatch)
    }

    @Test("An external purchase token belongs to the Sandbox if its id says so")
    func externalPurchaseToken() throws {
        func payload(_ id: String) -> NotificationPayload {
            NotificationPayload.with {
                $0.notificationType = .externalPurchaseToken
                $0.subtype = .unreported
                $0.notificationUUID = "1"
                $0.version = "2.0"
                $0.signedDate = SamplePayloads.signedAt
                $0.externalPurchaseToken = .with {
                    $0.externalPurchaseId = id
                    $0.appAppleId = SamplePayloads.appAppleID
                    $0.bundleId = SamplePayloads.bundleID
                }
            }
        }
        let production = try self.verifier.notification(self.authority.sign(payload("b2158121")).bytes)
        #expect(production.environment == .production)
        let sandbox = try self.verifier.notification(self.authority.sign(payload("SANDBOX_b2158121")).bytes)
        #expect(sandbox.environment == .sandbox)
    }

    @Test("A notification without an object has no bundle id and is refused")
    func empty() throws {
        let payload = NotificationPayload.with {
            $0.notificationType = .test
            $0.notificationUUID = "1"
            $0.version = "2.0"
            $0.signedDate = SamplePayloads.signedAt
        }
        #expect(self.code { try self.verifier.notification(self.authority.sign(payload).bytes) } == .bundleMismatch)
    }

    @Test("An object of one kind is not accepted as another")
    func kinds() throws {
        let renewal = try self.authority.sign(SamplePayloads.renewalInfo()).bytes
        #expect(self.code { try self.verifier.transaction(renewal) } == .wrongKind)
        let transaction = try self.authority.sign(SamplePayloads.transaction()).bytes
        #expect(self.code { try self.verifier.notification(transaction) } == .wrongKind)
        #expect(self.code { try self.verifier.renewalInfo(transaction) } == .wrongKind)
        #expect(self.code { try self.verifier.appTransaction(transaction) } == .wrongKind)
    }

    @Test("An object of one kind is not accepted as another in a notification either")
    func nestedKinds() throws {
        let transaction = try self.authority.sign(SamplePayloads.transaction())
        let renewal = try self.authority.sign(SamplePayloads.renewalInfo())
        for (first, second) in [(renewal, renewal), (transaction, transaction), (renewal, transaction)] {
            let outer = SamplePayloads.notification(transaction: first, renewalInfo: second)
            let compact = try self.authority.sign(outer).bytes
            #expect(self.code { try self.verifier.notification(compact) } == .wrongKind)
        }
        let whole = SignedData(try self.fullNotification())
        let nested = try self.authority.sign(SamplePayloads.notification(transaction: whole)).bytes
        #expect(self.code { try self.verifier.notification(nested) } == .wrongKind)
    }

    @Test("An additional field of another kind does not change an object's kind")
    func addedFields() throws {
        let added = [JSONMember(key: "transactionId", value: .string("7"))]
        var renewal = SamplePayloads.renewalInfo()
        renewal.unknownFields = added
        var outer = SamplePayloads.notification(
            transaction: try self.authority.sign(SamplePayloads.transaction()),
            renewalInfo: try self.authority.sign(renewal)
        )
        outer.unknownFields = added
        #expect(self.code { try self.verifier.notification(self.authority.sign(outer).bytes) } == nil)
        #expect(self.code { try self.verifier.renewalInfo(self.authority.sign(renewal).bytes) } == nil)
    }

    @Test("A part is verified for any value of its field; only an absent field is skipped")
    func oddParts() throws {
        let odd: [(String, VerificationError.Code?)] = [
            ("null", nil), ("{}", nil), (#""""#, .malformedSegments), (#""a.b.c""#, .malformedBase64URL),
            ("5", .unexpectedForm), ("[]", .unexpectedForm), ("true", .unexpectedForm), (#"{"a":1}"#, .unexpectedForm),
        ]
        for (value, code) in odd {
            for field in ["signedTransactionInfo", "signedRenewalInfo"] {
                let json = String(decoding: SamplePayloads.notification(transaction: nil).json(), as: UTF8.self)
                    .replacingOccurrences(of: #""data":{"#, with: #""data":{"\#(field)":\#(value),"#)
                let compact = try self.authority.sign(Array(json.utf8))
                #expect(self.code { try self.verifier.notification(compact) } == code, "\(field): \(value)")
            }
        }
    }

    private func fullNotification() throws -> [UInt8] {
        try self.authority.sign(
            SamplePayloads.notification(
                transaction: try self.authority.sign(SamplePayloads.transaction()),
                renewalInfo: try self.authority.sign(SamplePayloads.renewalInfo())
            )
        ).bytes
    }

    private func expectNested(
        _ code: VerificationError.Code,
        transaction: TransactionPayload = SamplePayloads.transaction(),
        renewalInfo: RenewalInfoPayload = SamplePayloads.renewalInfo(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outer = SamplePayloads.notification(
            transaction: try self.authority.sign(transaction),
            renewalInfo: try self.authority.sign(renewalInfo)
        )
        let compact = try self.authority.sign(outer).bytes
        #expect(self.code { try self.verifier.notification(compact) } == code, sourceLocation: sourceLocation)
    }

    private func code(_ verify: () throws -> some Any) -> VerificationError.Code? {
        do {
            _ = try verify()
            return nil
        } catch {
            return (error as? VerificationError)?.code
        }
    }

    private static func verifier(
        root: [UInt8],
        bundleID: String = SamplePayloads.bundleID,
        environments: Set<AppStoreEnvironment> = [.production, .sandbox]
    ) throws -> SignedDataVerifier {
        let identity = try #require(
            AppIdentity(bundleID: bundleID, appAppleID: SamplePayloads.appAppleID, environments: environments)
        )
        return SignedDataVerifier(
            signatures: SignatureVerifier(anchors: try TrustAnchors(roots: [root])),
            app: identity
        )
    }
}
