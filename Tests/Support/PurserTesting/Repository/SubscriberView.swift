package import Ledger
import Notation

/// The ledger as a subscriber knows it that has received nothing but events.
package struct SubscriberView: Sendable {
    let repository: any Repository
    let app: AppName
    let environment: StoreEnvironment
    let catalog: Catalog

    /// The view of an app's environment from the events of this repository.
    package init(repository: any Repository, app: AppName, environment: StoreEnvironment, catalog: Catalog) {
        self.repository = repository
        self.app = app
        self.environment = environment
        self.catalog = catalog
    }

    /// Returns what is wrong with the published events of a transaction's chain; `nil` when nothing is.
    ///
    /// The newest word on a subscription, in the event stream of whom it concerns, must be the state that the ledger
    /// derives, and every event stream must be numbered without gaps. Due changes must have been published before.
    package func complaint(about transaction: TransactionID, at now: Instant) async throws -> String? {
        let found = try await self.repository.read { view in
            try view.chain(of: transaction, app: self.app, environment: self.environment)
        }
        guard let found, found.chain.isSubscription, let root = found.chain.rootID else { return nil }
        let state = found.chain.state(at: now, environment: self.environment, gracePolicy: self.catalog.gracePolicy)
        let owner = state.owningTransactionID.flatMap { found.claims[$0]?.owner }
        var streams = [EventStream(app: self.app, subject: .chain(self.environment, root))]
        if let owner {
            streams = [EventStream(app: self.app, subject: .customer(owner))]
        } else {
            for original in Set(found.chain.transactions.map(\.current.originalTransactionID)) where original != root {
                streams.append(EventStream(app: self.app, subject: .chain(self.environment, original)))
            }
        }
        let key = #""subscription":{"originalTransaction":"\#(root)""#
        var heard: String?
        for stream in streams {
            let events = try await self.repository.read { view in try view.events(of: stream, after: 0, limit: 100_000)
            }
            guard events.map(\.number) == events.indices.map({ Int64($0) + 1 }) else {
                return "the numbers of \(stream) have gaps"
            }
            let words = events.map { String(decoding: $0.body, as: UTF8.self) }
            heard =
                words.last { $0.contains(key) && $0.contains(#""environment":"\#(self.environment.rawValue)""#) }
                ?? heard
        }
        guard let heard else { return "no event was published about \(transaction)" }
        var expected = JSONText()
        expected.describe(state, of: root)
        let words = String(decoding: expected.bytes, as: UTF8.self)
        return heard.contains(#""subscription":"# + words) ? nil : "published \(heard), derived \(words)"
    }
}

extension SubscriberView {
    /// Returns what is wrong with the published entitlements of a customer; `nil` when nothing is.
    ///
    /// The newest word on each entitlement must be what an answer says of it, and an entitlement that an answer does
    /// not know must have been published as unusable. Due changes must have been published before.
    package func complaint(aboutEntitlementsOf customer: CustomerID, at now: Instant) async throws -> String? {
        if try await self.repository.read({ view in try view.record(of: customer, app: self.app) })?.mergedInto != nil {
            return nil
        }
        var heard = try await self.newestWords(onEntitlementsOf: customer)
        let held = try await self.repository.read { view in
            try view.holdings(
                of: customer,
                app: self.app,
                environments: [self.environment],
                gracePolicy: self.catalog.gracePolicy,
                at: now
            )
        }
        for entitlement in held.entitlements(at: now, environment: self.environment, catalog: self.catalog) {
            var expected = JSONText()
            expected.add("environment", self.environment.rawValue)
            expected.add("entitlement") { $0.describe(entitlement) }
            let words = String(decoding: expected.bytes, as: UTF8.self)
            let published = heard.removeValue(forKey: entitlement.name.rawValue)
            if published != words { return "\(customer): published \(published ?? "nothing"), answered \(words)" }
        }
        for (entitlement, words) in heard where !words.contains(#""active":false"#) {
            return "\(customer): published \(entitlement), answered differently: \(words)"
        }
        return nil
    }

    /// The newest word on each entitlement of a customer in the environment.
    private func newestWords(onEntitlementsOf customer: CustomerID) async throws -> [String: String] {
        let stream = EventStream(app: self.app, subject: .customer(customer))
        let beginning = #"{"environment":"\#(self.environment.rawValue)","entitlement":{"name":""#
        var heard: [String: String] = [:]
        for event in try await self.repository.read({ view in try view.events(of: stream, after: 0, limit: .max) }) {
            let words = String(decoding: event.body, as: UTF8.self)
            guard words.hasPrefix(beginning) else { continue }
            heard[String(words.dropFirst(beginning.count).prefix { $0 != "\"" })] = words
        }
        return heard
    }
}
