import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// The pages of orders, and what operators do with them.
@Suite struct DashboardOrderTests {
    private static let base = "/dashboard/apps/shop"

    let paid: PaidStage
    let stage: DashboardStage

    init() throws {
        self.paid = try PaidStage()
        self.stage = try DashboardStage(self.paid)
    }

    @Test("Orders are listed by queue, and an empty queue says what to do")
    func queues() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let empty = try await browser.get("\(Self.base)/orders")
        #expect(empty.text.contains("Your backend creates orders with POST /v1/orders before the payment."))
        let open = try await self.paid.makeOrder()
        let settled = try await self.paid.makeOrder()
        let transaction = try self.paid.pay(with: settled.token)
        try await self.paid.hear()
        let list = try await browser.get("\(Self.base)/orders")
        #expect(list.text.contains("\(Self.base)/orders/\(open.id)") && !list.text.contains(settled.id))
        #expect(list.text.contains("Waiting for payment"))
        for queue in ["paid_not_fulfilled", "fulfilled_not_paid", "flagged", "paid_without_order"] {
            let page = try await browser.get("\(Self.base)/orders?queue=\(queue)")
            #expect(page.status == .ok && !page.text.contains(open.id), "\(queue)")
            #expect(page.text.contains("queue=\(queue)\" aria-current=\"true\""), "\(queue)")
        }
        #expect(try await browser.get("\(Self.base)/orders?queue=none").status == .unprocessableContent)
        #expect(try await browser.get("\(Self.base)/orders?cursor=x").status == .unprocessableContent)
        let csv = try await browser.get("\(Self.base)/orders?export=csv")
        #expect(csv.text.contains(open.id) && csv.text.contains("created"), "\(csv.text)")
        let chinese = try await browser.get("\(Self.base)/orders", language: "zh-Hans")
        #expect(chinese.text.contains("等待付款"))

        let page = try await browser.get("\(Self.base)/orders/\(settled.id)")
        #expect(page.text.contains("Paid by transaction \(transaction)"), "\(page.text)")
        #expect(page.text.contains("It is paid, and was fulfilled on") && page.text.contains("customers/anna"))
        #expect(page.text.contains("\(Self.base)/transactions/\(transaction)"))
        let fulfillment = FulfillmentID(TransactionID(transaction), in: .production)
        #expect(page.text.contains("href=\"\(Self.base)/fulfillments/\(fulfillment)\">Fulfilled"))
    }

    @Test("The page opens on the first queue that needs attention, and each queue shows its number")
    func attention() async throws {
        let paid = try PaidStage(coins: .fulfiller)
        let browser = try await DashboardStage(paid).signedIn("ada", .viewer)
        let open = try await paid.makeOrder()
        let calm = try await browser.get("\(Self.base)/orders")
        #expect(calm.status == .ok && calm.text.contains("Waiting for payment · 1</a>"), "\(calm.text)")
        let order = try await paid.makeOrder()
        _ = try paid.pay(with: order.token)
        try await paid.hear()
        let opened = try await browser.get("\(Self.base)/orders")
        #expect(opened.headers[.location] == "\(Self.base)/orders?queue=paid_not_fulfilled", "\(opened.text)")
        let page = try await browser.get("\(Self.base)/orders?queue=paid_not_fulfilled")
        #expect(page.text.contains("orders/\(order.id)") && page.text.contains("Paid, not fulfilled · 1</a>"))
        let waiting = try await browser.get("\(Self.base)/orders?queue=open")
        #expect(waiting.text.contains("orders/\(open.id)") && !waiting.text.contains("orders/\(order.id)"))
    }

    @Test("The customer's page has the price of an order's payment, and the token by which the payment is theirs")
    func customer() async throws {
        let order = try await self.paid.makeOrder()
        let transaction = try self.paid.pay(with: order.token)
        try await self.paid.hear()
        let browser = try await self.stage.signedIn("ada", .viewer)
        let paid = try await browser.get("\(Self.base)/transactions/\(transaction)")
        let price = try #require(paid.text.firstMatch(of: #/<dt>Price<\/dt><dd>([^<]+)/#), "\(paid.text)").output.1
        let page = try await browser.get("\(Self.base)/customers/anna")
        #expect(page.text.matches(of: try Regex("<td class=\"num\">\(price)</td>")).count >= 2, "\(page.text)")
        #expect(page.text.contains("On purchases, for example from orders"), "\(page.text)")
        #expect(page.text.lowercased().contains("<span class=\"id\" data-copy>\(order.token.lowercased())</span>"))
    }

    @Test("A payment without an order is listed with its transaction")
    func withoutOrder() async throws {
        // The server follows purchases without an order from an app's first order on.
        _ = try await self.paid.makeOrder()
        let transaction = try self.paid.pay()
        _ = try await self.paid.submit(transaction)
        try await self.paid.hear()
        let app = self.paid.world.app
        let found = try await self.stage.services.orders.paymentsWithoutOrder(in: app, after: 0, limit: 9)
        let browser = try await self.stage.signedIn("ada", .viewer)
        let page = try await browser.get("\(Self.base)/orders?queue=paid_without_order")
        #expect(page.text.contains("\(Self.base)/transactions/\(transaction)") == !found.isEmpty)
        #expect(page.text.contains("Purchases that pay for no order"))
    }

    @Test("An order is canceled once, after a preview, and a paid one is not")
    func cancel() async throws {
        let browser = try await self.stage.signedIn("ada", .support)
        let order = try await self.paid.makeOrder()
        let path = "\(Self.base)/orders/\(order.id)"
        let act = try await browser.preview("\(path)/cancel", ["reason": "a mistake"])
        #expect(act.page.text.contains("The order of anna for 1 × \(PaidStage.coins) no longer waits"))
        #expect(act.page.text.contains("A canceled order is not reopened."))
        let done = try await browser.confirm(act)
        #expect(done.headers[.location] == "\(path)?done=doneOrderCanceled", "\(done.text)")
        let page = try await browser.get("\(path)?done=doneOrderCanceled")
        #expect(page.text.contains("The order is canceled.") && page.text.contains("Canceled by ada"))
        #expect(page.text.contains("a mistake") && !page.text.contains("\(path)/cancel"))
        let twice = try await browser.confirm(act)
        #expect(twice.status == .conflict && twice.text.contains("The order is canceled already."))

        let settled = try await self.paid.makeOrder()
        let other = try await browser.preview("\(Self.base)/orders/\(settled.id)/cancel", ["reason": "a mistake"])
        _ = try self.paid.pay(with: settled.token)
        try await self.paid.hear()
        let late = try await browser.confirm(other)
        #expect(late.status == .conflict && late.text.contains("The order was paid, so it cannot be canceled."))
        let known = try await self.paid.order(settled.id)
        #expect(known["state"] == .string("fulfilled"))
    }

    @Test("A note is added once, and script in it is shown as text")
    func note() async throws {
        let browser = try await self.stage.signedIn("ada", .support)
        let order = try await self.paid.makeOrder()
        let path = "\(Self.base)/orders/\(order.id)"
        let act = try await browser.preview("\(path)/note", ["text": "<script>alert(1)</script>"])
        #expect(!act.page.text.contains("<script>alert"))
        #expect(try await browser.confirm(act).headers[.location] == "\(path)?done=doneOrderNoted")
        #expect(try await browser.confirm(act).status == .conflict)
        let page = try await browser.get(path)
        #expect(page.text.contains("Note by ada") && page.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(!page.text.contains("<script>alert"))
        let long = try await browser.preview("\(path)/note", ["text": String(repeating: "a", count: 2001)])
        #expect(long.page.status == .unprocessableContent)
        #expect(long.page.text.contains("This is too long: at most 2,000 characters fit"), "\(long.page.text)")
        let empty = try await browser.preview("\(path)/note", ["text": " "])
        #expect(empty.page.status == .unprocessableContent)
        #expect(empty.page.text.contains("Fill in this field."))
    }

    @Test("An unknown order has a page that says so, and a viewer changes nothing")
    func refused() async throws {
        let order = try await self.paid.makeOrder()
        let browser = try await self.stage.signedIn("vera", .viewer)
        #expect(try await browser.get("\(Self.base)/orders/none").status == .notFound)
        let path = "\(Self.base)/orders/\(order.id)"
        let page = try await browser.get(path)
        #expect(page.status == .ok && !page.text.contains("\(path)/cancel") && !page.text.contains("\(path)/note"))
        for act in ["cancel", "note"] {
            #expect(try await browser.get("\(path)/\(act)").status == .forbidden)
            let answer = try await browser.post("\(path)/\(act)", ["reason": "a", "text": "a"])
            #expect(answer.status == .forbidden)
        }
        let known = try await self.paid.order(order.id)
        #expect(known["state"] == .string("created"))
    }
}
