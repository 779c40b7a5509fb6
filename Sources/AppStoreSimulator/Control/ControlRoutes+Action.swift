import AppStore
import Foundation
import Hummingbird

extension ControlRoutes {
    /// Turns the clock as a command says, delivering on the way where there is a receiver.
    func advance(_ command: ControlCommand.Advance) async throws {
        let instant: Timestamp?
        let now = self.world.now.milliseconds
        switch (command.by, command.milliseconds, command.to, command.next) {
        case (let text?, nil, nil, nil):
            guard let period = SubscriptionPeriod(text) else {
                throw ControlError(
                    status: .badRequest,
                    code: "invalid_period",
                    message: "The field by is an ISO 8601 duration of days, weeks, months or years, such as P1M."
                )
            }
            instant = Timestamp(milliseconds: period.end(after: 1, from: now))
        case (nil, let milliseconds?, nil, nil): instant = Self.sum(now, milliseconds)
        case (nil, nil, let milliseconds?, nil): instant = Timestamp(milliseconds: milliseconds)
        case (nil, nil, nil, true): instant = self.world.nextInstant
        default:
            throw ControlError(
                status: .badRequest,
                code: "invalid_body",
                message: "Say exactly one of by, milliseconds, to, or next as true."
            )
        }
        guard let instant else { return }
        guard instant <= Self.lastInstant else {
            throw ControlError(status: .badRequest, code: "too_far", message: "The clock ends with the year 9999.")
        }
        if let receiver = self.receiver {
            try await self.world.advance(to: instant, delivering: receiver)
        } else {
            try self.world.advance(to: instant)
        }
    }

    /// Buys as a command says.
    func buy(_ command: ControlCommand.Buy, name: String) throws -> ControlAnswer.Purchase {
        let storefront = try command.storefront.map { code in
            guard let storefront = WorldStorefront(code: code) else {
                throw ControlError(
                    status: .badRequest,
                    code: "unknown_storefront",
                    message: "The simulator knows no storefront \(code); storefronts have alpha-3 codes such as USA."
                )
            }
            return storefront
        }
        let token = try command.appAccountToken.map { text in
            guard let token = UUID(uuidString: text) else {
                throw ControlError(status: .badRequest, code: "invalid_token", message: "appAccountToken is a UUID.")
            }
            return token
        }
        let customer = try self.world.customer(name, storefront: storefront)
        let purchase = try self.world.buy(
            command.productId,
            by: customer,
            quantity: command.quantity ?? 1,
            appAccountToken: token,
            in: command.bundleId
        )
        let signed = try self.world.signedTransaction(for: purchase.transactionId)
        return ControlAnswer.Purchase(
            transaction: ControlAnswer.Transaction(purchase),
            signedTransaction: String(decoding: signed, as: UTF8.self)
        )
    }

    /// What the app holds of a transaction.
    func signed(_ transactionId: String) throws -> ControlAnswer.Signed {
        let renewalInfo = try self.world.signedRenewalInfo(for: transactionId)
        return ControlAnswer.Signed(
            signedTransaction: String(decoding: try self.world.signedTransaction(for: transactionId), as: UTF8.self),
            signedRenewalInfo: renewalInfo.map { String(decoding: $0, as: UTF8.self) }
        )
    }

    /// What a customer has.
    func answer(for customer: WorldCustomer) throws -> ControlAnswer.Customer {
        guard self.world.customers.contains(customer) else { throw WorldError.unknownCustomer(customer.name) }
        return ControlAnswer.Customer(
            name: customer.name,
            subscriptions: self.world.subscriptions(of: customer).map {
                ControlAnswer.Customer.Subscription(
                    originalTransactionId: $0.originalTransactionId,
                    productId: $0.productId,
                    nextProductId: $0.nextProductId,
                    phase: $0.phase.rawValue,
                    autoRenews: $0.autoRenews,
                    expiresAt: $0.expiresAt.milliseconds
                )
            },
            transactions: self.world.transactions(of: customer).map { ControlAnswer.Transaction($0) }
        )
    }

    /// The end of the year 9999, beyond which nobody's dates can be read.
    private static let lastInstant = Timestamp(milliseconds: CivilDate(year: 10000, month: 1, day: 1).milliseconds - 1)

    private static func sum(_ now: Int64, _ milliseconds: Int64) -> Timestamp {
        let (sum, isTooFar) = now.addingReportingOverflow(milliseconds)
        return Timestamp(milliseconds: isTooFar ? .max : sum)
    }
}

extension ControlAnswer.Deliveries.Delivery {
    /// The answer for a delivery.
    init(_ delivery: WorldDelivery) {
        self.init(
            notificationUUID: delivery.notification.uuid,
            notification: delivery.notification.name,
            signedAt: delivery.notification.signedAt.milliseconds,
            attempts: delivery.attempts.map { attempt in
                var status: Int?
                if case .answered(let answered) = attempt.outcome {
                    status = answered
                }
                return Attempt(at: attempt.at.milliseconds, result: attempt.outcome.result.rawValue, status: status)
            },
            nextAttemptAt: delivery.nextAttemptAt?.milliseconds
        )
    }
}
