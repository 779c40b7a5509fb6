import AppStore

extension World {
    /// All inputs and outputs of the world, in their order.
    public var records: [JournalRecord] {
        self.look { $0.records }
    }

    /// Returns the records that match a filter; tests can assert their number.
    ///
    ///     var query = JournalQuery()
    ///     query.operation = "sendConsumptionInformation"
    ///     #expect(world.records(query).count == 1)
    public func records(_ query: JournalQuery) -> [JournalRecord] {
        self.look { $0.records.filter { query.matches($0) } }
    }

    /// Replays the records of another world: commands at their instants, requests that have the effect of an action,
    /// and deliveries with their recorded outcomes.
    ///
    /// In a new world with the same seed, start and apps, the replay produces the same journal. It does not repeat
    /// requests to the retention messaging and external purchase interfaces.
    public func replay(_ records: [JournalRecord]) throws(WorldError) {
        for record in records {
            if let action = record.action {
                do throws(WorldError) {
                    try self.perform(action)
                } catch {
                    guard record.refusal == error.code else { throw error }
                }
            } else if record.kind == .delivery, let index = record.index, let result = record.result {
                let outcome: WorldDelivery.Outcome =
                    record.status.map { .answered(status: $0) } ?? .failed(SendAttemptResult(rawValue: result))
                self.update { $0.deliverAgain(index, outcome) }
            }
        }
    }
}

extension WorldState {
    /// Records that the clock advanced to this instant; consecutive advances become one record.
    mutating func recordAdvance() {
        var action = WorldAction(.advance)
        action.to = self.now
        var record = JournalRecord(at: self.now, .command)
        record.action = action
        if let last = self.records.last, last.kind == .command, last.action?.verb == .advance {
            self.records.removeLast()
        }
        self.records.append(record)
    }

    /// Removes a notification from the outbox and records the outcome of its earlier delivery.
    mutating func deliverAgain(_ index: Int, _ outcome: WorldDelivery.Outcome) {
        while let pendingDelivery = self.popPendingDelivery() {
            if pendingDelivery.notification.index == index {
                if !pendingDelivery.isLost { self.record(outcome, for: index) }
                return
            }
        }
    }

    /// Returns the action with the effect of a request, for a replay; `nil` for a request that only reads.
    func action(for operation: AppleAPIOperation, _ request: AppleAPIRequest) -> WorldAction? {
        let body = try? JSONValue(json: request.body)
        switch operation {
        case .finishTransaction(let id): return .finish(id)
        case .setAppAccountToken(let id):
            var action = WorldAction(.setAppAccountToken)
            action.transaction = id
            action.token = body?["appAccountToken"]?.text
            return action
        case .sendConsumptionInformation(let id):
            return .answerConsumption(
                about: id,
                preference: body?["refundPreference"]?.text,
                percentage: body?["consumptionPercentage"]?.integer.map { Int($0) }
            )
        case .sendConsumptionInformationV1(let id):
            let wish = body?["refundPreference"]?.integer
            return .answerConsumption(
                about: id,
                preference: wish == 1 ? "GRANT_FULL" : wish == 2 ? "DECLINE" : nil
            )
        case .extendRenewalDate(let id):
            var action = WorldAction(.extendRenewal)
            action.transaction = id
            action.days = body?["extendByDays"]?.integer.map { Int($0) }
            return action
        case .extendAllRenewalDates:
            var action = WorldAction(.extendAllRenewals)
            action.product = body?["productId"]?.text
            action.days = body?["extendByDays"]?.integer.map { Int($0) }
            action.request = body?["requestIdentifier"]?.text
            if case .array(let codes)? = body?["storefrontCountryCodes"] {
                action.storefronts = codes.compactMap(\.text)
            }
            return action
        case .requestTestNotification: return .requestTestNotification()
        case .commerce(let operation, let id):
            var action = WorldAction(.callCommerce)
            action.transaction = id
            action.name = operation.rawValue
            action.commerce = body
            return action
        case .seat(let operation, let id): return self.action(for: operation, of: id, body)
        default: return nil
        }
    }

    private func action(for operation: SeatOperation, of id: String, _ body: JSONValue?) -> WorldAction? {
        let copy = body?["appTransactionId"]?.text.flatMap { Self.number(of: $0) }
        let customer = copy.flatMap { self.appTransactionIndices[$0] }.map { self.customers[$0.customer].customer.name }
        switch operation {
        case .claim:
            return .claimSeat(of: id, request: body?["requestIdentifier"]?.text ?? "", for: customer)
        case .unclaim(let claim): return .unclaimSeat(claim.lowercased(), of: id)
        case .associate(let claim):
            return customer.map { .associateSeat(claim.lowercased(), of: id, with: $0) }
        case .info: return nil
        }
    }
}
