import AppStore
import Foundation
import Hummingbird

/// The addresses of the control interface, all below `/_sim/v1`, or below `/w/{world}/_sim/v1` for another world.
struct ControlRoutes: Sendable {
    let worlds: Worlds
    let receiver: NotificationReceiver?
    /// Opens a port for a world; throws when it cannot.
    let listen: @Sendable (HostedWorld, Int) async throws -> Void

    /// Every address.
    var all: [ControlRoute] {
        self.readings + self.receipts + self.reports + self.commands + self.records + self.collection
    }

    private var readings: [ControlRoute] {
        [
            ControlRoute(
                scope: .world,
                method: .get,
                path: "clock",
                summary: "The world's clock; never waits for a command."
            ) { _, _, hosted in
                // Servers under test read the clock while a command delivers to them: it never waits in the queue.
                try ControlJSON.response(Self.clock(hosted))
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "agenda",
                summary: "What is planned, if nothing changes before.",
                query: [("limit", "How many events at most.")]
            ) { request, _, hosted in
                let limit = Self.number(request, "limit") ?? .max
                let events = hosted.world.agenda.prefix(limit).map {
                    ControlAnswer.Agenda.Event(at: $0.at.milliseconds, customer: $0.customer?.name, text: $0.text)
                }
                return try ControlJSON.response(ControlAnswer.Agenda(events: Array(events)))
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "journal",
                summary: "Everything that happened.",
                query: [
                    ("from", "The place to start at: `next` of an earlier answer."),
                    ("notification", "Only entries of this TYPE/SUBTYPE, or of this TYPE."),
                    ("who", "Only entries of this customer, of `App Store`, `developer` or `tester`."),
                ]
            ) { request, _, hosted in
                try ControlJSON.response(Self.journal(request, hosted.world))
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "deliveries",
                summary: "Every notification with its attempts.",
                query: [
                    ("from", "The place to start at: `next` of an earlier answer."),
                    ("payloads", "`true` for the signed payloads too."),
                ]
            ) { request, _, hosted in
                let from = Self.number(request, "from") ?? 0
                let withPayload = request.uri.queryParameters["payloads"] == "true"
                let deliveries = hosted.world.deliveries(from: from)
                return try ControlJSON.response(
                    ControlAnswer.Deliveries(
                        deliveries: deliveries.map { .init($0, withPayload: withPayload) },
                        next: from + deliveries.count
                    )
                )
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "customers",
                summary: "The names of all customers."
            ) { _, _, hosted in
                try ControlJSON.response(ControlAnswer.Customers(customers: hosted.world.customers.map(\.name)))
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "customers/{name}",
                summary: "The truth about a customer: subscriptions and transactions."
            ) { _, context, hosted in
                let customer = WorldCustomer(name: try context.parameters.require("name"))
                return try ControlJSON.response(Self.answer(for: customer, hosted.world))
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "transactions/{id}/signed",
                summary: "What the app holds of a transaction: signed transaction and renewal info."
            ) { _, context, hosted in
                let id = try context.parameters.require("id")
                let renewal = try hosted.world.signedRenewalInfo(for: id)
                return try ControlJSON.response(
                    ControlAnswer.Signed(
                        signedTransaction: String(
                            decoding: try hosted.world.signedTransaction(for: id),
                            as: UTF8.self
                        ),
                        signedRenewalInfo: renewal.map { String(decoding: $0, as: UTF8.self) }
                    )
                )
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "root.der",
                summary: "The world's root certificate, DER.",
                answer: "application/pkix-cert"
            ) { _, _, hosted in
                ControlJSON.response(hosted.world.certificates.root, type: "application/pkix-cert")
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "root.pem",
                summary: "The world's root certificate, PEM.",
                answer: "application/x-pem-file"
            ) { _, _, hosted in
                let text = Array(hosted.world.certificates.rootPEM.utf8)
                return ControlJSON.response(text, type: "application/x-pem-file")
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "keys",
                summary: "The keys with which the apps' servers call the store and sign offers."
            ) { _, _, hosted in
                let keys = try hosted.world.apps.map { app in
                    let key = try hosted.world.apiKey(of: app.bundleId)
                    return ControlAnswer.Key(
                        bundleId: app.bundleId,
                        appAppleId: app.appAppleId,
                        issuerId: key.issuerId,
                        keyId: key.keyId,
                        privateKey: key.privateKeyPEM
                    )
                }
                return try ControlJSON.response(ControlAnswer.Keys(keys: keys))
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "health",
                summary: "Whether all is well, and which faults are active."
            ) { _, _, hosted in
                let faults = hosted.world.activeFaults
                let status = faults.isEmpty ? "ok" : "MISBEHAVING ON PURPOSE: \(faults.count) faults are active"
                return try ControlJSON.response(ControlAnswer.Health(status: status, activeFaults: faults))
            },
        ]
    }

    private var commands: [ControlRoute] {
        [
            ControlRoute(
                scope: .world,
                method: .post,
                path: "actions",
                summary: "Does one thing in the world; answers when what it caused has been delivered.",
                body: "Action"
            ) { request, _, hosted in
                let action = try await ControlJSON.command(WorldAction.self, from: request)
                return try await self.perform(action, hosted)
            },
            ControlRoute(
                scope: .world,
                method: .post,
                path: "clock/advance",
                summary: "Turns the clock by a duration, to an instant, to the next event, or until all is quiet.",
                body: "Advance"
            ) { request, _, hosted in
                var fields = try await ControlJSON.fields(from: request)
                fields["action"] = "advance"
                let json = try JSONSerialization.data(withJSONObject: fields)
                let action = try ControlJSON.decode(WorldAction.self, from: Array(json))
                _ = try await self.perform(action, hosted)
                return try ControlJSON.response(Self.clock(hosted))
            },
            ControlRoute(
                scope: .world,
                method: .post,
                path: "clock",
                summary: "Lets the clock run by itself, so many times as fast as a wall clock; 0 stops it.",
                body: "Rate"
            ) { request, _, hosted in
                let command = try await ControlJSON.command(ControlCommand.Clock.self, from: request, schema: "Rate")
                guard command.rate >= 0, command.rate <= 100_000_000 else {
                    throw WorldError.invalidValue(field: "rate", "\(command.rate)")
                }
                hosted.rate = command.rate
                return try ControlJSON.response(Self.clock(hosted))
            },
            ControlRoute(
                scope: .world,
                method: .delete,
                path: "faults",
                summary: "Ends all misbehaviour."
            ) { _, _, hosted in
                try await self.perform(WorldAction(.clearFaults), hosted)
            },
            ControlRoute(
                scope: .world,
                method: .post,
                path: "reset",
                summary: "Puts the world back to how it began."
            ) { _, _, hosted in
                try await hosted.queue.run { hosted.reset() }
                return try ControlJSON.response(ControlAnswer.World(hosted))
            },
            ControlRoute(
                scope: .world,
                method: .post,
                path: "snapshots",
                summary: "Keeps the state under a name.",
                body: "Name"
            ) { request, _, hosted in
                let name = try await ControlJSON.command(ControlCommand.Name.self, from: request, schema: "Name").name
                try await hosted.queue.run { hosted.keep(as: name) }
                return try ControlJSON.response(ControlAnswer.World(hosted), status: .created)
            },
            ControlRoute(
                scope: .world,
                method: .post,
                path: "snapshots/{snapshot}/restore",
                summary: "Goes back to a state that was kept."
            ) { _, context, hosted in
                let name = try context.parameters.require("snapshot")
                guard try await hosted.queue.run({ hosted.goBack(to: name) }) else {
                    throw WorldsError.noSnapshot(name)
                }
                return try ControlJSON.response(ControlAnswer.World(hosted))
            },
        ]
    }

    private var collection: [ControlRoute] {
        [
            ControlRoute(
                scope: .simulator,
                method: .get,
                path: "worlds",
                summary: "All worlds."
            ) { _, _, _ in
                try ControlJSON.response(ControlAnswer.Worlds(worlds: self.worlds.all.map { .init($0) }))
            },
            ControlRoute(
                scope: .simulator,
                method: .post,
                path: "worlds",
                summary: "Makes a world.",
                body: "World"
            ) { request, _, _ in
                let order = try await ControlJSON.command(WorldOrder.self, from: request, schema: "World")
                try self.worlds.create(order)
                return try await self.created(order.name, port: order.port)
            },
            ControlRoute(
                scope: .simulator,
                method: .get,
                path: "worlds/{world}",
                summary: "One world."
            ) { _, context, _ in
                try ControlJSON.response(ControlAnswer.World(try self.named(context)))
            },
            ControlRoute(
                scope: .simulator,
                method: .post,
                path: "worlds/{world}/clone",
                summary: "Makes a world that is like this one is now.",
                body: "Name"
            ) { request, context, _ in
                let name = try await ControlJSON.command(ControlCommand.Name.self, from: request, schema: "Name").name
                let original = try self.named(context)
                _ = try await original.queue.run { try self.worlds.clone(original.name, as: name) }
                return try await self.created(name, port: nil)
            },
            ControlRoute(
                scope: .simulator,
                method: .delete,
                path: "worlds/{world}",
                summary: "Ends a world."
            ) { _, context, _ in
                try self.worlds.delete(try context.parameters.require("world"))
                return Response(status: .noContent)
            },
        ]
    }

    private func created(_ name: String, port: Int?) async throws -> Response {
        guard let hosted = self.worlds[name] else { throw WorldsError.noWorld(name) }
        if let port {
            do {
                try await self.listen(hosted, port)
            } catch {
                try self.worlds.delete(name)
                throw error
            }
        }
        return try ControlJSON.response(ControlAnswer.World(hosted), status: .created)
    }

    private func named(_ context: BasicRequestContext) throws -> HostedWorld {
        let name = try context.parameters.require("world")
        guard let hosted = self.worlds[name] else { throw WorldsError.noWorld(name) }
        return hosted
    }

    private func perform(_ action: WorldAction, _ hosted: HostedWorld) async throws -> Response {
        if action.verb == .advance, let to = action.to, to > WorldAction.lastInstant {
            throw ControlError(status: .badRequest, code: "too_far", message: "The clock ends with the year 9999.")
        }
        let answer = try await hosted.queue.run {
            if let receiver = self.receiver {
                return try await hosted.world.perform(action, delivering: receiver)
            }
            return try hosted.world.perform(action)
        }
        let transactions = try answer.purchases.map {
            ControlAnswer.Transaction($0, signed: try hosted.world.signedTransaction(for: $0.transactionId))
        }
        return try ControlJSON.response(
            ControlAnswer.Action(
                now: hosted.world.now.milliseconds,
                transactions: transactions,
                notifications: answer.notifications.map(\.name),
                identifier: answer.identifier
            )
        )
    }

    private static func clock(_ hosted: HostedWorld) -> ControlAnswer.Clock {
        ControlAnswer.Clock(now: hosted.world.now.milliseconds, rate: hosted.rate)
    }

    private static func number(_ request: Request, _ name: String) -> Int? {
        request.uri.queryParameters[name[...]].flatMap { Int($0) }.map { max($0, 0) }
    }

    private static func journal(_ request: Request, _ world: World) -> ControlAnswer.Journal {
        let from = Self.number(request, "from") ?? 0
        let entries = world.journal(from: from)
        let name = request.uri.queryParameters["notification"].map { String($0).removingPercentEncoding ?? "" }
        let who = request.uri.queryParameters["who"].map { String($0).removingPercentEncoding ?? "" }
        let wanted = entries.filter { entry in
            (name.map { entry.notification == $0 || entry.notification?.hasPrefix($0 + "/") == true } ?? true)
                && (who.map { entry.who == $0 } ?? true)
        }
        return ControlAnswer.Journal(entries: wanted.map { .init($0) }, next: from + entries.count)
    }

    private static func answer(for customer: WorldCustomer, _ world: World) throws -> ControlAnswer.Customer {
        guard world.customers.contains(customer) else { throw WorldError.unknownCustomer(customer.name) }
        let copy = world.apps.count == 1 ? try world.signedAppTransaction(of: customer) : nil
        return ControlAnswer.Customer(
            name: customer.name,
            signedAppTransaction: copy.map { String(decoding: $0, as: UTF8.self) },
            subscriptions: world.subscriptions(of: customer).map {
                ControlAnswer.Customer.Subscription(
                    originalTransactionId: $0.originalTransactionId,
                    productId: $0.productId,
                    nextProductId: $0.nextProductId,
                    phase: $0.phase.rawValue,
                    autoRenews: $0.autoRenews,
                    expiresAt: $0.expiresAt.milliseconds,
                    graceEndsAt: $0.graceEndsAt?.milliseconds,
                    isFamilyShared: $0.isFamilyShared
                )
            },
            transactions: world.transactions(of: customer).map { ControlAnswer.Transaction($0) }
        )
    }
}
