/// The statements on orders.
package struct OrderStatements: Sendable {
    package let insertOrder = SQLStatement(
        """
        INSERT INTO purchase_order (app, name, owner, environment, product, quantity, price, currency, reference,
        storefront, token, created_at, created_by, expires_at, remark_rule, remark_reason, pays_from, amount,
        amount_currency, retention)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    package let orderByNumber = SQLStatement("\(Self.orderColumns) WHERE id = ?")
    package let orderByName = SQLStatement("\(Self.orderColumns) WHERE app = ? AND name = ?")
    package let orderByToken = SQLStatement("\(Self.orderColumns) WHERE app = ? AND token = ?")
    package let orderNumberByName = SQLStatement("SELECT id FROM purchase_order WHERE app = ? AND name = ?")
    package let orderNumberByToken = SQLStatement("SELECT id FROM purchase_order WHERE app = ? AND token = ?")
    package let insertOrderToken = SQLStatement("INSERT INTO order_token (app, token, customer) VALUES (?, ?, ?)")
    package let ownerOfOrderToken = SQLStatement("SELECT customer FROM order_token WHERE app = ? AND token = ?")
    package let orderNumberOfPayment = SQLStatement(
        """
        SELECT id FROM purchase_order WHERE app = ? AND token = ? AND (pays_from IS NULL OR pays_from <= ?)
        AND (closes_at IS NULL OR closes_at > ?)
        """
    )
    package let ordersInQueue = SQLStatement(
        "\(Self.orderColumns) WHERE app = ? AND queue = ? AND id > ? ORDER BY id LIMIT ?"
    )
    package let flaggedOrders = SQLStatement(
        "\(Self.orderColumns) WHERE app = ? AND is_flagged = 1 AND id > ? ORDER BY id LIMIT ?"
    )
    package let orderCountInQueue = SQLStatement(
        "SELECT count(*) FROM (SELECT 1 FROM purchase_order WHERE app = ? AND queue = ? LIMIT ?) AS found"
    )
    package let flaggedOrderCount = SQLStatement(
        "SELECT count(*) FROM (SELECT 1 FROM purchase_order WHERE app = ? AND is_flagged = 1 LIMIT ?) AS found"
    )
    package let ordersOfCustomer = SQLStatement(
        "\(Self.orderColumns) WHERE owner = ? AND id < ? ORDER BY id DESC LIMIT ?"
    )
    package let openOrders = SQLStatement(
        """
        SELECT count(*), amount_currency, CAST(sum(amount) AS bigint) FROM purchase_order
        WHERE owner = ? AND queue = 1 AND expires_at > ? GROUP BY amount_currency
        """
    )
    package let orderInstants = SQLStatement(
        """
        SELECT created_at FROM purchase_order WHERE owner = ? AND created_at > ? ORDER BY created_at DESC LIMIT ?
        """
    )
    package let closedOrders = SQLStatement(
        """
        SELECT id FROM purchase_order WHERE closes_at IS NOT NULL AND closes_at <= ? AND due_at IS NULL
        AND EXISTS (SELECT 1 FROM purchase_order AS newer WHERE newer.id > purchase_order.id)
        ORDER BY closes_at LIMIT ?
        """
    )
    package let deleteOrder = SQLStatement("DELETE FROM purchase_order WHERE id = ?")
    package let ordersPaidByAnother = SQLStatement(
        """
        SELECT purchase_order.id FROM purchase_order
        CROSS JOIN order_payment ON order_payment.purchase_order = purchase_order.id
        WHERE purchase_order.owner = ? AND order_payment.owner <> purchase_order.owner
        """
    )
    package let orderCount = SQLStatement("SELECT count(*) FROM purchase_order WHERE owner = ? AND created_at >= ?")
    package let putOrder = SQLStatement(
        """
        UPDATE purchase_order SET canceled_at = ?, canceled_by = ?, cancel_reason = ?, fulfilled_at = ?,
        asked_at = ?, state = ?, flags = ?, queue = ?, is_flagged = ?, due_at = ?, ask_at = ?, closes_at = ?
        WHERE id = ?
        """
    )
    package let wakeOrder = SQLStatement("UPDATE purchase_order SET due_at = ? WHERE id = ?")
    package let insertOrderNote = SQLStatement(
        "INSERT INTO order_note (purchase_order, ordinal, noted_at, noted_by, note) VALUES (?, ?, ?, ?, ?)"
    )
    package let orderNotes = SQLStatement(
        "SELECT noted_at, noted_by, note FROM order_note WHERE purchase_order = ? ORDER BY ordinal"
    )
    package let dueOrders = SQLStatement(
        """
        SELECT app.name, purchase_order.name FROM purchase_order CROSS JOIN app ON app.id = purchase_order.app
        WHERE purchase_order.due_at IS NOT NULL AND purchase_order.due_at <= ? ORDER BY purchase_order.due_at LIMIT ?
        """
    )
    package let nextOrderDue = SQLStatement(
        "SELECT due_at FROM purchase_order WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1"
    )
    package let dueOrderChecks = SQLStatement(
        "\(Self.orderColumns) WHERE app = ? AND ask_at IS NOT NULL AND ask_at <= ? ORDER BY ask_at LIMIT ?"
    )
    // Without its notes, only a payment or a fulfillment retains an order.
    package let eraseOrders = SQLStatement(
        """
        UPDATE purchase_order SET reference = NULL, cancel_reason = NULL, closes_at = CASE WHEN fulfilled_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM order_payment WHERE order_payment.purchase_order = purchase_order.id)
        THEN expires_at + retention END WHERE owner = ?
        """
    )
    package let deleteOrderNotes = SQLStatement(
        "DELETE FROM order_note WHERE purchase_order IN (SELECT id FROM purchase_order WHERE owner = ?)"
    )
    package let putBlock = SQLStatement(
        """
        INSERT INTO customer_block (owner, blocked_at, blocked_by, reason) VALUES (?, ?, ?, ?)
        ON CONFLICT (owner) DO UPDATE SET blocked_at = excluded.blocked_at, blocked_by = excluded.blocked_by,
        reason = excluded.reason
        """
    )
    package let deleteBlock = SQLStatement("DELETE FROM customer_block WHERE owner = ?")
    package let block = SQLStatement("SELECT blocked_at, blocked_by, reason FROM customer_block WHERE owner = ?")
    package let paymentsOfOrder = SQLStatement("\(Self.paymentColumns) WHERE purchase_order = ?")
    package let orderOfPayment = SQLStatement(
        """
        SELECT purchase_order, event_position FROM order_payment WHERE app = ? AND environment = ? AND transaction_id = ?
        """
    )
    package let putOrderPayment = SQLStatement(
        """
        INSERT INTO order_payment (app, environment, transaction_id, original_id, product, quantity, owner, token,
        purchased_at, refunded_at, refunded_share, refund_reported, event_position, purchase_order)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (app, environment, transaction_id) DO UPDATE SET original_id = excluded.original_id,
        product = excluded.product, quantity = excluded.quantity, owner = excluded.owner, token = excluded.token,
        purchased_at = excluded.purchased_at, refunded_at = excluded.refunded_at,
        refunded_share = excluded.refunded_share, refund_reported = excluded.refund_reported,
        event_position = excluded.event_position, purchase_order = excluded.purchase_order, is_open = 1
        """
    )
    package let adoptPayments = SQLStatement(
        """
        UPDATE order_payment SET purchase_order = ?
        WHERE app = ? AND token = ? AND purchase_order IS NULL AND purchased_at >= ?
        """
    )
    package let originalsWithToken = SQLStatement(
        """
        SELECT original.id, original.scope FROM owned_original CROSS JOIN original ON original.id = owned_original.original
        WHERE owned_original.owner = ? AND original.token = ?
        """
    )
    package let openPayment = SQLStatement(
        "UPDATE order_payment SET is_open = ? WHERE app = ? AND environment = ? AND transaction_id = ?"
    )
    package let openPayments = SQLStatement(
        "\(Self.paymentColumns) WHERE app = ? AND is_open = 1 AND id > ? ORDER BY id LIMIT ?"
    )
    package let insertOrderProgress = SQLStatement(
        """
        INSERT INTO order_progress (app, position) SELECT id, event_count FROM app WHERE id = ?
        ON CONFLICT (app) DO NOTHING
        """
    )
    package let orderProgress = SQLStatement("SELECT position FROM order_progress WHERE app = ?")
    package let advanceOrderProgress = SQLStatement(
        "UPDATE order_progress SET position = ? WHERE app = ? AND position = ?"
    )

    private static let orderColumns = """
        SELECT id, name, owner, environment, product, quantity, price, currency, reference, storefront, token, created_at,
        created_by, expires_at, remark_rule, remark_reason, canceled_at, canceled_by, cancel_reason, fulfilled_at,
        asked_at, state, flags, pays_from, amount, amount_currency, retention FROM purchase_order
        """

    private static let paymentColumns = """
        SELECT id, environment, transaction_id, original_id, product, quantity, owner, token, purchased_at, refunded_at,
        refunded_share, refund_reported, event_position FROM order_payment
        """
}

extension SQLStatement {
    /// The statements on orders.
    package static let orders = OrderStatements()
}
