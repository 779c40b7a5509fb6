import AppStore

extension World {
    /// The faults that are active now.
    public var activeFaults: [WorldFault] {
        self.look { $0.faults.active(at: $0.now) }
    }
}

extension WorldState {
    /// A notification on its way, and whether a fault loses it.
    struct PendingDelivery: Sendable {
        let notification: WorldNotification
        let isLost: Bool
    }

    private static let onTheWayOut: Set<WorldFault.Effect> = [.delay, .double, .shuffle, .burst]
    private static let onTheWay: Set<WorldFault.Effect> = [.drop, .corrupt, .wrongEnvironment]

    /// Puts a new notification into the outbox: at once, later or twice, as the faults require.
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

    /// Removes and returns the next notification to deliver, corrupted or lost as the faults require.
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

    /// Saves the state while a fault requires stale responses.
    mutating func rememberPast() {
        guard !self.faults.isEmpty, self.faults.active(at: self.now).contains(where: { $0.effect == .stale }) else {
            return
        }
        var state = self
        state.pasts = []
        self.pasts.append(Past(at: self.now, state: state))
    }

    /// Returns the world as it was this many milliseconds ago, as far as saved states reach.
    func past(_ milliseconds: Int64) -> WorldState? {
        self.pasts.first { $0.at > self.now - milliseconds }?.state
    }
}
