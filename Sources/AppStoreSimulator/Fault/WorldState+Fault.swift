import AppStore

extension World {
    /// The rules by which the world misbehaves now.
    public var activeFaults: [WorldFault] {
        self.look { $0.faults.active(at: $0.now) }
    }
}

extension WorldState {
    /// A notification on its way, and whether it gets lost there.
    struct PendingDelivery: Sendable {
        let notification: WorldNotification
        let isLost: Bool
    }

    private static let onTheWayOut: Set<WorldFault.Effect> = [.delay, .double, .shuffle, .burst]
    private static let onTheWay: Set<WorldFault.Effect> = [.drop, .corrupt, .wrongEnvironment]

    /// Puts a new notification into the outbox, or later, or twice, as the rules have it.
    mutating func dispatch(_ index: Int) {
        let struck = self.faults.strike(self.notifications[index].name, Self.onTheWayOut, at: self.now)
        var instant = self.now
        var copies = 1
        for fault in struck {
            let length = fault.milliseconds ?? 0
            switch fault.effect {
            case .double: copies += 1
            case .delay: instant += length
            case .shuffle: instant += self.faults.number(below: length)
            case .burst: instant = (instant / length + 1) * length
            default: break
            }
        }
        if !struck.isEmpty {
            let names = struck.map(\.effect.rawValue).joined(separator: ", ")
            self.note(.tester, "misbehaves on \(self.notifications[index].name): \(names)")
        }
        for _ in 0..<copies {
            if instant > self.now {
                self.agenda.add(.delivery(notification: index), at: instant)
            } else {
                self.outbox.append(index)
            }
        }
    }

    /// The next notification to deliver, wrong or lost as the rules have it.
    mutating func popPendingDelivery() -> PendingDelivery? {
        guard let index = self.outbox.popFirst() else { return nil }
        var notification = self.notification(index)
        var isLost = false
        for fault in self.faults.strike(notification.name, Self.onTheWay, at: self.now) {
            switch fault.effect {
            case .drop: isLost = true
            case .corrupt:
                let defect = fault.defect.flatMap { SigningDefect(rawValue: $0) } ?? .changedByte
                notification.alteration = .defect(defect)
            case .wrongEnvironment: notification.alteration = .otherEnvironment
            default: break
            }
            self.note(.tester, "misbehaves on \(notification.name): \(fault.effect.rawValue)")
        }
        if isLost {
            self.record(.failed(.noResponse), for: index)
        }
        return PendingDelivery(notification: notification, isLost: isLost)
    }

    /// Keeps the state while a rule makes answers stale.
    mutating func rememberPast() {
        guard !self.faults.isEmpty, self.faults.active(at: self.now).contains(where: { $0.effect == .stale }) else {
            return
        }
        var state = self
        state.pasts = []
        self.pasts.append(Past(at: self.now, state: state))
    }

    /// The world as it was so much earlier, as far as it is remembered.
    func past(_ milliseconds: Int64) -> WorldState? {
        self.pasts.first { $0.at > self.now - milliseconds }?.state
    }
}
