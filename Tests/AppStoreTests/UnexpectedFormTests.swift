import AppStore
import Foundation
import PurserTesting
import Testing

/// Data that the App Store signed, with a field of another form than Apple documents.
@Suite struct UnexpectedFormTests {
    private let authority: SigningAuthority
    private let verifier: SignedDataVerifier

    init() throws {
        self.authority = try SigningAuthority()
        let identity = try #require(
            AppIdentity(
                bundleID: SamplePayloads.bundleID,
                appAppleID: SamplePayloads.appAppleID,
                environments: [.production, .sandbox]
            )
        )
        self.verifier = SignedDataVerifier(
            signatures: SignatureVerifier(anchors: try TrustAnchors(roots: [self.authority.root])),
            app: identity
        )
    }

    /// Values of every form that a field may have.
    private static let forms = [
        "5", #""x""#, "true", "[1]", #"["x"]"#, #"{"a":1}"#, #"[{"a":[{}]}]"#, "1e400", "-99999999999999999999",
    ]

    /// Returns a payload in which the field at a path has another value, or is removed for `nil`.
    private static func changed(_ json: [UInt8], _ path: [String], _ value: String?) throws -> [UInt8] {
        let new = try value.map { try JSONValue(json: Array($0.utf8)) }
        func change(_ tree: JSONValue, _ path: ArraySlice<String>) -> JSONValue {
            guard case .object(var members) = tree, let key = path.first else { return tree }
            let rest = path.dropFirst()
            let place = members.firstIndex { $0.key == key }
            let inner = rest.isEmpty ? new : change(place.map { members[$0].value } ?? .object([]), rest)
            if let place { members.remove(at: place) }
            if let inner { members.insert(JSONMember(key: key, value: inner), at: place ?? members.count) }
            return .object(members)
        }
        return change(try JSONValue(json: json), path[...]).json()
    }

    private func error(_ verify: () throws -> Any) -> VerificationError? {
        do {
            _ = try verify()
            return nil
        } catch {
            return error as? VerificationError
        }
    }

    /// Changes every field at a path to every form, and expects unreadable data to be authentic and unreadable, and
    /// readable data to be accepted.
    private func check<Payload: SignedPayload>(
        _ payload: Payload,
        _ paths: [[String]],
        _ verify: ([UInt8]) throws -> Any
    ) throws {
        var unreadable = 0
        for path in paths {
            for form in Self.forms {
                let json = try Self.changed(payload.json(), path, form)
                let found = self.error { try verify(json) }
                let isReadable = (try? Payload(json: json)) != nil
                #expect(found?.isUnreadable ?? false == !isReadable, "\(path) = \(form): \(String(describing: found))")
                guard !isReadable else { continue }
                unreadable += 1
                #expect(found?.code == .unexpectedForm)
                #expect(found?.isAuthentic == false)
                #expect(found?.found.contains(path.last ?? "") == true, "The error names the field.")
            }
        }
        #expect(unreadable > paths.count * 4)
    }

    @Test("A transaction with any field of any other form is authentic but unreadable")
    func transaction() throws {
        let paths =
            TransactionPayload.fields.names.map { [$0] } + [["commitmentInfo", "billingPeriodNumber"]]
        try self.check(SamplePayloads.transaction(), paths) { try self.verifier.transaction(self.authority.sign($0)) }
        try self.check(SamplePayloads.transaction(), paths) { json in
            try self.verifier.notification(
                self.authority.sign(
                    SamplePayloads.notification(transaction: SignedData(self.authority.sign(json)))
                ).bytes
            )
        }
    }

    @Test(
        "Renewal information with any field of any other form is authentic but unreadable, alone and in a notification"
    )
    func renewalInfo() throws {
        let paths = RenewalInfoPayload.fields.names.map { [$0] }
        try self.check(SamplePayloads.renewalInfo(), paths) { try self.verifier.renewalInfo(self.authority.sign($0)) }
        let transaction = try self.authority.sign(SamplePayloads.transaction())
        try self.check(SamplePayloads.renewalInfo(), paths) { json in
            let part = SignedData(try self.authority.sign(json))
            let outer = SamplePayloads.notification(transaction: transaction, renewalInfo: part)
            return try self.verifier.notification(self.authority.sign(outer).bytes)
        }
    }

    @Test("A notification with any field of any other form is authentic but unreadable")
    func notification() throws {
        let parts = SamplePayloads.notification(
            transaction: try self.authority.sign(SamplePayloads.transaction()),
            renewalInfo: try self.authority.sign(SamplePayloads.renewalInfo())
        )
        let verify: ([UInt8]) throws -> Any = { try self.verifier.notification(self.authority.sign($0)) }
        // A nested part that is a string but not a JWS is refused as forged.
        let closed: Set<String> = ["signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo"]
        func paths(_ object: String, _ names: [String]) -> [[String]] {
            names.filter { !closed.contains($0) }.map { [object, $0] }
        }
        let own = NotificationPayload.fields.names.map { [$0] }
        try self.check(parts, own + paths("data", NotificationData.fields.names), verify)

        var about = NotificationPayload.with {
            $0.notificationUUID = "1"
            $0.version = "2.0"
            $0.signedDate = SamplePayloads.signedAt
        }
        about.summary = .with {
            $0.environment = .production
            $0.appAppleId = SamplePayloads.appAppleID
            $0.bundleId = SamplePayloads.bundleID
        }
        try self.check(about, paths("summary", NotificationSummary.fields.names), verify)
        about.summary = nil
        about.externalPurchaseToken = .with {
            $0.externalPurchaseId = "b2158121"
            $0.appAppleId = SamplePayloads.appAppleID
            $0.bundleId = SamplePayloads.bundleID
        }
        try self.check(about, paths("externalPurchaseToken", ExternalPurchaseToken.fields.names), verify)
        about.externalPurchaseToken = nil
        let download = AppTransactionPayload.with {
            $0.receiptType = .production
            $0.appAppleId = SamplePayloads.appAppleID
            $0.bundleId = SamplePayloads.bundleID
            $0.receiptCreationDate = SamplePayloads.signedAt
        }
        about.appData = try .with {
            $0.appAppleId = SamplePayloads.appAppleID
            $0.bundleId = SamplePayloads.bundleID
            $0.environment = .production
            $0.signedAppTransactionInfo = try self.authority.sign(download)
        }
        try self.check(about, paths("appData", NotificationAppData.fields.names), verify)
        try self.check(download, AppTransactionPayload.fields.names.map { [$0] }) { json in
            var outer = about
            outer.appData?.signedAppTransactionInfo = SignedData(try self.authority.sign(json))
            return try self.verifier.notification(self.authority.sign(outer).bytes)
        }
    }

    @Test(
        "Data without a signing date is authentic but cannot be dated",
        arguments: [nil, "null"] as [String?]
    )
    func withoutDate(value: String?) throws {
        let transaction = try Self.changed(SamplePayloads.transaction().json(), ["signedDate"], value)
        let signed = try self.authority.sign(transaction)
        for found in [
            self.error { try self.verifier.transaction(signed) },
            self.error {
                try self.verifier.notification(
                    self.authority.sign(SamplePayloads.notification(transaction: SignedData(signed))).bytes
                )
            },
        ] {
            #expect(found?.code == .signedDateMissing)
            #expect(found?.isUnreadable == true)
        }
        // The other app is still detected.
        let other = try Self.changed(transaction, ["bundleId"], #""com.example.other""#)
        #expect(self.error { try self.verifier.transaction(self.authority.sign(other)) }?.code == .bundleMismatch)
        let nobody = try Self.changed(transaction, ["bundleId"], nil)
        #expect(self.error { try self.verifier.transaction(self.authority.sign(nobody)) }?.code == .bundleMismatch)
    }

    @Test("With a field of another form, a wrong signature, app, environment, kind, or part is still refused")
    func excuses() throws {
        let odd = try Self.changed(SamplePayloads.transaction().json(), ["quantity"], #""1""#)
        let foreign = try SigningAuthority(name: "Foreign")
        func code(_ json: [UInt8], by authority: SigningAuthority? = nil) throws -> VerificationError.Code? {
            let compact = try (authority ?? self.authority).sign(json)
            return self.error { try self.verifier.transaction(compact) }?.code
        }
        #expect(try code(odd) == .unexpectedForm)
        #expect(try code(odd, by: foreign) == .untrustedRoot)
        var tampered = try self.authority.sign(odd)
        tampered[tampered.count - 3] ^= 1
        #expect(self.error { try self.verifier.transaction(tampered) }?.isUnreadable == false)
        #expect(try code(Self.changed(odd, ["bundleId"], #""com.example.other""#)) == .bundleMismatch)
        #expect(try code(Self.changed(odd, ["environment"], #""Xcode""#)) == .environmentMismatch)
        #expect(try code(Self.changed(odd, ["notificationType"], #""TEST""#)) == .unexpectedForm)
        let early = Timestamp(milliseconds: 1000)
        #expect(try code(Self.changed(odd, ["signedDate"], "\(early.milliseconds)")) == .certificateNotYetValid)
        #expect(self.error { try self.verifier.notification(self.authority.sign(odd)) }?.code == .wrongKind)
        #expect(self.error { try self.verifier.renewalInfo(self.authority.sign(odd)) }?.code == .wrongKind)

        func nested(
            _ part: [UInt8],
            _ change: (inout NotificationPayload) -> Void = { _ in }
        ) throws
            -> VerificationError.Code?
        {
            var outer = SamplePayloads.notification(transaction: SignedData(part))
            change(&outer)
            let json = try Self.changed(outer.json(), ["version"], "2.0")
            return self.error { try self.verifier.notification(self.authority.sign(json)) }?.code
        }
        #expect(try nested(self.authority.sign(odd)) == .unexpectedForm)
        #expect(try nested(foreign.sign(odd)) == .untrustedRoot)
        #expect(try nested(Array("a.b.c".utf8)) == .malformedBase64URL)
        #expect(
            try nested(self.authority.sign(odd)) { $0.data?.bundleId = "com.example.other" } == .nestedBundleMismatch
        )
        #expect(try nested(self.authority.sign(odd)) { $0.data?.environment = .sandbox } == .nestedEnvironmentMismatch)
    }

    @Test(
        "Invalid JSON after a field of another form is malformed",
        arguments: [
            (#"{"quantity":"1","price":}"#, .malformedJSON),
            (#"{"quantity":"1","quantity":1}"#, .duplicateKey),
            (#"{"quantity":{"a":1,"a":2}}"#, .duplicateKey),
            (#"{"quantity":"1"} x"#, .malformedJSON),
            (
                "{\"quantity\":" + String(repeating: "[", count: 200) + String(repeating: "]", count: 200) + "}",
                .nestedTooDeep
            ),
            (#"[1]"#, .wrongType),
        ] as [(String, VerificationError.Code)]
    )
    func malformed(json: String, code: VerificationError.Code) throws {
        let compact = try self.authority.sign(Array(json.utf8))
        let found = self.error { try self.verifier.transaction(compact) }
        #expect(found?.code == code)
        #expect(found?.isUnreadable == false)
    }
}
