import AppStore
import Foundation
import Hummingbird

/// The control interface of one world: everything under `/_sim/v1`, never mixed with addresses of Apple's shape.
///
/// A command answers when the world is quiet again: every notification it caused, or that fell due, has been handed to
/// the receiver. Without a receiver notifications wait in the outbox for whoever shares the process.
struct ControlRoutes: Sendable {
    /// The world.
    let world: World
    /// Who takes notifications, if anybody does.
    let receiver: NotificationReceiver?
    /// Lets one command run at a time.
    let queue = CommandQueue()

    /// The router with every route.
    func router() -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        router.add(middleware: ControlErrorMiddleware())
        let root = router.group("_sim/v1")
        self.addReading(to: root)
        self.addClock(to: root)
        self.addCustomers(to: root.group("customers/:name"))
        self.addTransactions(to: root.group("transactions/:id"))
        return router
    }

    private func addReading(to group: RouterGroup<BasicRequestContext>) {
        group.get("root.der") { _, _ in
            ControlJSON.response(self.world.certificates.root, type: "application/pkix-cert")
        }
        group.get("root.pem") { _, _ in
            ControlJSON.response(Array(self.world.certificates.rootPEM.utf8), type: "application/x-pem-file")
        }
        group.get("agenda") { _, _ in
            let events = self.world.agenda.map {
                ControlAnswer.Agenda.Event(at: $0.at.milliseconds, customer: $0.customer?.name, text: $0.text)
            }
            return try ControlJSON.response(ControlAnswer.Agenda(events: events))
        }
        group.get("journal") { _, _ in
            let entries = self.world.journal.map {
                ControlAnswer.Journal.Entry(
                    at: $0.at.milliseconds,
                    who: $0.who,
                    text: $0.text,
                    transactionId: $0.transactionId,
                    notification: $0.notification,
                    notificationUUID: $0.notificationUUID
                )
            }
            return try ControlJSON.response(ControlAnswer.Journal(entries: entries))
        }
        group.get("deliveries") { _, _ in
            let deliveries = self.world.deliveries.map { ControlAnswer.Deliveries.Delivery($0) }
            return try ControlJSON.response(ControlAnswer.Deliveries(deliveries: deliveries))
        }
    }

    private func addClock(to group: RouterGroup<BasicRequestContext>) {
        // Servers under test read the clock while a command delivers to them: it never waits in the queue.
        group.get("clock") { _, _ in
            try ControlJSON.response(ControlAnswer.Clock(now: self.world.now.milliseconds))
        }
        group.post("clock/advance") { request, _ in
            let command = try await ControlJSON.command(ControlCommand.Advance.self, from: request)
            let now = try await self.queue.run {
                try await self.advance(command)
                return self.world.now.milliseconds
            }
            return try ControlJSON.response(ControlAnswer.Clock(now: now))
        }
    }

    private func addCustomers(to group: RouterGroup<BasicRequestContext>) {
        group.get { _, context in
            try ControlJSON.response(self.answer(for: WorldCustomer(name: try context.parameters.require("name"))))
        }
        group.post("buy") { request, context in
            let command = try await ControlJSON.command(ControlCommand.Buy.self, from: request)
            let name = try context.parameters.require("name")
            let answer = try await self.perform { try self.buy(command, name: name) }
            return try ControlJSON.response(answer, status: .created)
        }
        group.post("cancel") { request, context in
            let command = try await ControlJSON.command(ControlCommand.Subscription.self, from: request)
            return try await self.act(context) { try $0.cancel(command.productId, of: $1, in: command.bundleId) }
        }
        group.post("reenable") { request, context in
            let command = try await ControlJSON.command(ControlCommand.Subscription.self, from: request)
            return try await self.act(context) { try $0.reenable(command.productId, of: $1, in: command.bundleId) }
        }
        group.post("card") { request, context in
            let command = try await ControlJSON.command(ControlCommand.Card.self, from: request)
            return try await self.act(context) {
                if command.declined { try $0.declineCard(of: $1) } else { try $0.repairCard(of: $1) }
            }
        }
    }

    private func addTransactions(to group: RouterGroup<BasicRequestContext>) {
        group.get("signed") { _, context in
            try ControlJSON.response(self.signed(try context.parameters.require("id")))
        }
        group.post("refund") { request, context in
            let command = try await ControlJSON.command(ControlCommand.Refund.self, from: request)
            let id = try context.parameters.require("id")
            let answer = try await self.perform {
                let reason = TransactionRevocationReason(rawValue: command.reason ?? 0)
                try self.world.refund(id, percentage: command.percentage, reason: reason)
                return try self.signed(id)
            }
            return try ControlJSON.response(answer)
        }
        group.post("reverse-refund") { _, context in
            let id = try context.parameters.require("id")
            let answer = try await self.perform {
                try self.world.reverseRefund(id)
                return try self.signed(id)
            }
            return try ControlJSON.response(answer)
        }
    }

    /// Does something in turn, and answers when everything it caused is delivered.
    private func perform<Answer: Sendable>(_ action: @escaping @Sendable () throws -> Answer) async throws -> Answer {
        try await self.queue.run {
            let answer = try action()
            if let receiver = self.receiver {
                await self.world.deliver(to: receiver)
            }
            return answer
        }
    }

    /// Does something with a customer, who comes to life when first named, and answers what the customer then has.
    private func act(
        _ context: BasicRequestContext,
        _ action: @escaping @Sendable (World, WorldCustomer) throws -> Void
    ) async throws -> Response {
        let name = try context.parameters.require("name")
        let customer = try await self.perform {
            let customer = try self.world.customer(name)
            try action(self.world, customer)
            return customer
        }
        return try ControlJSON.response(self.answer(for: customer))
    }
}
