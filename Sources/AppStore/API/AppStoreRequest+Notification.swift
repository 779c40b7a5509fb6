extension AppStoreRequest where Answer == NotificationHistoryResponse {
    /// Get Notification History: a page of at most twenty notifications as they were first sent.
    ///
    /// - Parameters:
    ///   - selection: Which notifications.
    ///   - start: The first instant, at most 180 days ago.
    ///   - end: The instant behind the last, which must be after the start.
    ///   - onlyFailures: Only those that have not reached the server yet.
    ///   - paginationToken: What the page before said; all else must stay the same. Nil for the first page.
    /// - Returns: The request.
    public static func notificationHistory(
        _ selection: NotificationSelection,
        from start: Timestamp,
        to end: Timestamp,
        onlyFailures: Bool = false,
        after paginationToken: String? = nil
    ) -> Self {
        var body = NotificationHistoryRequest.with {
            $0.startDate = start
            $0.endDate = end
        }
        switch selection {
        case .all: break
        case .type(let type, let subtype):
            body.notificationType = type
            body.notificationSubtype = subtype
        case .transaction(let id): body.transactionId = id
        }
        if onlyFailures { body.onlyFailures = true }
        return Self(
            .getNotificationHistory,
            "POST",
            ["inApps", "v1", "notifications", "history"],
            query: paginationToken.map { [(name: "paginationToken", value: $0)] } ?? [],
            body: body
        ) { $0.hasMore != nil && ($0.hasMore == false || $0.paginationToken != nil) }
    }
}

extension AppStoreRequest where Answer == SendTestNotificationResponse {
    /// Request a Test Notification to the address that App Store Connect has for the environment.
    public static func testNotification() -> Self {
        Self(.requestTestNotification, "POST", ["inApps", "v1", "notifications", "test"]) {
            $0.testNotificationToken != nil
        }
    }
}

extension AppStoreRequest where Answer == CheckTestNotificationResponse {
    /// Get Test Notification Status: how it went, once Apple has tried; until then it is refused as not found.
    public static func testNotificationStatus(_ token: String) -> Self {
        Self(.getTestNotificationStatus, "GET", ["inApps", "v1", "notifications", "test", token]) {
            $0.sendAttempts != nil || $0.signedPayload != nil
        }
    }
}
