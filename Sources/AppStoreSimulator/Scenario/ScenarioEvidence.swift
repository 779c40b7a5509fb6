import AppStore
import SwiftASN1
import X509

/// The result of a step in the structure to which assertions refer.
struct ScenarioEvidence {
    private let result: ScenarioRun.StepResult
    private let world: World

    /// Creates the evidence of a step in its world.
    init(_ result: ScenarioRun.StepResult, world: World) {
        self.result = result
        self.world = world
    }

    /// Returns the contradictions to an assertion; empty when it holds.
    func complaints(about assertion: ScenarioAssertion, context: ScenarioContext) -> [String] {
        guard let (selector, names) = assertion.parsed else { return ["\(assertion.path) is not a valid path"] }
        let wanted: JSONValue
        do throws(ScenarioError) {
            wanted = try context.resolve(assertion.value.json)
        } catch {
            return [error.sentence]
        }
        let sent = self.result.sent
        switch names[0] {
        case "answer": return Self.compare(assertion.path, wanted, self.answer, names)
        case "response": return Self.compare(assertion.path, wanted, self.response, names)
        case "certificate": return Self.compare(assertion.path, wanted, self.certificate, names)
        default: break
        }
        let subjects: [WorldNotification]
        switch selector {
        case .each: subjects = sent
        case .number(let number): subjects = number <= sent.count ? [sent[number - 1]] : []
        case .last:
            let newest = max(self.world.notificationCount - 1, 0)
            subjects = sent.last.map { [$0] } ?? self.world.notifications(from: newest)
        }
        guard !subjects.isEmpty else { return ["\(assertion.path): there is no such notification"] }
        return subjects.flatMap { Self.compare(assertion.path, wanted, self.part(names[0], of: $0), names) }
    }

    private static func compare(
        _ path: String,
        _ wanted: JSONValue,
        _ part: JSONValue?,
        _ names: [String]
    ) -> [String] {
        var found = part
        for name in names.dropFirst() { found = found?[name] }
        let isRight =
            switch (wanted, found) {
            case (.null, nil), (.null, .null?): true
            case (.string("*"), let found?): found != .null
            case (.string(let text), .number(let number)?):
                ScenarioInstant.instant(text).map { "\($0.milliseconds)" == number } ?? false
            default: found == wanted
            }
        guard !isRight else { return [] }
        return ["\(path) must be \(Self.words(wanted)), is \(found.map { Self.words($0) } ?? "absent")"]
    }

    private static func words(_ value: JSONValue) -> String {
        if case .null = value { return "absent" }
        return String(decoding: value.json(), as: UTF8.self)
    }

    // MARK: The parts

    private func part(_ name: String, of notification: WorldNotification) -> JSONValue? {
        if name == "delivery" { return self.delivery(of: notification) }
        let arrival = self.result.arrivals.last { $0.notification.index == notification.index }
        switch try? arrival?.verdict.get() {
        case .signed(let verified): return Self.part(name, of: verified)
        case .old(_, let post) where name == "version1": return post
        default: break
        }
        switch name {
        case "transaction": return Self.json(notification.transactionPayload)
        case "renewal": return Self.json(notification.renewalInfoPayload)
        default: return Self.part(name, of: notification.payload)
        }
    }

    /// Returns a part of a verified notification, decoded.
    static func part(_ name: String, of verified: VerifiedNotification) -> JSONValue? {
        switch name {
        case "transaction": self.json(verified.transaction?.payload)
        case "renewal": self.json(verified.renewalInfo?.payload)
        case "appTransaction": self.json(verified.appTransaction?.payload)
        default: self.part(name, of: verified.notification.payload)
        }
    }

    private static func part(_ name: String, of payload: NotificationPayload) -> JSONValue? {
        switch name {
        case "notification": self.json(payload)
        case "data": self.json(payload.data)
        case "summary": self.json(payload.summary)
        case "externalPurchaseToken": self.json(payload.externalPurchaseToken)
        case "appData": self.json(payload.appData)
        case "unclaimInfo": self.json(payload.unclaimInfo)
        default: nil
        }
    }

    private static func json(_ object: (some WireObject)?) -> JSONValue? {
        object.flatMap { try? JSONValue(json: $0.json()) }
    }

    private func delivery(of notification: WorldNotification) -> JSONValue {
        let delivery = self.world.look { $0.delivery(notification.index) }
        let first = delivery.attempts.first?.at.milliseconds ?? 0
        let hours = delivery.attempts.map { JSONValue.number("\(($0.at.milliseconds - first) / 3_600_000)") }
        return .object([
            JSONMember(key: "attempts", value: .number("\(delivery.attempts.count)")),
            JSONMember(key: "hours", value: .array(hours)),
            JSONMember(
                key: "results",
                value: .array(delivery.attempts.map { .string($0.outcome.result.rawValue) })
            ),
            JSONMember(key: "isDelivered", value: .bool(delivery.isDelivered)),
            JSONMember(key: "isPlanned", value: .bool(delivery.nextAttemptAt != nil)),
        ])
    }

    private var answer: JSONValue {
        let answer = self.result.answer
        var members = [JSONMember(key: "purchases", value: .number("\(answer.purchases.count)"))]
        if let identifier = answer.identifier {
            members.append(JSONMember(key: "identifier", value: .string(identifier)))
        }
        if let purchase = answer.purchases.first {
            members += [
                JSONMember(key: "transactionId", value: .string(purchase.transactionId)),
                JSONMember(key: "originalTransactionId", value: .string(purchase.originalTransactionId)),
                JSONMember(key: "productId", value: .string(purchase.productId)),
                JSONMember(key: "quantity", value: .number("\(purchase.quantity)")),
                JSONMember(key: "isRestored", value: .bool(purchase.isRestored)),
            ]
        }
        return .object(members)
    }

    private var certificate: JSONValue? {
        guard let leaf = try? self.revocation(of: 0), let intermediate = try? self.revocation(of: 1) else {
            return nil
        }
        return .object([
            JSONMember(key: "leaf", value: .string(leaf)),
            JSONMember(key: "intermediate", value: .string(intermediate)),
        ])
    }

    /// Returns the OCSP status of a certificate of the store's chain, requested as a server does.
    private func revocation(of index: Int) throws -> String {
        let chain = try self.world.certificates.chain.map { try Certificate(derEncoded: $0) }
        let request = try OCSPRequest(
            certificate: chain[index],
            issuer: chain[index + 1],
            nonce: [UInt8](repeating: 1, count: OCSPRequest.nonceByteCount)
        )
        let now = self.world.now.milliseconds
        let response = try OCSPResponse(derBytes: self.world.answerOCSP(request.derBytes, now: now))
        return switch try response.answer(to: request, issuer: chain[index + 1], at: now).status {
        case .good: "good"
        case .revoked: "revoked"
        default: "unknown"
        }
    }

    private var response: JSONValue? {
        guard let response = self.result.response else { return nil }
        return try? JSONValue(json: response.body)
    }
}
