import AppStore
import AppStoreSimulator
import Foundation
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10))) struct OfferJudgeTests {
    /// 2026-03-01T00:00:00Z; Python's library refuses signatures from the future.
    private static let now: Int64 = 1_772_323_200_000
    private static let nonce = UUID(uuid: (0xAB, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 2))
    private static let token = UUID(uuid: (0xCD, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 3))
    private static let info = AdvancedCommerceRequestInfo.with {
        $0.requestReferenceId = "00000000-0000-4000-8000-000000000004"
        $0.appAccountToken = "00000000-0000-4000-8000-000000000005"
    }

    private static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { JSONMember(key: $0.key, value: $0.value) })
    }

    private static func commerce(
        _ signer: OfferSigner,
        _ request: AdvancedCommerceInAppRequest,
        _ model: String
    ) throws -> JSONValue {
        let signature = try signer.advancedCommerce(request, nonce: Self.nonce, at: Self.now)
        return Self.object([
            "name": .string(model), "kind": .string("commerce"), "model": .string(model),
            "signature": .string(signature),
        ])
    }

    private static func cases(_ signer: OfferSigner) throws -> [JSONValue] {
        var cases: [JSONValue] = []
        for token in [nil, Self.token] {
            let made = try signer.promotionalOffer("spring", of: "pro", for: token, nonce: Self.nonce, at: Self.now)
            cases.append(
                Self.object([
                    "name": .string("classic"), "kind": .string("classic"), "product": .string("pro"),
                    "offer": .string("spring"), "token": .string(token?.uuidString.lowercased() ?? ""),
                    "nonce": .string(Self.nonce.uuidString.lowercased()), "timestamp": .number(String(Self.now)),
                    "signature": .string(made.encodedSignature ?? ""),
                ])
            )
        }
        for transaction in [nil, "2000000123456789"] {
            let made = try signer.promotionalOfferJWS(
                "spring",
                of: "pro",
                for: transaction,
                nonce: Self.nonce,
                at: Self.now
            )
            cases.append(
                Self.object([
                    "name": .string("promotional"), "kind": .string("promotional"), "product": .string("pro"),
                    "offer": .string("spring"), "transaction": transaction.map { .string($0) } ?? .null,
                    "signature": .string(made),
                ])
            )
        }
        for isAllowed in [true, false] {
            let made = try signer.introductoryOffer(
                isAllowed: isAllowed,
                of: "pro",
                for: "7",
                nonce: Self.nonce,
                at: Self.now
            )
            cases.append(
                Self.object([
                    "name": .string("introductory"), "kind": .string("introductory"), "product": .string("pro"),
                    "allowed": .bool(isAllowed), "transaction": .string("7"), "signature": .string(made),
                ])
            )
        }
        return cases
    }

    private static func commerceCases(_ signer: OfferSigner) throws -> [JSONValue] {
        let charge = AdvancedCommerceOneTimeChargeCreateRequest.with {
            $0.operation = .createOneTimeCharge
            $0.version = "1"
            $0.requestInfo = Self.info
            $0.storefront = "USA"
            $0.currency = "USD"
            $0.item = .with {
                $0.sku = "sku"
                $0.description = "One thing"
                $0.displayName = "Thing"
                $0.price = 9990
            }
            $0.taxCode = "C003-00-1"
        }
        let creation = AdvancedCommerceSubscriptionCreateRequest.with {
            $0.operation = .createSubscription
            $0.version = "1"
            $0.requestInfo = Self.info
            $0.currency = "USD"
            $0.descriptors = .with {
                $0.description = "All of it"
                $0.displayName = "All"
            }
            $0.items = [
                .with {
                    $0.sku = "sku"
                    $0.description = "One thing"
                    $0.displayName = "Thing"
                    $0.price = 9990
                    $0.offer = .with {
                        $0.period = .oneMonth
                        $0.periodCount = 1
                        $0.price = 0
                        $0.reason = .acquisition
                    }
                }
            ]
            $0.period = .oneMonth
            $0.previousTransactionId = "6"
            $0.taxCode = "C003-00-1"
        }
        let change = AdvancedCommerceSubscriptionModifyInAppRequest.with {
            $0.operation = .modifySubscription
            $0.version = "1"
            $0.requestInfo = Self.info
            $0.transactionId = "7"
            $0.retainBillingCycle = true
            $0.addItems = [
                .with {
                    $0.sku = "sku2"
                    $0.description = "Another"
                    $0.displayName = "Other"
                    $0.price = 4990
                }
            ]
            $0.currency = "USD"
        }
        let renewal = AdvancedCommerceSubscriptionReactivateInAppRequest.with {
            $0.operation = .reactivateSubscription
            $0.version = "1"
            $0.requestInfo = Self.info
            $0.transactionId = "7"
            $0.items = [.with { $0.sku = "sku" }]
        }
        return [
            try Self.commerce(signer, .createOneTimeCharge(charge), "AdvancedCommerceOneTimeChargeCreateRequest"),
            try Self.commerce(signer, .createSubscription(creation), "AdvancedCommerceSubscriptionCreateRequest"),
            try Self.commerce(signer, .modifySubscription(change), "AdvancedCommerceSubscriptionModifyInAppRequest"),
            try Self.commerce(
                signer,
                .reactivateSubscription(renewal),
                "AdvancedCommerceSubscriptionReactivateInAppRequest"
            ),
        ]
    }

    /// Returns the judge's output, and whether it found no violation.
    private static func judge(_ cases: [JSONValue], _ key: APIKey) throws -> (text: String, isGood: Bool) {
        let folder = try TemporaryFolder()
        let order = Self.object([
            "privateKey": .string(key.privateKeyPEM), "keyId": .string(key.keyId), "issuerId": .string(key.issuerId),
            "bundleId": .string("com.example.shop"), "cases": .array(cases),
        ])
        let process = Process()
        process.executableURL = JudgeInstallation.python
        process.arguments = ["offers.py", try folder.write("order.json", order.json())]
        process.currentDirectoryURL = JudgeInstallation.programs
        process.environment = ["PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin"]
        let name = try folder.write("judgment", [])
        let output = FileHandle(forWritingAtPath: name)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        return (try String(contentsOfFile: name, encoding: .utf8), process.terminationStatus == 0)
    }

    @Test(
        "Apple's own library makes the same claims, and every signature holds for others",
        .enabled(
            if: JudgeInstallation.isComplete,
            "Apple's Python library is not in .build/judge: run scripts/setup --tests where python3 and an index are"
        )
    )
    func offers() throws {
        let key = APIKey(seed: 7, app: 0)
        let signer = OfferSigner(
            key: try AppStoreKey(issuerID: key.issuerId, keyID: key.keyId, pem: key.privateKeyPEM),
            bundleID: "com.example.shop"
        )
        let cases = try Self.cases(signer) + Self.commerceCases(signer)
        let judgment = try Self.judge(cases, key)
        #expect(judgment.isGood, "\(judgment.text)")
        #expect(judgment.text.contains("10 signatures judged, 0 problems"), "\(judgment.text)")
        // The same under another key, and for another app: the judge does notice.
        #expect(try !Self.judge(cases, APIKey(seed: 8, app: 0)).isGood)
    }
}
