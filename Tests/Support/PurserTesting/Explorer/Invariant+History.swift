import AppStore
import AppStoreSimulator
import Ledger
import PurserService

extension Invariant {
    /// What was known stays known: no transaction disappears, no purchase is forgotten, no owner changes.
    static let monotony = Invariant("monotony") { scene in
        guard let before = scene.before else { return [] }
        var wrong = before.transactions.subtracting(scene.picture.transactions).sorted().map { "\($0) is forgotten" }
        let owners = scene.picture.owners
        for (id, owner) in before.owners.sorted(by: { $0.key < $1.key }) where owners[id] != owner {
            wrong.append("\(id) went from \(owner) to \(owners[id] ?? "nobody")")
        }
        for (name, lines) in before.purchases.sorted(by: { $0.key < $1.key }) {
            let count = scene.picture.purchases[name]?.count ?? 0
            if count < lines.count { wrong.append("\(name) had \(lines.count) purchases and has \(count)") }
        }
        return wrong
    }

    /// The same units of work in another order, some of them twice, make the same ledger in an empty repository.
    ///
    /// What apps submit keeps its own order, which is the server's own and not the store's.
    static let orderIndependence = Invariant("order", isQuick: false) { scene in
        var chance = SeededGenerator(seed: scene.lot)
        let intakes = scene.server.repository.intakes
        let submissions = intakes.filter { $0.submission != nil }
        var others = intakes.filter { $0.submission == nil }
        others += others.filter { _ in chance.happens(percent: 20) }
        others.shuffle(using: &chance)
        var places = submissions.map { _ in chance.number(below: others.count + 1) }
        places.sort()
        for (submission, place) in zip(submissions, places).reversed() { others.insert(submission, at: place) }
        let fresh = InMemoryRepository()
        let app = scene.server.app
        for order in scene.server.orders {
            // Whose their tokens are is said by the shop and not by evidence.
            _ = try await fresh.write { unit in
                try unit.assign(
                    order.token,
                    to: order.customer,
                    app: app.name,
                    at: scene.instant,
                    catalog: app.catalog
                )
            }
        }
        for intake in others { _ = try await fresh.record(intake) }
        return try await scene.picture(of: fresh).difference(from: scene.picture).map { ["in another order \($0)"] }
            ?? []
    }

    /// Sending again what was acknowledged, as often as one likes, changes nothing.
    static let idempotence = Invariant("idempotence", isQuick: false) { scene in
        var chance = SeededGenerator(seed: scene.lot &+ 1)
        var arrivals = scene.server.arrivals
        arrivals.shuffle(using: &chance)
        let repository = scene.server.repository
        let kept = try await repository.read { view in try view.evidence(after: 0, limit: 100_000) }.count
        for arrival in arrivals.prefix(Self.repetitions) {
            for _ in 0...chance.number(below: 2) { try await scene.server.repeatArrival(arrival) }
        }
        if let difference = try await scene.picture(of: repository).difference(from: scene.picture) {
            return ["after the same again \(difference)"]
        }
        let now = try await repository.read { view in try view.evidence(after: 0, limit: 100_000) }.count
        return now == kept ? [] : ["\(kept) pieces of evidence became \(now)"]
    }

    /// The number of acknowledged arrivals that are sent again at a quiet point.
    private static let repetitions = 12
}
