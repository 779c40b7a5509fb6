import AppStore

extension World {
    /// Responds to a request to Apple's server interfaces; verifies the token first, against the wall clock in seconds
    /// since 1970.
    ///
    /// When a request starts a performance test of the realtime endpoint, the caller must run it with
    /// `runPerformanceTest(_:app:sending:)`.
    public func answer(_ request: AppleAPIRequest, wallClockSeconds: Int64) -> AppleAPIResponse {
        self.update { $0.answer(request, wallClockSeconds: wallClockSeconds) }
    }
}

extension WorldState {
    /// Responds to a request to one of Apple's server interfaces.
    ///
    /// The token is verified against the wall clock, in seconds since 1970, because Apple's clients use it; everything
    /// else happens on the world's clock.
    mutating func answer(_ request: AppleAPIRequest, wallClockSeconds: Int64) -> AppleAPIResponse {
        if request.path.first == "v1" || request.path.first == "v2" {
            return self.answerConnect(request, wallClockSeconds: wallClockSeconds)
        }
        guard let operation = AppleAPIOperation(request) else { return AppleAPIResponse(status: 404) }
        guard let token = BearerToken(authorization: request.headers["authorization"] ?? ""),
            let app = self.apps.firstIndex(where: { $0.bundleId == token.bundleId }),
            token.isValid(for: self.keys[app], atSeconds: wallClockSeconds)
        else { return AppleAPIResponse(status: 401) }
        var record = JournalRecord(at: self.now, .request)
        record.operation = operation.name
        switch operation {
        case .sendConsumptionInformation(let id), .sendConsumptionInformationV1(let id):
            record.transaction = id
            record.body = String(decoding: request.body, as: UTF8.self)
        default: break
        }
        let faults = self.faults(of: request, to: operation.name, Self.effects)
        let stale = faults.first { $0.effect == .stale }.flatMap { self.past($0.milliseconds ?? 0) }
        var response: AppleAPIResponse
        if let instead = self.answer(instead: faults) {
            response = instead
        } else if var past = stale, request.method == "GET" || operation == .getNotificationHistory {
            past.now = self.now
            response = past.answer(operation, request, app: app)
        } else {
            response = self.answer(operation, request, app: app)
        }
        response.suffer(faults)
        record.status = response.status
        if response.status >= 400 {
            record.errorCode = (try? APIErrorResponse(json: response.body))?.errorCode
        } else {
            record.action = self.action(for: operation, request)
        }
        self.records.append(record)
        self.note(.developer, "calls \(operation.name): \(response.status)")
        return response
    }

    private mutating func answer(
        _ operation: AppleAPIOperation,
        _ request: AppleAPIRequest,
        app: Int
    ) -> AppleAPIResponse {
        let behavior = self.apps[app].behavior
        if behavior.limitsRates {
            let retryAt = self.rates.count(
                operation,
                app: app,
                percentage: behavior.rateLimitPercentage,
                at: self.now
            )
            if let retryAt { return Self.rateLimited(until: retryAt) }
        }
        do throws(AppleAPIError) {
            return try self.perform(operation, request, app: app)
        } catch {
            return AppleAPIResponse(error)
        }
    }

    /// Returns the response to a call over the limit; `Retry-After` is an absolute instant in milliseconds.
    static func rateLimited(until instant: Int64) -> AppleAPIResponse {
        var response = AppleAPIResponse(AppleAPIError.rateLimit)
        response.headers["retry-after"] = String(instant)
        return response
    }

    private mutating func perform(
        _ operation: AppleAPIOperation,
        _ request: AppleAPIRequest,
        app: Int
    ) throws(AppleAPIError) -> AppleAPIResponse {
        switch operation {
        case .getTransactionInfo(let id):
            let index = try self.transaction(id, app: app)
            let signed = self.signed(transaction: index)
            return AppleAPIResponse(json: TransactionInfoResponse.with { $0.signedTransactionInfo = signed }.json())
        case .getTransactionHistory(let id, let isFirstVersion):
            return try self.history(of: id, request, app: app, isFirstVersion: isFirstVersion)
        case .getAllSubscriptionStatuses(let id): return try self.statuses(of: id, request, app: app)
        case .getAppTransactionInfo(let id):
            let customer = try self.customer(ofAny: id, app: app)
            _ = self.appTransactionNumber(of: customer, app: app)
            let payload = self.payload(of: AppCopy(customer: customer, app: app), signedAt: self.now)
            let signed = SignedData(self.signer.sign(payload.json()))
            return AppleAPIResponse(
                json: AppTransactionInfoResponse.with { $0.signedAppTransactionInfo = signed }.json()
            )
        case .finishTransaction(let id):
            self.finish(try self.transaction(id, app: app))
            return AppleAPIResponse()
        case .setAppAccountToken(let id): return try self.setToken(of: id, request, app: app)
        case .sendConsumptionInformation(let id): return try self.consumption(of: id, request, app: app)
        case .sendConsumptionInformationV1(let id): return try self.consumptionV1(of: id, request, app: app)
        case .lookUpOrderId(let id): return self.lookUpOrder(id, app: app)
        case .getRefundHistory(let id): return try self.refundHistory(of: id, request, app: app)
        case .getRefundHistoryV1(let id): return try self.refundHistoryV1(of: id, app: app)
        case .extendRenewalDate(let id): return try self.extend(id, request, app: app)
        case .extendAllRenewalDates: return try self.extendAll(request, app: app)
        case .getExtensionStatus(let product, let identifier):
            return try self.extensionStatus(product, identifier, app: app)
        case .getNotificationHistory: return try self.notificationHistory(request, app: app)
        case .requestTestNotification:
            guard let token = try? self.requestTestNotification(of: app) else { throw .notificationURLNotFound }
            return AppleAPIResponse(json: SendTestNotificationResponse.with { $0.testNotificationToken = token }.json())
        case .getTestNotificationStatus(let token): return try self.testNotificationStatus(token, app: app)
        case .getCustomerGroups(let id): return try self.groups(of: id, app: app)
        case .getGroupMembers(let id): return try self.groupMembers(of: id, request, app: app)
        case .seat(let operation, let id): return try self.answer(operation, of: id, request, app: app)
        case .retention(let operation):
            let answer = self.answer(
                operation,
                imageSize: request.parameter("imageSize"),
                body: request.body,
                app: app
            )
            var response = AppleAPIResponse(status: answer.status, json: answer.body)
            response.startedTest = answer.startedTest.map { (identifier: $0, app: app) }
            return response
        case .sendExternalPurchaseReport:
            let (status, body) = self.externalPurchases.takeReport(request.body, app: app, at: self.now)
            return AppleAPIResponse(status: status, json: body)
        case .getExternalPurchaseReport(let identifier):
            let (status, body) = self.externalPurchases.answer(forReport: identifier, app: app)
            return AppleAPIResponse(status: status, json: body)
        case .commerce(let operation, let id):
            do throws(CommerceError) {
                return AppleAPIResponse(json: try self.commerce(operation, of: id, body: request.body, app: app))
            } catch {
                throw .commerce(error)
            }
        }
    }

    // MARK: - Lookup of identifiers in a path

    /// Returns the index of a transaction by its id; the id of an app transaction is not accepted.
    func transaction(_ id: String, app: Int) throws(AppleAPIError) -> Int {
        let number = try Self.number(id, or: .transactionId)
        if let index = self.index(ofTransaction: number), self.transactions[index].app == app { return index }
        if self.appTransactionIndices[number]?.app == app { throw .appTransactionId }
        throw .transactionNotFound
    }

    /// Returns the index of the customer of any id: of a transaction, an original transaction or an app transaction.
    func customer(ofAny id: String, app: Int) throws(AppleAPIError) -> Int {
        let number = try Self.number(id, or: .transactionId)
        if let index = self.index(ofTransaction: number), self.transactions[index].app == app {
            return self.transactions[index].customer
        }
        if let copy = self.appTransactionIndices[number], copy.app == app { return copy.customer }
        throw .transactionNotFound
    }

    /// Returns the index of the first transaction of a chain by its id.
    func original(_ id: String, app: Int) throws(AppleAPIError) -> Int {
        let number = try Self.number(id, or: .originalTransactionId)
        guard let index = self.index(ofTransaction: number), self.transactions[index].app == app,
            self.transactions[index].originalNumber == number
        else { throw .originalNotFound }
        return index
    }

    private static func number(_ id: String, or fault: AppleAPIError) throws(AppleAPIError) -> UInt64 {
        guard let number = Self.number(of: id) else { throw fault }
        return number
    }

    /// Returns a transaction, signed now, or at its last signature if that is ahead of the clock.
    func signed(transaction index: Int) -> SignedData {
        let signedAt = max(self.now, self.transactions[index].lastSignedAt)
        return SignedData(self.signer.sign(self.payload(ofTransaction: index, signedAt: signedAt).json()))
    }

    /// Returns the JSON object of a body.
    static func object(_ request: AppleAPIRequest) throws(AppleAPIError) -> JSONValue {
        guard let value = try? JSONValue(json: request.body), case .object = value else { throw .badRequest }
        return value
    }

    // MARK: - Faults

    private static let effects: Set<WorldFault.Effect> = [.error, .latency, .cut, .webPage, .rateLimit, .stale]
    /// The default delay of `Retry-After`, in milliseconds, unless the fault names another.
    private static let pause: Int64 = 60_000

    /// Returns the faults of a call: that of the one-shot header `X-Sim-Fault`, and those that occur for the operation.
    mutating func faults(
        of request: AppleAPIRequest,
        to operation: String,
        _ effects: Set<WorldFault.Effect>
    ) -> [WorldFault] {
        let own = request.headers["x-sim-fault"].flatMap { WorldFault(header: $0) }
        return [own].compactMap { $0 } + self.faults.strike(operation, effects, at: self.now)
    }

    /// Returns the response that a fault sends instead, if it has one.
    func answer(instead faults: [WorldFault]) -> AppleAPIResponse? {
        for fault in faults {
            switch fault.effect {
            case .webPage: return .webPage
            case .rateLimit: return Self.rateLimited(until: self.now + (fault.milliseconds ?? Self.pause))
            case .error:
                let code = fault.errorCode ?? Int64(fault.status ?? 500) * 10_000
                guard fault.status == nil || fault.errorCode != nil else {
                    return AppleAPIResponse(status: fault.status ?? 500)
                }
                var response = AppleAPIResponse(AppleAPIError.named(code))
                response.status = fault.status ?? response.status
                return response
            default: continue
            }
        }
        return nil
    }
}
