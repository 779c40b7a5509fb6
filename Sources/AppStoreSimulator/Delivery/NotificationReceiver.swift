/// Takes a notification to whoever is to receive it, and answers how that went; `nil` when nobody wants it, in which
/// case it counts as never attempted.
public typealias NotificationReceiver = @Sendable (WorldNotification) async -> WorldDelivery.Outcome?
