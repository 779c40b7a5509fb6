import AppStore
import AppStoreSimulator
import Crypto
import Ledger
import PersistenceSQLite

extension Judgment {
    /// The number of events that are read at once.
    private static let page = 1000

    /// Compares the receivers' log with the events of the ledger and the recorded notifications.
    func judgeEventDelivery(of recorded: Set<Int>, _ verdict: inout Verdict) async throws {
        let arrivals = Dictionary(grouping: self.arrivals, by: \.receiver)
        var events: [String: [LedgerEvent]] = [:]
        for app in Set(self.plans.map(\.app)) { events[app] = try await self.events(of: app, &verdict) }
        for (place, plan) in self.plans.enumerated() {
            let judge: EventDeliveryJudge
            if plan.isRelay {
                let notifications = recorded.sorted().compactMap { self.notification($0, of: plan.app) }
                judge = EventDeliveryJudge(plan, notifications: notifications, arrivals: arrivals[place] ?? [])
                verdict.relayed += judge.firstCount
            } else {
                judge = EventDeliveryJudge(plan, events: events[plan.app] ?? [], arrivals: arrivals[place] ?? [])
                verdict.delivered += judge.firstCount
            }
            verdict.deliveredAgain += judge.repeatedCount
            verdict.refused += judge.refusedCount
            for sentence in judge.violations { verdict.violate(sentence) }
            verdict.missing += judge.missing
        }
        if !verdict.missing.isEmpty { verdict.hasEventsToDeliver = true }
    }

    /// Returns all events of an app, in the order in which they were written.
    private func events(of app: String, _ verdict: inout Verdict) async throws -> [LedgerEvent] {
        var events: [LedgerEvent] = []
        var position: Int64 = 0
        while true {
            let page = try await self.repository.read { [position] view in
                try view.events(of: AppName(app), after: position, limit: Self.page)
            }
            guard let last = page.last else { return events }
            position = last.position
            for positioned in page {
                guard let event = Self.booked(positioned.event) else {
                    verdict.violate("event \(positioned.event.id) does not match its id")
                    continue
                }
                events.append(event)
            }
        }
    }

    /// Returns an event, read from its own JSON.
    private static func booked(_ event: Event) -> LedgerEvent? {
        let text = event.json
        guard let json = try? JSONValue(json: text), case .string(let id)? = json["id"],
            case .string(let name)? = json["name"], case .number(let numberText)? = json["number"],
            let number = Int64(numberText), case .string(let environment)? = json["data"]?["environment"],
            id.hasSuffix("_\(number)")
        else { return nil }
        let stream = String(id.dropLast("_\(number)".count))
        return LedgerEvent(
            stream: stream,
            number: number,
            name: name,
            environment: environment,
            digest: Self.digest(text)
        )
    }

    /// Returns a message as the relay of an app should send it; `nil` for one that it must not send.
    private func notification(_ number: Int, of app: String) -> LedgerNotification? {
        let message = self.post.messages[number]
        guard message.app == app, case .notification(let notification) = message.kind else { return nil }
        return LedgerNotification(
            name: "message \(number)",
            uuid: notification.uuid,
            type: notification.type.rawValue,
            environment: notification.app.environment.rawValue,
            digest: Self.digest(message.body(message.compact))
        )
    }

    private static func digest(_ bytes: [UInt8]) -> String {
        EvidenceDigest(Array(SHA256.hash(data: bytes)))?.hexadecimal ?? ""
    }
}
