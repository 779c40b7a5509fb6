package import Ledger
import Notation

extension ToldBooks {
    /// What is wrong with what was told of a customer's rights; `nil` when nothing is.
    ///
    /// The newest word on each right must be what an answer says of it, and a right that an answer does not know must have
    /// been told to be unusable. What has fallen due must have been told before.
    package func complaint(aboutRightsOf customer: CustomerID, at now: Instant) async throws -> String? {
        if try await self.repository.record(of: customer, app: self.app)?.mergedInto != nil { return nil }
        var heard = try await self.newestWords(onRightsOf: customer)
        let held = try await self.repository.holdings(
            of: customer,
            app: self.app,
            environments: [self.environment],
            access: self.catalogue.access,
            at: now
        )
        for right in held.entitlements(at: now, environment: self.environment, catalogue: self.catalogue) {
            var expected = JSONText()
            expected.add("environment", self.environment.rawValue)
            expected.add("entitlement") { $0.describe(right) }
            let words = String(decoding: expected.bytes, as: UTF8.self)
            let told = heard.removeValue(forKey: right.right.rawValue)
            if told != words { return "\(customer) was told \(told ?? "nothing"), and is answered \(words)" }
        }
        for (right, words) in heard where !words.contains(#""active":false"#) {
            return "\(customer) was told that he has \(right), and is not answered so: \(words)"
        }
        return nil
    }

    /// The newest word on each right of a customer in the environment.
    private func newestWords(onRightsOf customer: CustomerID) async throws -> [String: String] {
        let lane = Lane(app: self.app, subject: .customer(customer))
        let beginning = #"{"environment":"\#(self.environment.rawValue)","entitlement":{"right":""#
        var heard: [String: String] = [:]
        for event in try await self.repository.events(of: lane, after: 0, limit: .max) {
            let words = String(decoding: event.body, as: UTF8.self)
            guard words.hasPrefix(beginning) else { continue }
            heard[String(words.dropFirst(beginning.count).prefix { $0 != "\"" })] = words
        }
        return heard
    }
}
