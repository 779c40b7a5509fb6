package import Ledger
import Notation

/// Books as somebody sees them who knows only what he was told.
package struct ToldBooks: Sendable {
    let repository: any Repository
    let app: AppName
    let environment: StoreEnvironment
    let catalogue: Catalogue

    /// What was told of an app's environment out of this repository.
    package init(repository: any Repository, app: AppName, environment: StoreEnvironment, catalogue: Catalogue) {
        self.repository = repository
        self.app = app
        self.environment = environment
        self.catalogue = catalogue
    }

    /// What is wrong with what was told about the chain of a transaction; `nil` when nothing is.
    ///
    /// The newest word on a subscription, in the lane of whom it concerns, must be the state that the ledger derives, and
    /// every lane must be numbered without gaps. What has fallen due must have been told before.
    package func complaint(about transaction: TransactionID, at now: Instant) async throws -> String? {
        let found = try await self.repository.chain(of: transaction, app: self.app, environment: self.environment)
        guard let found, found.chain.isSubscription, let root = found.chain.rootID else { return nil }
        let state = found.chain.state(at: now, environment: self.environment, access: self.catalogue.access)
        let owner = state.owningTransactionID.flatMap { found.claims[$0]?.owner }
        var lanes = [Lane(app: self.app, subject: .chain(self.environment, root))]
        if let owner {
            lanes = [Lane(app: self.app, subject: .customer(owner))]
        } else {
            for original in Set(found.chain.transactions.map(\.current.originalTransactionID)) where original != root {
                lanes.append(Lane(app: self.app, subject: .chain(self.environment, original)))
            }
        }
        let key = #""subscription":{"originalTransaction":"\#(root)""#
        var heard: String?
        for lane in lanes {
            let events = try await self.repository.events(of: lane, after: 0, limit: 100_000)
            guard events.map(\.number) == events.indices.map({ Int64($0) + 1 }) else {
                return "the numbers of \(lane) have gaps"
            }
            let words = events.map { String(decoding: $0.body, as: UTF8.self) }
            heard =
                words.last { $0.contains(key) && $0.contains(#""environment":"\#(self.environment.rawValue)""#) }
                ?? heard
        }
        guard let heard else { return "nobody was told of \(transaction)" }
        var expected = JSONText()
        expected.describe(state, of: root)
        let words = String(decoding: expected.bytes, as: UTF8.self)
        return heard.contains(#""subscription":"# + words) ? nil : "told \(heard), derived \(words)"
    }
}

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
