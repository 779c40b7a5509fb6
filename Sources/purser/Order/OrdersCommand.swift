import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser orders`: manages orders, and looks up Apple's order numbers.
struct OrdersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "orders",
        abstract: "List, show and cancel orders; look up and recover order numbers from Apple's emails.",
        discussion: """
            Example:
              purser orders list --queue paid_not_fulfilled
              purser orders show order_5f0c2a9d1e7b3c4d5f0c2a9d
              purser orders lookup MMTVJ1W3L4
              purser orders recover MMTVJ1W3L4 --customer user-42
            """,
        subcommands: [
            OrdersListCommand.self, OrdersShowCommand.self, OrdersCancelCommand.self, OrdersNoteCommand.self,
            OrdersLookupCommand.self, OrdersRecoverCommand.self,
        ]
    )

    /// Returns the path of an order.
    static func path(of order: String) throws -> String {
        guard !order.isEmpty else { throw ValidationError("Name an order: purser orders list") }
        return "orders/\(APIClient.escaped(order))"
    }
}

/// `purser orders list`: lists the orders of a queue or of a customer.
struct OrdersListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the orders of a queue, or of a customer.",
        discussion: """
            Example:
              purser orders list --queue paid_not_fulfilled
              purser orders list --customer user-42

            Queues: open, paid_not_fulfilled, fulfilled_not_paid, flagged, and paid_without_order, which lists
            purchases without an order.

            Exit status: 0 listed, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 another user's
            server, 78 the configuration is wrong.
            """
    )

    @Option(help: ArgumentHelp("The queue: what the orders wait for.", valueName: "name"))
    var queue = OrderQueue.open.rawValue

    @Option(help: ArgumentHelp("Only orders of this customer, newest first.", valueName: "id"))
    var customer: String?

    @Option(help: "The maximum number of orders.")
    var limit = 100

    @Option(help: "The cursor of the page: `next` of the previous one.")
    var cursor: Int64?

    @OptionGroup var options: RequestOptions

    func validate() throws {
        guard OrderService.queues.contains(self.queue) else {
            throw ChoiceOption.mistake("--queue", self.queue, known: OrderService.queues)
        }
        guard (1...OrderService.maximumPage).contains(self.limit), self.cursor ?? 0 >= 0 else {
            throw ValidationError(
                "--limit must be from 1 to \(OrderService.maximumPage), and --cursor the `next` of a page."
            )
        }
    }

    func run() async throws {
        let page = [("limit", Optional("\(self.limit)")), ("cursor", self.cursor.map { "\($0)" })]
        if let customer = try self.customer.map(CustomerArgument.customer) {
            let path = "customers/\(APIClient.escaped(customer.rawValue))/orders"
            return try await self.list("orders", at: path, page, as: Self.ordersOfCustomer)
        }
        let query = [("queue", Optional(self.queue))] + page
        if self.queue == OrderService.queueWithoutOrder {
            return try await self.list("payments", at: "orders", query, as: Self.payments)
        }
        let none = "There is no order in the queue \(self.queue). To list another: purser orders list --queue NAME"
        try await self.list("orders", at: "orders", query, as: Listing(none: LocalizedText(none), Self.columns))
    }

    private func list(
        _ member: String,
        at path: String,
        _ query: [(String, String?)],
        as listing: Listing
    ) async throws {
        try await self.options.with { api in
            let answer = try await api.get(path, query)
            let rows = answer[member]?.elements ?? []
            listing.write(rows, next: answer["next"]?.text, isJSON: self.options.json)
        }
    }

    private static let ordersOfCustomer = Listing(
        none: "This customer has no orders. To find the customer by any id: purser customers lookup ID",
        Self.columns
    )

    private static let columns: [Listing.Column] = [
        .init("ORDER", of: "id"), .init("STATE", of: "state"), .init("CUSTOMER", of: "customer"),
        .init("PRODUCT", of: "product"), .init("QUANTITY", of: "quantity", isNumber: true),
        .init("CREATED", of: "createdAt"), .init("FLAGS", of: "flags"),
    ]

    private static let payments = Listing(
        none: "There is no purchase without an order. To list orders: purser orders list",
        [
            .init("TRANSACTION", of: "transaction"), .init("CUSTOMER", of: "customer", none: "nobody"),
            .init("PRODUCT", of: "product"), .init("QUANTITY", of: "quantity", isNumber: true),
            .init("PURCHASED", of: "purchasedAt"), .init("ENVIRONMENT", of: "environment"),
            .init("REFUNDED", of: "refundedAt"),
        ]
    )
}

/// `purser orders show`: shows an order.
struct OrdersShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an order with its payments, flags and notes.",
        discussion: """
            Example:
              purser orders show order_5f0c2a9d1e7b3c4d5f0c2a9d

            Exit status: 0 shown, 1 there is no such order, 64 wrong usage, 69 the database cannot be opened, 75 try again,
            77 another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The order.")
    var order: String

    @OptionGroup var options: RequestOptions

    func run() async throws {
        let path = try OrdersCommand.path(of: self.order)
        try await self.options.with { api in
            ObjectText.write(try await api.get(path), isJSON: self.options.json)
        }
    }
}

/// `purser orders cancel`: cancels an order.
struct OrdersCancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Cancel an unpaid order.",
        discussion: """
            Example:
              purser orders cancel order_5f0c2a9d1e7b3c4d5f0c2a9d --reason "ordered by mistake"

            If a payment arrives nevertheless, the order becomes paid and gets a flag.

            Exit status: 0 canceled, 1 there is no such order or it was paid, 3 it was canceled before, 64 wrong usage,
            69 the database cannot be opened, 75 try again, 77 not confirmed or another user's server, 78 the
            configuration is wrong.
            """
    )

    @Argument(help: "The order.")
    var order: String

    @OptionGroup var options: StoreOptions

    func run() async throws {
        let path = try OrdersCommand.path(of: self.order)
        try await self.options.with { api in
            try await self.options.confirm("Cancel it?") {
                let order = try await api.get(path)
                // A paid order is refused here, before the confirmation.
                guard order["payments"]?.elements?.contains(where: { $0["matches"] == .bool(true) }) != true else {
                    throw OperationFailure(code: OrderError.alreadyPaid.code, detail: OrderError.alreadyPaid.remedy)
                }
                return order
            }
            try self.options.write(try await api.send(.post, "\(path)/cancel", [], self.options.with([])))
        }
    }
}

/// `purser orders note`: adds a note to an order.
struct OrdersNoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Add a note to an order.",
        discussion: """
            Example:
              purser orders note order_5f0c2a9d1e7b3c4d5f0c2a9d "The player called; the shop sent the coins by hand."

            Exit status: 0 added, 1 there is no such order or it has the maximum number of notes, 64 wrong usage, 69
            the database cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The order.")
    var order: String

    @Argument(help: "The note.")
    var text: String

    @OptionGroup var options: RequestOptions

    func run() async throws {
        let path = try OrdersCommand.path(of: self.order)
        let members = [JSONMember(key: "text", value: .string(self.text))]
        try await self.options.with { api in
            ObjectText.write(try await api.send(.post, "\(path)/notes", [], members), isJSON: self.options.json)
        }
    }
}
