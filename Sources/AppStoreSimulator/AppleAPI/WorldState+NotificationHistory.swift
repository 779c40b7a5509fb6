import AppStore

extension WorldState {
    /// The length of the notification history, in milliseconds.
    private static let historyLength = 180 * CivilDate.millisecondsPerDay
    /// The validity of a page token, in milliseconds.
    private static let tokenLife = CivilDate.millisecondsPerDay

    /// Performs Get Notification History.
    func notificationHistory(_ request: AppleAPIRequest, app: Int) throws(AppleAPIError) -> AppleAPIResponse {
        let body = try Self.object(request)
        guard let start = body["startDate"]?.integer else { throw .startDate }
        guard let end = body["endDate"]?.integer else { throw .endDate }
        guard start >= self.now - Self.historyLength else { throw .startDateTooFarInPast }
        guard start < end, start <= self.now else { throw .startDateAfterEndDate }
        let (type, subtype) = try Self.pair(body)
        let id = body["transactionId"]?.text ?? body["originalTransactionId"]?.text
        if id != nil, type != nil { throw .multipleFilters }
        let customer = try id.map { id throws(AppleAPIError) in try self.customer(ofAny: id, app: app) }
        let onlyFailures = body["onlyFailures"]?.flag ?? false
        let question = "notifications \(app) \(String(decoding: request.body, as: UTF8.self))"
        var first = 0
        if let text = request.parameter("paginationToken") {
            guard let token = PageToken(text, for: question, key: self.seed), token.position.count == 2 else {
                throw .paginationToken
            }
            guard self.now - token.position[1] < Self.tokenLife else { throw .paginationTokenExpired }
            first = Int(token.position[0])
        }
        let indices = self.notifications.indices.dropFirst(first).lazy.filter { index in
            let facts = self.notifications[index]
            return (start...min(end, self.now)).contains(facts.signedAt) && self.app(of: facts) == app
                && (type.map { $0 == facts.type && (subtype == nil || subtype == facts.subtype) } ?? true)
                && (customer.map { $0 == self.customer(of: facts) } ?? true)
                && (!onlyFailures || facts.attempts.last?.outcome.isSuccess == false)
        }.prefix(Self.pageLength + 1)
        let page = Array(indices)
        let hasMore = page.count > Self.pageLength
        let next = PageToken(position: [Int64(page.last ?? 0), self.now]).text(for: question, key: self.seed)
        return AppleAPIResponse(
            json: NotificationHistoryResponse.with {
                $0.paginationToken = hasMore ? next : nil
                $0.hasMore = hasMore
                $0.notificationHistory = page.prefix(Self.pageLength).map { index in
                    NotificationHistoryResponseItem.with {
                        $0.signedPayload = SignedData(self.notification(index).signedPayload)
                        $0.sendAttempts = self.attempts(of: index)
                    }
                }
            }.json()
        )
    }

    /// Performs Get Test Notification Status.
    func testNotificationStatus(_ token: String, app: Int) throws(AppleAPIError) -> AppleAPIResponse {
        guard token.split(separator: "_").first.map({ Self.isUUID(String($0)) }) == true else {
            throw .testNotificationToken
        }
        // Before the first attempt there is no status.
        guard let index = self.testNotifications[token], self.app(of: self.notifications[index]) == app,
            !self.notifications[index].attempts.isEmpty,
            self.now - self.notifications[index].signedAt < Self.historyLength
        else { throw .testNotificationNotFound }
        let attempts = self.attempts(of: index)
        return AppleAPIResponse(
            json: CheckTestNotificationResponse.with {
                $0.signedPayload = SignedData(self.notification(index).signedPayload)
                $0.sendAttempts = attempts
                $0.firstSendAttemptResult = attempts.first?.sendAttemptResult
            }.json()
        )
    }

    private func attempts(of index: Int) -> [SendAttemptItem] {
        self.notifications[index].attempts.map { attempt in
            SendAttemptItem.with {
                $0.attemptDate = attempt.at
                $0.sendAttemptResult = attempt.outcome.result
            }
        }
    }

    private static func pair(
        _ body: JSONValue
    ) throws(AppleAPIError) -> (NotificationType?, NotificationSubtype?) {
        let type = body["notificationType"]?.text.map { NotificationType(rawValue: $0) }
        let subtype = body["notificationSubtype"]?.text.map { NotificationSubtype(rawValue: $0) }
        if body["notificationType"] != nil, type == nil { throw .notificationType }
        guard let type else {
            guard subtype == nil else { throw .notificationType }
            return (nil, nil)
        }
        let isKnown = NotificationPair.all.contains { $0.type == type && (subtype == nil || $0.subtype == subtype) }
        guard isKnown else { throw .notificationType }
        return (type, subtype)
    }
}
