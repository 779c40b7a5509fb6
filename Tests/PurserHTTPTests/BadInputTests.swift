import AppStore
import HTTPTypes
import Ledger
import PurserTesting
import Testing

/// Every hostile form at the door that stands open to all: refused or held with its own code, nothing of it a fact, and
/// the next genuine notification is taken.
@Suite struct BadInputTests {
    /// A hostile form, made with the trusted authority at hand.
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let status: HTTPResponse.Status
        let code: String
        var held: [HeldEvidence.Reason: Int] = [:]
        let make: @Sendable (SigningAuthority) throws -> [UInt8]

        /// A form that is refused.
        init(_ name: String, _ code: String, make: @escaping @Sendable (SigningAuthority) throws -> [UInt8]) {
            self.init(name, .badRequest, code, held: [:], make: make)
        }

        /// A form of any outcome.
        init(
            _ name: String,
            _ status: HTTPResponse.Status,
            _ code: String,
            held: [HeldEvidence.Reason: Int],
            make: @escaping @Sendable (SigningAuthority) throws -> [UInt8]
        ) {
            self.testDescription = name
            self.status = status
            self.code = code
            self.held = held
            self.make = make
        }

        /// A form that the chain below the trusted root makes, which has one defect.
        static func defect(
            _ name: String,
            _ code: String,
            _ change: @escaping @Sendable (inout SigningAuthority.Defects) -> Void
        ) -> Self {
            Self(name, code) { trusted in
                var defects = SigningAuthority.Defects()
                change(&defects)
                let authority = try SigningAuthority(defects: defects, below: trusted)
                // The chain is verified first, for every signer.
                return try (defects.leafKeyIsP384 ? trusted : authority).sign(
                    BadInputTests.whole,
                    header: authority.header
                )
            }
        }

        /// An authentic notification that another app or environment would take.
        static func elsewhere(
            _ name: String,
            _ code: String,
            _ change: @escaping @Sendable (inout NotificationData) -> Void
        ) -> Self {
            Self(name, .serviceUnavailable, code, held: [.notOurs: 1]) { trusted in
                var payload = SamplePayloads.notification(transaction: nil)
                var data = payload.data ?? NotificationData()
                change(&data)
                payload.data = data
                return try trusted.sign(payload).bytes
            }
        }

        /// A genuine notification around a part that disagrees with it.
        static func nested(
            _ name: String,
            _ code: String,
            _ change: @escaping @Sendable (inout TransactionPayload) -> Void
        ) -> Self {
            Self(name, code) { trusted in
                var part = SamplePayloads.transaction()
                change(&part)
                let outer = SamplePayloads.notification(
                    transaction: try trusted.sign(part),
                    renewalInfo: try trusted.sign(SamplePayloads.renewalInfo())
                )
                return try trusted.sign(outer).bytes
            }
        }

        /// A payload that is signed as it stands.
        static func payload(_ name: String, _ code: String, _ json: [UInt8]) -> Self {
            Self(name, code) { trusted in try trusted.sign(json) }
        }
    }

    private static let whole = SamplePayloads.notification(transaction: nil).json()
    private static let dot = UInt8(ascii: ".")

    private static func text(_ json: String) -> [UInt8] { Array(json.utf8) }

    static let forms: [Form] =
        [
            Form("algorithm none", "jws_algorithm_not_es256") { trusted in
                try trusted.sign(Self.whole, header: trusted.header(x5c: trusted.x5c, algorithm: "none"))
            },
            Form("algorithm HS256", "jws_algorithm_not_es256") { trusted in
                try trusted.sign(Self.whole, header: trusted.header(x5c: trusted.x5c, algorithm: "HS256"))
            },
            Form("two certificates", "x5c_length_not_three") { trusted in
                try trusted.sign(Self.whole, header: trusted.header(x5c: Array(trusted.x5c.prefix(2))))
            },
            Form("four certificates", "x5c_length_not_three") { trusted in
                try trusted.sign(Self.whole, header: trusted.header(x5c: trusted.x5c + [trusted.root]))
            },
            Form("foreign root", "chain_root_not_trusted") { _ in try SigningAuthority(name: "Other").sign(Self.whole)
            },
            Form("foreign root of the same name", "chain_intermediate_signature_invalid") { _ in
                try SigningAuthority().sign(Self.whole)
            },
            Form("swapped leaf", "chain_leaf_not_issued_by_intermediate") { trusted in
                let other = try SigningAuthority(below: trusted)
                return try other.sign(Self.whole, header: other.header(x5c: [other.x5c[0]] + trusted.x5c.dropFirst()))
            },
            Form("expired at signing", "signer_expired_at_signing") { trusted in
                let end = SamplePayloads.signedAt.milliseconds / 1000 - 1
                let validity = SigningAuthority.Validity(fromSeconds: 1_500_000_000, toSeconds: end)
                return try SigningAuthority(leafValidity: validity, below: trusted).sign(Self.whole)
            },
            Form("DER signature", "jws_signature_not_64_bytes") { trusted in
                let compact = try trusted.sign(Self.whole)
                let end = try #require(compact.lastIndex(of: Self.dot))
                let signature = try #require(Base64URL.decode(compact[(end + 1)...]))
                return compact[...end]
                    + Base64URL.encode([0x30, 0x44, 2, 32] + signature[..<32] + [2, 32] + signature[32...])
            },
            Form("padded base64url", "jws_base64url_invalid") { trusted in
                try trusted.sign(Self.whole) + Self.text("=")
            },
            Form("left-over bits in base64url", "jws_base64url_invalid") { trusted in
                let compact = try trusted.sign(Self.whole)
                // 64 bytes leave four bits of the last character over, which are zero.
                let last = try #require(compact.last)
                return compact.dropLast() + [last + 1]
            },
            .payload(
                "duplicate keys",
                "json_duplicate_key",
                Self.text(#"{"notificationType":"TEST","notificationType":"REFUND","signedDate":1772366400000}"#)
            ),
            .payload(
                "deep nesting",
                "json_too_deep",
                Self.text(#"{"x":"# + String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000) + "}")
            ),
            .payload("invalid UTF-8", "json_not_utf8", Self.text(#"{"x":""#) + [0xC3, 0x28] + Self.text(#""}"#)),
            Form("huge body", .contentTooLarge, "body_too_large", held: [:]) { _ in
                [UInt8](repeating: UInt8(ascii: "a"), count: 300_000)
            },
            .elsewhere("wrong bundle", "bundle_id_mismatch") { $0.bundleId = "com.example.other" },
            .elsewhere("wrong bundle by case", "bundle_id_mismatch") { $0.bundleId = "com.example.Shop" },
            .elsewhere("wrong bundle by Unicode form", "bundle_id_mismatch") {
                $0.bundleId = "com.example.shop\u{301}"
            },
            .elsewhere("no bundle", "bundle_id_mismatch") { $0.bundleId = nil },
            .elsewhere("wrong environment", "environment_mismatch") { $0.environment = .localTesting },
            .elsewhere("no app id", "app_apple_id_missing") { $0.appAppleId = nil },
            .elsewhere("other app id", "app_apple_id_mismatch") { $0.appAppleId = 7 },
            .nested("part of another app", "nested_bundle_id_mismatch") { $0.bundleId = "com.example.other" },
            .nested("part of another environment", "nested_environment_mismatch") { $0.environment = .sandbox },
            .nested("part of another subscription", "nested_subscription_mismatch") { $0.originalTransactionId = "7" },
            Form("part below another root", "chain_root_not_trusted") { trusted in
                let part = try SigningAuthority(name: "Other").sign(SamplePayloads.transaction())
                return try trusted.sign(SamplePayloads.notification(transaction: part)).bytes
            },
            Form("signed in the future", .ok, "signed_date_in_future", held: [.signedInFuture: 1]) { trusted in
                let ahead = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 300_001)
                return try trusted.sign(SamplePayloads.notification(transaction: nil, signedAt: ahead)).bytes
            },
            Form("part signed in the future", .ok, "signed_date_in_future", held: [.signedInFuture: 1]) { trusted in
                let ahead = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 300_001)
                let part = try trusted.sign(SamplePayloads.transaction(signedAt: ahead))
                return try trusted.sign(SamplePayloads.notification(transaction: part)).bytes
            },
        ] + [
            .defect("intermediate without marker", "chain_intermediate_marker_missing") {
                $0.lacksIntermediateMarker = true
            },
            .defect("leaf without marker", "chain_leaf_marker_missing") { $0.lacksLeafMarker = true },
            .defect("no CA", "chain_intermediate_not_ca") { $0.intermediateIsNoAuthority = true },
            .defect("leaf that is a CA", "chain_leaf_is_ca") { $0.leafIsAuthority = true },
            .defect("leaf on another curve", "chain_leaf_key_not_p256") { $0.leafKeyIsP384 = true },
            .defect("unknown critical extension", "certificate_critical_extension_unsupported") {
                $0.leafHasUnknownCriticalExtension = true
            },
        ]

    @Test("A hostile form has its own code, leaves no fact, and the next notification is taken", arguments: Self.forms)
    func refused(form: Form) async throws {
        let server = try TestServer()
        let hostile = try form.make(server.shop.authority)
        // Before the trusted signer was ever seen, and once it is known.
        for isKnown in [false, true] {
            let answer = try await server.notify(hostile)
            #expect(answer.status == form.status)
            #expect(answer.code == form.code)
            #expect(try await server.shop.repository.read { view in try view.heldCounts() } == form.held)
            let evidence = try await server.shop.repository.read { view in try view.evidence(after: 0, limit: 9) }
            #expect(evidence.count == (isKnown ? 3 : 0))
            let genuine = try await server.notify(server.shop.notification())
            #expect(genuine.status == .ok)
        }
    }
}
