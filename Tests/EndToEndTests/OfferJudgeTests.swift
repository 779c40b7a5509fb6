import AppStore
import AppStoreSimulator
import Foundation
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10))) struct OfferJudgeTests {
    /// 2026-03-01T00:00:00Z; Python's library refuses signatures from the future.
    private static let now: Int64 = 1_772_323_200_000
    private static let nonce = UUID(uuid: (0xAB, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 2))
    private static let token = UUID(uuid: (0xCD, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 3))
    private static let info = AdvancedCommerceRequestInfo(
        requestReferenceId: "00000000-0000-4000-8000-000000000004",
        appAccountToken: "00000000-0000-4000-8000-000000000005"
    )

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
        let charge = AdvancedCommerceOneTimeChargeCreateRequest(
            operation: .createOneTimeCharge,
            version: "1",
            requestInfo: Self.info,
            storefront: "USA",
            currency: "USD",
            item: .init(sku: "sku", description: "One thing", displayName: "Thing", price: 9990),
            taxCode: "C003-00-1"
        )
        let creation = AdvancedCommerceSubscriptionCreateRequest(
            operation: .createSubscription,
            version: "1",
            requestInfo: Self.info,
            currency: "USD",
            descriptors: AdvancedCommerceDescriptors(description: "All of it", displayName: "All"),
            items: [
                .init(
                    sku: "sku",
                    description: "One thing",
                    displayName: "Thing",
                    price: 9990,
                    offer: AdvancedCommerceOffer(period: .oneMonth, periodCount: 1, price: 0, reason: .acquisition)
                )
            ],
            period: .oneMonth,
            previousTransactionId: "6",
            taxCode: "C003-00-1"
        )
        let change = AdvancedCommerceSubscriptionModifyInAppRequest(
            operation: .modifySubscription,
            version: "1",
            requestInfo: Self.info,
            transactionId: "7",
            retainBillingCycle: true,
            addItems: [.init(sku: "sku2", description: "Another", displayName: "Other", price: 4990)],
            currency: "USD"
        )
        let renewal = AdvancedCommerceSubscriptionReactivateInAppRequest(
            operation: .reactivateSubscription,
            version: "1",
            requestInfo: Self.info,
            transactionId: "7",
            items: [.init(sku: "sku")]
        )
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

    /// What the judge prints, and whether it found nothing wrong.
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
        let name = try folder.write("judgement", [])
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
        let judgement = try Self.judge(cases, key)
        #expect(judgement.isGood, "\(judgement.text)")
        #expect(judgement.text.contains("10 signatures judged, 0 problems"), "\(judgement.text)")
        // The same under another key, and for another app: the judge does notice.
        #expect(try !Self.judge(cases, APIKey(seed: 8, app: 0)).isGood)
    }
}
