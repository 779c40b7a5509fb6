import AppStore

extension World {
    /// Performs one action in the world and records it in the journal.
    ///
    /// An action that throws changes nothing.
    ///
    /// ``WorldVerb/advance`` advances the clock without delivering notifications. To deliver them on the way, call
    /// ``World/perform(_:delivering:)``.
    @discardableResult
    public func perform(_ action: WorldAction) throws(WorldError) -> WorldActionResult {
        try action.requireKnownFields()
        try action.requireBounds()
        if action.verb == .advance {
            var answer = WorldActionResult()
            let before = self.notificationCount
            try self.advance(to: try self.instant(for: action))
            answer.notifications = self.notifications(from: before)
            return answer
        }
        return try self.change { state throws(WorldError) in try state.perform(action) }
    }

    /// Performs one action and delivers each notification to a receiver at its due instant; returns when nothing more
    /// is due.
    @discardableResult
    public func perform(
        _ action: WorldAction,
        delivering receiver: NotificationReceiver
    ) async throws(WorldError) -> WorldActionResult {
        guard action.verb == .advance else {
            let answer = try self.perform(action)
            await self.settle(delivering: receiver)
            return answer
        }
        try action.requireKnownFields()
        try action.requireBounds()
        var answer = WorldActionResult()
        let before = self.notificationCount
        try await self.advance(to: try self.instant(for: action), delivering: receiver)
        answer.notifications = self.notifications(from: before)
        return answer
    }

    /// Returns the instant to which an action advances the clock.
    private func instant(for action: WorldAction) throws(WorldError) -> Timestamp {
        let now = self.now.milliseconds
        switch (action.by, action.milliseconds, action.to) {
        case ("next"?, nil, nil): return self.nextInstant ?? self.now
        case ("quiet"?, nil, nil): return self.quietInstant
        case (let text?, nil, nil):
            guard let instant = ISODuration(text)?.end(from: now), instant <= WorldAction.lastInstant else {
                throw .invalidValue(field: "by", text)
            }
            return Timestamp(milliseconds: instant)
        case (nil, let milliseconds?, nil):
            let (instant, isTooFar) = now.addingReportingOverflow(milliseconds)
            guard !isTooFar, instant <= WorldAction.lastInstant else {
                throw .invalidValue(field: "milliseconds", "\(milliseconds)")
            }
            return Timestamp(milliseconds: instant)
        case (nil, nil, let instant?): return Timestamp(milliseconds: instant)
        default: throw .missingField("by", action: "advance")
        }
    }
}

/// The immediate result of an action.
public struct WorldActionResult: Sendable {
    /// The transactions that the action created or returned, in their order; empty for a purchase that is pending.
    public var purchases: [WorldPurchase] = []
    /// The notifications that the action caused immediately; the agenda contains later effects.
    public var notifications: [WorldNotification] = []
    /// An identifier that the action created: a test notification's token, or the id of an external purchase.
    public var identifier: String?

    /// Creates an empty result.
    public init() {}
}
