import AppStore

extension World {
    /// Does one thing in the world, whole or not at all, and notes it in the journal.
    ///
    /// ``WorldVerb/advance`` turns the clock without delivering; who delivers on the way calls
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

    /// The same, handing every notification to a receiver when it is due; answers when everything is quiet.
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

    /// The instant to which an action turns the clock.
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

/// What an action led to, at once.
public struct WorldActionResult: Sendable {
    /// The transactions it made or handed out, in their order; a purchase that waits has none.
    public var purchases: [WorldPurchase] = []
    /// The notifications it caused; what it causes later is on the agenda.
    public var notifications: [WorldNotification] = []
    /// An identifier it made: a test notification's token, an external purchase's id.
    public var identifier: String?

    /// An answer that says nothing.
    public init() {}
}
