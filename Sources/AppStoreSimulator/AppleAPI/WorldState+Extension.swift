import AppStore

extension WorldState {
    /// Performs Extend a Subscription Renewal Date; the same request identifier returns the same response.
    mutating func extend(
        _ id: String,
        _ request: AppleAPIRequest,
        app: Int
    ) throws(AppleAPIError) -> AppleAPIResponse {
        let original = try self.original(id, app: app)
        let body = try Self.object(request)
        let days = try Self.extensionDays(body)
        guard let identifier = body["requestIdentifier"]?.text, (1...128).contains(identifier.count) else {
            throw .requestIdentifier
        }
        let key = "\(app) \(id) \(identifier)"
        if let answer = self.extensionAnswers[key] { return AppleAPIResponse(json: answer.json()) }
        guard let subscription = self.transactions[original].subscription else { throw .originalNotFound }
        let end: Int64
        do throws(WorldError) {
            end = try self.extendRenewal(subscription, days: days)
        } catch {
            if case .extensionRefused(let code) = error { throw .extensionRefused(code) }
            throw .internalError
        }
        let latest = self.transactions[self.subscriptions[subscription].latest]
        let answer = ExtendRenewalDateResponse.with {
            $0.originalTransactionId = id
            $0.webOrderLineItemId = latest.webOrderNumber.map { String($0) }
            $0.success = true
            $0.effectiveDate = Timestamp(milliseconds: end)
        }
        self.extensionAnswers[key] = answer
        return AppleAPIResponse(json: answer.json())
    }

    /// Performs Extend Subscription Renewal Dates for All Active Subscribers.
    mutating func extendAll(_ request: AppleAPIRequest, app: Int) throws(AppleAPIError) -> AppleAPIResponse {
        let body = try Self.object(request)
        let days = try Self.extensionDays(body)
        guard let identifier = body["requestIdentifier"]?.text, Self.isUUID(identifier) else {
            throw .requestIdentifier
        }
        guard let id = body["productId"]?.text,
            let product = self.catalogs[app].products.firstIndex(where: { $0.id == id && $0.group != nil })
        else { throw .productId }
        var storefronts: [String]?
        if let value = body["storefrontCountryCodes"] {
            guard case .array(let codes) = value else { throw .storefront }
            guard !codes.isEmpty else { throw .emptyStorefronts }
            storefronts = try codes.map { code throws(AppleAPIError) in
                guard let code = code.text, WorldStorefront(code: code) != nil else { throw .storefront }
                return code
            }
        }
        let isKnown = self.massExtensions.contains {
            $0.product.app == app && $0.requestIdentifier == identifier
        }
        if !isKnown {
            self.extendAllRenewals(
                of: ProductIndex(app: app, product: product),
                days: days,
                reason: Int(body["extendReasonCode"]?.integer ?? 0),
                request: identifier,
                storefronts: storefronts
            )
        }
        return AppleAPIResponse(json: MassExtendRenewalDateResponse.with { $0.requestIdentifier = identifier }.json())
    }

    /// Performs Get Status of Subscription Renewal Date Extensions.
    func extensionStatus(
        _ product: String,
        _ identifier: String,
        app: Int
    ) throws(AppleAPIError) -> AppleAPIResponse {
        guard Self.isUUID(identifier) else { throw .requestIdentifier }
        guard self.catalogs[app].product(product) != nil else { throw .productId }
        let found = self.massExtensions.first {
            $0.product.app == app && $0.requestIdentifier == identifier
                && self.product($0.product.product, of: app).id == product
        }
        guard let found else { throw .statusRequestNotFound }
        let isComplete = found.completedAt != nil
        return AppleAPIResponse(
            json: MassExtendRenewalDateStatusResponse.with {
                $0.requestIdentifier = identifier
                $0.complete = isComplete
                $0.completeDate = found.completedAt.map { Timestamp(milliseconds: $0) }
                $0.succeededCount = isComplete ? Int64(found.succeeded) : nil
                $0.failedCount = isComplete ? Int64(found.failed) : nil
            }.json()
        )
    }

    private static func extensionDays(_ body: JSONValue) throws(AppleAPIError) -> Int {
        guard let days = body["extendByDays"]?.integer, (1...90).contains(days) else { throw .extendByDays }
        guard let reason = body["extendReasonCode"]?.integer, (0...3).contains(reason) else {
            throw .extendReasonCode
        }
        return Int(days)
    }
}
