import AppStore
import Foundation
import Hummingbird

/// The routes of the control interface, below `/_sim/v1`, or below `/w/{world}/_sim/v1` for another world.
struct ControlRoutes: Sendable {
    let worlds: Worlds
    let receiver: NotificationReceiver?
    let realtimeSender: RealtimeSender?
    /// Opens a port for a world; throws when it cannot.
    let listen: @Sendable (HostedWorld, Int) async throws -> Void

    /// All routes.
    var all: [ControlRoute] {
        self.readings + self.receipts + self.retention + self.reports + self.commands + self.records + self.collection
    }

    private var readings: [ControlRoute] {
        [
            ControlRoute(
                scope: .world,
                method: .get,
                path: "clock",
                summary: "Get the world's clock; never waits for a command."
            ) { _, _, hosted in
                // Servers under test read the clock while a command delivers to them, so this route does not wait in
                // the queue.
                try ControlJSON.response(Self.clock(hosted))
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "agenda",
                summary: "List the planned events; an action may still change them.",
                query: [("limit", "The maximum number of events.")]
            ) { request, _, hosted in
                let limit = Self.number(request, "limit") ?? .max
                let events = hosted.world.agenda.prefix(limit).map {
                    ControlResponse.Agenda.Event(at: $0.at.milliseconds, customer: $0.customer?.name, text: $0.text)
                }
                return try ControlJSON.response(ControlResponse.Agenda(events: Array(events)))
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "journal",
                summary: "List everything that happened.",
                query: [
                    ("from", "The index to start from: `next` of an earlier response."),
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
                summary: "List all notifications with their delivery attempts.",
                query: [
                    ("from", "The index to start from: `next` of an earlier response."),
                    ("payloads", "`true` includes the signed payloads."),
                ]
            ) { request, _, hosted in
                let from = Self.number(request, "from") ?? 0
                let withPayload = request.uri.queryParameters["payloads"] == "true"
                let deliveries = hosted.world.deliveries(from: from)
                return try ControlJSON.response(
                    ControlResponse.Deliveries(
                        deliveries: deliveries.map { .init($0, withPayload: withPayload) },
                        next: from + deliveries.count
                    )
                )
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "customers",
                summary: "List the names of all customers."
            ) { _, _, hosted in
                try ControlJSON.response(ControlResponse.Customers(customers: hosted.world.customers.map(\.name)))
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "customers/{name}",
                summary: "Get the actual state of a customer: subscriptions and transactions."
            ) { _, context, hosted in
                let customer = WorldCustomer(name: try context.parameters.require("name"))
                return try ControlJSON.response(Self.answer(for: customer, hosted.world))
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "transactions/{id}/signed",
                summary: "Get the signed transaction and renewal info that the app receives.",
                query: [("defect", "A defect of the transaction's signature, such as `expiredLeaf`.")]
            ) { request, context, hosted in
                let id = try context.parameters.require("id")
                let defect = try Self.defect(in: request)
                let renewal = try hosted.world.signedRenewalInfo(for: id)
                return try ControlJSON.response(
                    ControlResponse.Signed(
                        signedTransaction: String(
                            decoding: try hosted.world.signedTransaction(for: id, defect: defect),
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
                summary: "Get the world's root certificate, DER.",
                answer: "application/pkix-cert"
            ) { _, _, hosted in
                ControlJSON.response(hosted.world.certificates.root, type: "application/pkix-cert")
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "root.pem",
                summary: "Get the world's root certificate, PEM.",
                answer: "application/x-pem-file"
            ) { _, _, hosted in
                let text = Array(hosted.world.certificates.rootPEM.utf8)
                return ControlJSON.response(text, type: "application/x-pem-file")
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "keys",
                summary: "List the keys with which the apps' servers call the store and sign offers."
            ) { _, _, hosted in
                let keys = try hosted.world.apps.map { app in
                    let key = try hosted.world.apiKey(of: app.bundleId)
                    return ControlResponse.Key(
                        bundleId: app.bundleId,
                        appAppleId: app.appAppleId,
                        issuerId: key.issuerId,
                        keyId: key.keyId,
                        privateKey: key.privateKeyPEM
                    )
                }
                return try ControlJSON.response(ControlResponse.Keys(keys: keys))
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "health",
                summary: "Get the health of the simulator and the active faults."
            ) { _, _, hosted in
                let faults = hosted.world.activeFaults
                let status = faults.isEmpty ? "ok" : "MISBEHAVING ON PURPOSE: \(faults.count) faults are active"
                return try ControlJSON.response(ControlResponse.Health(status: status, activeFaults: faults))
            },
        ]
    }

    /// The route with the credentials for App Store Connect.
    private var reports: [ControlRoute] {
        [
            ControlRoute(
                scope: .world,
                method: .get,
                path: "account",
                summary: "Get the team key and the vendor number for App Store Connect."
            ) { _, _, hosted in
                let account = hosted.world.reportAccount
                return try ControlJSON.response(
                    ControlResponse.Account(
                        issuerId: account.key.issuerId,
                        keyId: account.key.keyId,
                        privateKey: account.key.privateKeyPEM,
                        vendorNumber: account.vendorNumber
                    )
                )
            }
        ]
    }

    private static func number(_ request: Request, _ name: String) -> Int? {
        request.uri.queryParameters[name[...]].flatMap { Int($0) }.map { max($0, 0) }
    }

    /// Returns the defect that a request asks for, if any.
    private static func defect(in request: Request) throws(WorldError) -> SigningDefect? {
        guard let name = request.uri.queryParameters["defect"].map(String.init) else { return nil }
        guard let defect = SigningDefect(rawValue: name) else { throw .invalidValue(field: "defect", name) }
        return defect
    }

    private static func journal(_ request: Request, _ world: World) -> ControlResponse.Journal {
        let from = Self.number(request, "from") ?? 0
        let entries = world.journal(from: from)
        let name = request.uri.queryParameters["notification"].map { String($0).removingPercentEncoding ?? "" }
        let who = request.uri.queryParameters["who"].map { String($0).removingPercentEncoding ?? "" }
        let wanted = entries.filter { entry in
            (name.map { entry.notification == $0 || entry.notification?.hasPrefix($0 + "/") == true } ?? true)
                && (who.map { entry.who == $0 } ?? true)
        }
        return ControlResponse.Journal(entries: wanted.map { .init($0) }, next: from + entries.count)
    }

    private static func answer(for customer: WorldCustomer, _ world: World) throws -> ControlResponse.Customer {
        guard world.customers.contains(customer) else { throw WorldError.unknownCustomer(customer.name) }
        let copy = world.apps.count == 1 ? try world.signedAppTransaction(of: customer) : nil
        return ControlResponse.Customer(
            name: customer.name,
            signedAppTransaction: copy.map { String(decoding: $0, as: UTF8.self) },
            subscriptions: world.subscriptions(of: customer).map {
                ControlResponse.Customer.Subscription(
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
            transactions: world.transactions(of: customer).map { ControlResponse.Transaction($0) }
        )
    }
}
