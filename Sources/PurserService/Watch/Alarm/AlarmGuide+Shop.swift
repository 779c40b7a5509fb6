extension AlarmGuide {
    /// The guide of `fulfillment_delay`.
    static let fulfillmentDelay = Self(
        Sentence(
            "Purchases wait too long for their fulfillment",
            "购买长时间未交付"
        ),
        extent: Sentence(
            "The oldest paid, unfulfilled purchase has waited for {value}; the limit is {limit}.",
            "最早一笔已付款未交付的购买已等待 {value}；限值为 {limit}。"
        ),
        .seconds,
        meaning: Sentence(
            """
            Customers have paid and do not have their goods. They will contact support and ask Apple for \
            refunds.
            """,
            "客户已付款但未收到商品。他们会联系客服，并向 Apple 申请退款。"
        ),
        steps: [
            Sentence(
                """
                List the waiting purchases with the reasons: `purser fulfillments list{app} --state due`, then \
                `--state fulfilling` and `--state waiting`.
                """,
                """
                查看等待的内容和原因：`purser fulfillments list{app} --state due`，然后是 `--state fulfilling` 和 \
                `--state waiting`。
                """
            ),
            Sentence(
                """
                If all wait, the fulfiller is down: `purser webhooks list{app}` names it; check its log and \
                start it.
                """,
                "如果全部在等待，是负责交付的接收方停机：`purser webhooks list{app}` 会列出；请查看其日志并恢复。"
            ),
            Sentence(
                "To make the next attempt at once: `purser fulfillments retry ID`.",
                "等待下次重试的可以立即重试：`purser fulfillments retry ID`。"
            ),
            Sentence(
                "If only one waits, show its details: `purser fulfillments show ID`.",
                "如果只有一笔，请查看详情：`purser fulfillments show ID`。"
            ),
        ],
        page: "docs/concepts/fulfillments.md",
        metrics: ["purser_fulfillment_oldest_open_seconds", "purser_fulfillment_delay_seconds"]
    )

    /// The guide of `sandbox_money`.
    static let sandboxMoney = Self(
        Sentence(
            "Many Sandbox purchases were fulfilled",
            "大量沙盒购买已交付"
        ),
        extent: Sentence(
            "Sandbox purchases fulfilled within a day: {value}; the limit is {limit}.",
            "一天内有 {value} 笔沙盒购买已交付；限值为 {limit}。"
        ),
        .count,
        meaning: Sentence(
            """
            Sandbox purchases cost nothing, and this server granted real goods for them. That is correct \
            for testers and for Apple's review; beyond that, it is abuse.
            """,
            "沙盒购买不花钱，而本服务器为其发放了真实商品。测试人员和 Apple 审核属正常；超出则是有人借此牟利。"
        ),
        steps: [
            Sentence(
                "Find the customers: `purser risk list{app}`, then `purser customers timeline CUSTOMER`.",
                "查看是谁：`purser risk list{app}`，然后 `purser customers timeline CUSTOMER`。"
            ),
            Sentence(
                """
                If they are testers, silence the alarm for the test: `purser alarms silence sandbox_money \
                --for 1d --reason TEXT`.
                """,
                "如果是测试人员，请在测试期间静默：`purser alarms silence sandbox_money --for 1d --reason TEXT`。"
            ),
            Sentence(
                """
                Otherwise tighten `sandbox` in the catalog (`testers` or `capped`) and apply it: `purser \
                catalog apply FILE`.
                """,
                "否则请收紧目录中的 `sandbox`（`testers` 或 `capped`）并应用：`purser catalog apply FILE`。"
            ),
            Sentence(
                "Remove the granted coins: `purser wallets adjust CUSTOMER COIN --take AMOUNT --reason TEXT`.",
                "收回已发放的代币：`purser wallets adjust CUSTOMER COIN --take AMOUNT --reason TEXT`。"
            ),
        ],
        page: "docs/reference/catalog.md",
        metrics: ["purser_sandbox_fulfilled_total", "purser_sandbox_coins_total", "purser_sandbox_customers"]
    )

    /// The guide of `streams_suspended`.
    static let streamsSuspended = Self(
        Sentence(
            "Events or fulfillments are suspended and wait for a person",
            "事件或交付已挂起，等待人工处理"
        ),
        extent: Sentence(
            "Suspended: {value}; the limit is {limit}.",
            "已有 {value} 个挂起；限值为 {limit}。"
        ),
        .count,
        meaning: Sentence(
            """
            A receiver did not accept an event or a call for three days, so the server stopped trying. The title \
            names the webhook endpoint, or says `fulfillments`. The customers concerned do not get what they paid \
            for, keep what was refunded, or the shop is not informed.
            """,
            """
            接收方三天未接收，服务器已停止重试。标题中列出了 Webhook 端点，或 `fulfillments`（表示交付）。相关客户没有得到所\
            付费的内容、仍持有已退款的商品，或商店尚不知情。
            """
        ),
        steps: [
            Sentence(
                "Find the receiver: `purser webhooks list{app}`, then `purser webhooks deliveries ID`.",
                "查看是哪个接收方：`purser webhooks list{app}`，然后 `purser webhooks deliveries ID`。"
            ),
            Sentence(
                """
                Fix the receiver, test it, and send everything again: `purser webhooks test ID`, then \
                `purser webhooks retry ID`.
                """,
                "修复接收方、测试，然后全部重发：`purser webhooks test ID`，再 `purser webhooks retry ID`。"
            ),
            Sentence(
                """
                Suspended fulfillments: `purser fulfillments list{app} --state suspended`, then `--state \
                revocation_suspended` for revocations of refunded goods. For each: `purser fulfillments retry ID`.
                """,
                """
                挂起的交付：`purser fulfillments list{app} --state suspended`，然后 `--state revocation_suspended`（收回已退款的商品）。\
                逐条执行 `purser fulfillments retry ID`。
                """
            ),
            Sentence(
                "To skip an event that the receiver can never accept: `purser webhooks skip ID EVENT --reason TEXT`.",
                "接收方永远无法接收的单个事件：`purser webhooks skip ID EVENT --reason TEXT`。"
            ),
        ],
        page: "docs/operating/webhooks.md",
        metrics: ["purser_webhook_suspended_streams", "purser_suspended_fulfillments"]
    )

    /// The guide of `app_failing`.
    static let appFailing = Self(
        Sentence(
            "Apps report failures of the store",
            "App 报告商店功能失败"
        ),
        extent: Sentence(
            "{value} of the reports are failures; the limit is {limit}.",
            "{value} 的上报为失败；限值为 {limit}。"
        ),
        .share,
        meaning: Sentence(
            """
            On customers' devices the list of products does not load, purchases fail, or uploads fail. \
            Customers cannot buy, or have paid and wait. The title names the failing step.
            """,
            "在客户手机上，商品列表无法加载、购买失败或上传失败。客户无法购买，或已付款仍在等待。标题中说明了是哪一种。"
        ),
        steps: [
            Sentence(
                """
                If uploads fail, check this server first: `purser alarms list`, its log, and \
                `purser_refusals_total` by `code`.
                """,
                "如果是上传失败，请先检查本服务器：`purser alarms list`、日志，以及 `purser_refusals_total`（按 `code` 区分）。"
            ),
            Sentence(
                """
                If the list of products fails, compare the ids: `purser catalog show{app}` with App \
                Store Connect, where each must be approved and on sale.
                """,
                "如果是商品列表失败，请核对商品 ID：`purser catalog show{app}` 与 App Store Connect（须已批准且在售）。"
            ),
            Sentence(
                """
                If purchases fail in one storefront or everywhere, look at Apple's system status page, \
                and at the app's last release.
                """,
                "如果购买在某地区或全部失败，请查看 Apple 的系统状态页面和 App 的最新版本。"
            ),
        ],
        page: "docs/operating/alarms.md",
        metrics: ["purser_app_reports_total"]
    )

    /// The guide of `orders_refused`.
    static let ordersRefused = Self(
        Sentence(
            "Many more orders are refused than usual",
            "订单被拒绝的数量激增"
        ),
        extent: Sentence(
            "There are {value} as many refusals as usual; the limit is {limit}.",
            "被拒绝的订单是平时的 {value}；限值为 {limit}。"
        ),
        .times,
        meaning: Sentence(
            """
            Customers want to buy, and this server refuses their orders: a guard or a limit is too \
            strict, the catalog lacks a product, or a client floods the shop with orders.
            """,
            "客户想购买，但本服务器拒绝下单：防护规则或上限过严、目录中缺少商品，或有人在刷单。"
        ),
        steps: [
            Sentence(
                "The most frequent code is given above; `purser_order_refusals_total` by `code` shows all of them.",
                "上方列出了最常见的错误码（code）；`purser_order_refusals_total` 按 `code` 区分，可看到全部。"
            ),
            Sentence(
                """
                If a rule refuses, read its meaning with `purser policy check FILE`, and undo the last \
                change.
                """,
                "如果是规则拒绝：用 `purser policy check FILE` 查看其含义，并撤销最近的修改。"
            ),
            Sentence(
                """
                If a product is unknown, `purser catalog versions{app}` shows the changes; apply the previous \
                version: `purser catalog apply --version NUMBER`.
                """,
                "如果商品未知：`purser catalog versions{app}` 显示变更；可恢复旧版本：`purser catalog apply --version NUMBER`。"
            ),
            Sentence(
                """
                If few customers reach a limit, list their orders with `purser orders list{app} --queue \
                open`.
                """,
                "如果是少数客户达到上限：用 `purser orders list{app} --queue open` 查看。"
            ),
        ],
        page: "docs/concepts/orders.md",
        metrics: ["purser_orders_total", "purser_order_refusals_total"]
    )

    /// The guide of `report_missing`.
    static let reportMissing = Self(
        Sentence(
            "A report of Apple's is missing",
            "缺少 Apple 的报告"
        ),
        extent: Sentence(
            "The newest report ends {value} ago; the limit is {limit}.",
            "最新报告截至 {value} 前；限值为 {limit}。"
        ),
        .days,
        meaning: Sentence(
            """
            Apple provides daily sales reports by the next day. Without them days cannot be reconciled and \
            proceeds are estimates. Sales are not affected.
            """,
            "Apple 通常在次日提供每日销售报告。没有报告就无法核对，收入只能估算。销售不受影响。"
        ),
        steps: [
            Sentence(
                "List the missing reports with the reasons: `purser reports schedule{app}`.",
                "查看是哪份报告及原因：`purser reports schedule{app}`。"
            ),
            Sentence(
                "If the key is refused or its role is too small: `purser doctor{app}`.",
                "如果密钥被拒或角色过小：`purser doctor{app}`。"
            ),
            Sentence(
                "If Apple is late, there is nothing to do; to fetch now: `purser reports fetch{app}`.",
                "如果是 Apple 延迟，无需处理；也可立即获取：`purser reports fetch{app}`。"
            ),
            Sentence(
                "A file from App Store Connect can be imported manually: `purser reports import FILE`.",
                "也可手动导入从 App Store Connect 下载的文件：`purser reports import FILE`。"
            ),
        ],
        page: "docs/operating/reports.md",
        metrics: ["purser_report_newest_age_seconds"]
    )

    /// The guide of `day_unexplained`.
    static let dayUnexplained = Self(
        Sentence(
            "Days have unexplained differences from Apple's reports",
            "与 Apple 报告存在无法解释的差异"
        ),
        extent: Sentence(
            "Differences without an explanation: {value}; the limit is {limit}.",
            "有 {value} 处差异无法解释；限值为 {limit}。"
        ),
        .count,
        meaning: Sentence(
            """
            Apple's sales reports have other sales or refunds than the ledger. Either purchases never \
            reached this server, or the ledger counts unpaid ones. The month's close needs an explanation; \
            it is not urgent.
            """,
            "Apple 销售报告中的销售或退款与账本不同：或有购买从未到达本服务器，或账本计入了未付款的内容。这属于月结问题，不必连夜处理。"
        ),
        steps: [
            Sentence(
                "List each difference with its remedy: `purser reconcile{app}`.",
                "逐条查看差异及处理建议：`purser reconcile{app}`。"
            ),
            Sentence(
                "Where the ledger lacks sales, fetch the missed notifications: `purser sync{app}`.",
                "如果本地缺少销售，请补读：`purser sync{app}`。"
            ),
            Sentence(
                """
                A day that is correct as it is can be accepted: `purser reconcile{app} --day DAY --accept \
                --reason TEXT`.
                """,
                "确认无误的日期可以接受：`purser reconcile{app} --day DAY --accept --reason TEXT`。"
            ),
        ],
        page: "docs/operating/reconciliation.md",
        metrics: ["purser_reconciliation_unexplained_differences"]
    )
}
